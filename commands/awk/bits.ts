// Bit operations of gawk on whole numbers below 2 ** 53.
import { AwkError } from "./value.ts";

const MASK = (1n << 53n) - 1n;

export function bitwise(
  name: "and" | "or" | "xor" | "lshift" | "rshift" | "compl",
  operands: readonly number[],
): number {
  const values = operands.map((operand) => {
    if (!(operand >= 0)) throw new AwkError(`${name}: negative value ${operand} is not allowed`);
    return BigInt(Math.min(Math.trunc(operand), Number.MAX_SAFE_INTEGER));
  });
  const [first = 0n, second = 0n] = values;
  switch (name) {
    case "and":
      return Number(values.reduce((a, b) => a & b));
    case "or":
      return Number(values.reduce((a, b) => a | b));
    case "xor":
      return Number(values.reduce((a, b) => a ^ b));
    case "lshift":
      return second > 63n ? 0 : Number(BigInt.asUintN(64, first << second));
    case "rshift":
      return second > 63n ? 0 : Number(first >> second);
    case "compl":
      return Number(~first & MASK);
  }
}
