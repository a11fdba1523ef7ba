// Arithmetic against a reference over BigInt, and what bounds it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ExpansionError, evaluateArithmetic } from "../../src/expand/index.ts";
import { TestEnvironment } from "./environment.ts";

interface Expression {
  readonly text: string;
  /** Undefined where a divisor is 0 or an exponent negative. */
  readonly value: bigint | undefined;
}

const wrap = (value: bigint): bigint => BigInt.asIntN(64, value);
const truth = (value: boolean): bigint => (value ? 1n : 0n);

const BINARY: Readonly<Record<string, (a: bigint, b: bigint) => bigint | undefined>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => (b === 0n ? undefined : a / b),
  "%": (a, b) => (b === 0n ? undefined : a % b),
  "<<": (a, b) => a << (b & 63n),
  ">>": (a, b) => a >> (b & 63n),
  "&": (a, b) => a & b,
  "|": (a, b) => a | b,
  "^": (a, b) => a ^ b,
  "<": (a, b) => truth(a < b),
  "<=": (a, b) => truth(a <= b),
  ">": (a, b) => truth(a > b),
  ">=": (a, b) => truth(a >= b),
  "==": (a, b) => truth(a === b),
  "!=": (a, b) => truth(a !== b),
  "&&": (a, b) => truth(a !== 0n && b !== 0n),
  "||": (a, b) => truth(a !== 0n || b !== 0n),
};

const UNARY: Readonly<Record<string, (a: bigint) => bigint>> = {
  "-": (a) => -a,
  "~": (a) => ~a,
  "!": (a) => truth(a === 0n),
  "+": (a) => a,
};

const small = fc.bigInt({ min: -20n, max: 20n });
const near = fc.constantFrom(2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 53n - 1n, 2n ** 62n, 2n ** 63n - 1n);
const number = fc
  .oneof(small, near, fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n }))
  .map((value): Expression => ({ text: value < 0n ? `(${value})` : String(value), value }));

/** Short-circuit operators skip what would fail, so the whole is undefined only if an evaluated part is. */
function join(operator: string, a: Expression, b: Expression): Expression {
  const text = `(${a.text} ${operator} ${b.text})`;
  if (a.value === undefined) return { text, value: undefined };
  if (operator === "&&" && a.value === 0n) return { text, value: 0n };
  if (operator === "||" && a.value !== 0n) return { text, value: 1n };
  const value = b.value === undefined ? undefined : BINARY[operator]?.(a.value, b.value);
  return { text, value: value === undefined ? undefined : wrap(value) };
}

const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    number,
    fc.tuple(fc.constantFrom(...Object.keys(BINARY)), tie("expression"), tie("expression")).map((row) => join(...row)),
    fc.tuple(fc.constantFrom(...Object.keys(UNARY)), tie("expression")).map(([operator, operand]): Expression => {
      const value = operand.value === undefined ? undefined : UNARY[operator]?.(operand.value);
      return { text: `${operator} ${operand.text}`, value: value === undefined ? undefined : wrap(value) };
    }),
    fc.tuple(tie("expression"), tie("expression"), tie("expression")).map(([condition, yes, no]): Expression => {
      const chosen = condition.value === undefined ? undefined : condition.value === 0n ? no.value : yes.value;
      return { text: `(${condition.text} ? ${yes.text} : ${no.text})`, value: chosen };
    }),
  ),
}));

function evaluate(text: string): bigint | undefined {
  try {
    return evaluateArithmetic(text, env);
  } catch (error) {
    if (error instanceof ExpansionError) return undefined;
    throw error;
  }
}

const env = new TestEnvironment();

describe("arithmetic", () => {
  test("agrees with 64-bit integers", () => {
    fc.assert(
      fc.property(expression, ({ text, value }) => {
        expect(evaluate(text)).toBe(value);
      }),
      { numRuns: 2000 },
    );
  });

  test("any text gives a number or an expansion error", () => {
    const token = fc.constantFrom(
      ..."0 1 9 x y[ ] ( ) + - * / % ! ~ ? : , < > = & | ^ # . ' \" $ ++ -- ** <<= 08 0x 2# a[1]".split(" "),
      " ",
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
        const value = evaluate(tokens.join(""));
        expect(value === undefined || typeof value === "bigint").toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(["(", "-", "!", "~", "1?", "1+(", "a=", "2**"])(
    "a row of %j nests without end and is refused",
    (opener) => {
      expect(evaluate(`${opener.repeat(100_000)}1`)).toBeOneOf([undefined, 1n, -1n, 0n]);
    },
  );

  test("a chain of variables ends in an error, not in a full stack", () => {
    const own = new TestEnvironment();
    own.set("a", "b+1");
    own.set("b", "a+1");
    expect(() => evaluateArithmetic("a", own)).toThrow("expression recursion level exceeded");
  });

  test.each([
    ["1/0", '1/0: division by 0 (error token is "0")'],
    ["  1 + 5 % 0 + 2", '1 + 5 % 0 + 2: division by 0 (error token is "0 + 2")'],
    ["08", '08: value too great for base (error token is "08")'],
    ["1 2", '1 2: syntax error in expression (error token is "2")'],
    ["1 + ", '1 + : syntax error: operand expected (error token is "+ ")'],
    ["1.5", '1.5: syntax error: invalid arithmetic operator (error token is ".5")'],
    ["5 = 3", '5 = 3: attempted assignment to non-variable (error token is "= 3")'],
    ["2 ** -1", '2 ** -1: exponent less than 0 (error token is "1")'],
    ["1 ? 2", '1 ? 2: `:\' expected for conditional expression (error token is "2")'],
    ["(1", '(1: missing `)\' (error token is "1")'],
    ["65#1", '65#1: invalid arithmetic base (error token is "65#1")'],
    ["2#2", '2#2: value too great for base (error token is "2#2")'],
  ])("%s says what bash says", (text, message) => {
    expect(() => evaluateArithmetic(text, env)).toThrow(message);
  });
});
