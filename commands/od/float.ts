// Floating point numbers as GNU's od prints them: as %g with the fewest digits that read back as the same value.

export function float32Text(value: number, negative: boolean): string {
  return special(value, negative) ?? shortest(value, 6, 9, Math.fround);
}

export function float64Text(value: number, negative: boolean): string {
  return special(value, negative) ?? shortest(value, 15, 17, (same) => same);
}

function special(value: number, negative: boolean): string | undefined {
  if (value === 0) return negative ? "-0" : "0";
  if (Number.isFinite(value)) return undefined;
  return `${negative ? "-" : ""}${Number.isNaN(value) ? "nan" : "inf"}`;
}

/** Subnormal numbers are tried from one digit on, others from `from`, as gnulib's ftoastr does. */
function shortest(value: number, from: number, to: number, round: (value: number) => number): string {
  const smallest = to === 9 ? 2 ** -126 : 2 ** -1022;
  for (let digits = Math.abs(value) < smallest ? 1 : from; digits < to; digits += 1) {
    if (round(Number(value.toPrecision(digits))) === value) return general(value, digits);
  }
  return general(value, to);
}

/** C's %.*g. */
function general(value: number, digits: number): string {
  const [mantissa = "", power = "0"] = value.toExponential(digits - 1).split("e");
  const exponent = Number(power);
  const trim = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  if (exponent < -4 || exponent >= digits) {
    return `${trim(mantissa)}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  }
  return trim(value.toFixed(Math.max(0, digits - 1 - exponent)));
}
