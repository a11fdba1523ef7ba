// The law of the fast path: without option words it gives what the way through commander gives.
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseArgv, parseOptions } from "../../src/command/argv/parse.ts";
import { optionTable } from "../../src/command/argv/table.ts";
import { z } from "../../src/plugin.ts";

const operand = fc.oneof(
  fc.constant("-"),
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "a b", "=", "help", "\udc80", "5", "+5", "日本"),
);
const operands = fc.array(operand.filter((word) => word === "-" || !word.startsWith("-")));

for (const stopAtOperand of [false, true]) {
  const table = optionTable({
    shape: { all: z.boolean(), lines: z.number().default(1), first: z.string(), files: z.array(z.string()) },
    cli: { lines: { digits: true }, first: { positional: true }, files: { positional: true } },
    stopAtOperand,
  });

  test(`fast path == commander (stopAtOperand: ${stopAtOperand})`, () => {
    fc.assert(
      fc.property(operands, (argv) => {
        expect(parseArgv(argv, table)).toEqual(parseOptions(argv, table));
      }),
    );
  });

  test(`after -- everything is an operand (stopAtOperand: ${stopAtOperand})`, () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(operand, fc.constantFrom("--help", "--", "-x", "-5"))), (argv) => {
        expect(parseArgv(["--", ...argv], table)).toEqual({ given: [], operands: argv });
      }),
    );
  });
}

test("any argv is parsed, help, or a usage error", () => {
  const word = fc.oneof(
    operand,
    fc.constantFrom("--help", "--", "-a", "-5", "-a5", "--lines", "--li=3", "-5a", "--all=1"),
  );
  const table = optionTable({
    shape: { all: z.boolean(), lines: z.number().default(1), files: z.array(z.string()) },
    cli: { all: { short: "a" }, lines: { short: "n", digits: true }, files: { positional: true } },
    stopAtOperand: false,
  });
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          word,
          fc.string().map((text) => `-${text}`),
        ),
      ),
      (argv) => {
        let outcome = "parsed";
        try {
          outcome = parseArgv(argv, table) ? "parsed" : "help";
        } catch (error) {
          outcome = error instanceof Error ? error.name : "unknown";
        }
        expect(["parsed", "help", "UsageError"]).toContain(outcome);
      },
    ),
  );
});
