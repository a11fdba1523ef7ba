// The exact text of floating point numbers, held against JavaScript's own where both can say it.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { floatDigits, parseFloatText } from "../../commands/printf/float.ts";

/** The text of a double. */
function text(value: number, conversion: string, precision: number | undefined, alternate = false): string {
  const read = parseFloatText(String(value), 53);
  if (!read) throw new Error(`cannot read ${value}`);
  return (read.value.negative ? "-" : "") + floatDigits(read.value, { conversion, precision, alternate });
}

const double = fc.double({ noNaN: true, noDefaultInfinity: true });

test.each([
  ["e", 16],
  ["g", 17],
])("17 significant digits by %%%s give the double back", (conversion, precision) => {
  return fc.assert(
    fc.property(double, (value) => {
      expect(Number(text(value, conversion, precision)) === value).toBe(true);
    }),
  );
});

test("%f rounds to the nearest and has as many places as asked", () => {
  const small = fc.double({ noNaN: true, min: -1e6, max: 1e6 });
  return fc.assert(
    fc.property(small, fc.integer({ min: 0, max: 20 }), (value, places) => {
      const ours = text(value, "f", places);
      expect(Math.abs(Number(ours) - value)).toBeLessThanOrEqual(
        0.5 * 10 ** -places + Number.EPSILON * Math.abs(value),
      );
      expect(ours.split(".")[1] ?? "").toHaveLength(places);
    }),
  );
});

const table: [number, string, number | undefined, string][] = [
  [0.5, "f", 0, "0"],
  [1.5, "f", 0, "2"],
  [2.5, "f", 0, "2"],
  [0.1, "f", 20, "0.10000000000000000555"],
  [9.5, "e", 0, "1e+01"],
  [99999.5, "g", 5, "1e+05"],
  [0.0001, "g", 6, "0.0001"],
  [0.00001, "g", 6, "1e-05"],
  [5e-324, "e", 3, "4.941e-324"],
  [1.7976931348623157e308, "g", undefined, "1.79769e+308"],
  [-0, "g", undefined, "0"],
];
test.each(table)("%s by %%%s and %s is %s", (value, conversion, precision, expected) => {
  expect(text(value, conversion, precision)).toBe(expected);
});
