// Decimal and hexadecimal text of binary floating point numbers, exact at any precision, as C's printf prints them.
// The number of bits is a parameter: 64 is the long double that bash, printf and seq compute with on x86-64, 53 the
// double of awk.

/** `mantissa * 2 ** exponent`; the mantissa has exactly the wanted number of bits, or is 0. */
export interface Finite {
  readonly kind: "finite";
  readonly negative: boolean;
  readonly mantissa: bigint;
  readonly exponent: number;
}

export type Float = Finite | { readonly kind: "infinite" | "nan"; readonly negative: boolean };

/** Decimal exponents beyond this are infinite or zero for sure. */
const LIMIT = 5000;

/** Binary exponents: of the least number above zero, and above the greatest (C17, 5.2.4.2.2; x87 and IEEE 754). */
const RANGE: Readonly<Record<number, { readonly least: number; readonly most: number }>> = {
  64: { least: -16445, most: 16384 },
  53: { least: -1074, most: 1024 },
};

/** The number at the start of the text, as strtold(3) reads it, and how much of the text it takes. */
export function parseFloatText(
  text: string,
  bits = 64,
): { readonly value: Float; readonly length: number } | undefined {
  const special = /^\s*([-+]?)(inf(?:inity)?|nan(?:\(\w*\))?)/i.exec(text);
  if (special) {
    const kind = special[2]?.toLowerCase().startsWith("inf") ? "infinite" : "nan";
    return { value: { kind, negative: special[1] === "-" }, length: special[0].length };
  }
  const hex = /^\s*([-+]?)0x([0-9a-f]*)(?:\.([0-9a-f]*))?(?:p([-+]?\d+))?/i.exec(text);
  if (hex && `${hex[2]}${hex[3] ?? ""}` !== "") {
    const [all, sign, whole = "", fraction = "", power = "0"] = hex;
    const value = rounded(BigInt(`0x${whole}${fraction}`), 1n, Number(power) - 4 * fraction.length, sign === "-", bits);
    return { value, length: all.length };
  }
  const decimal = /^\s*([-+]?)(\d*)(?:\.(\d*))?(?:e([-+]?\d+))?/i.exec(text);
  if (!decimal || `${decimal[2]}${decimal[3] ?? ""}` === "") return undefined;
  const [all, sign, whole = "", fraction = "", power = "0"] = decimal;
  return {
    value: fromDecimal(BigInt(whole + fraction), Number(power) - fraction.length, sign === "-", bits),
    length: all.length,
  };
}

/** `digits * 10 ** power` */
export function fromDecimal(digits: bigint, power: number, negative: boolean, bits = 64): Float {
  if (digits === 0n) return { kind: "finite", negative, mantissa: 0n, exponent: 0 };
  if (power > LIMIT) return { kind: "infinite", negative };
  if (power < -LIMIT * 2) return { kind: "finite", negative, mantissa: 0n, exponent: 0 };
  const ten = 10n ** BigInt(Math.abs(power));
  return power >= 0 ? rounded(digits * ten, 1n, 0, negative, bits) : rounded(digits, ten, 0, negative, bits);
}

/** `numerator / denominator * 2 ** exponent`, rounded half to even. */
function rounded(numerator: bigint, denominator: bigint, exponent: number, negative: boolean, bits: number): Float {
  if (numerator === 0n) return { kind: "finite", negative, mantissa: 0n, exponent: 0 };
  const { least, most } = RANGE[bits] ?? { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };
  const shift = bits + 1 - (bitLength(numerator) - bitLength(denominator));
  const top = shift > 0 ? numerator << BigInt(shift) : numerator;
  const bottom = shift < 0 ? denominator << BigInt(-shift) : denominator;
  let mantissa = divideHalfEven(top, bottom);
  let power = exponent - shift;
  // One or two bits too many after the division: round again from the exact value.
  // Near zero there are fewer bits.
  const extra = Math.max(bitLength(mantissa) - bits, least - power);
  if (extra > 0) {
    mantissa = divideHalfEven(top, bottom << BigInt(extra));
    power += extra;
  }
  if (bitLength(mantissa) > bits) {
    mantissa >>= 1n;
    power += 1;
  }
  if (power + bits > most) return { kind: "infinite", negative };
  return { kind: "finite", negative, mantissa, exponent: power };
}

function bitLength(value: bigint): number {
  const hex = value.toString(16);
  return value === 0n ? 0 : hex.length * 4 - Math.clz32(Number.parseInt(hex.charAt(0), 16)) + 28;
}

function divideHalfEven(top: bigint, bottom: bigint): bigint {
  const quotient = top / bottom;
  const twice = (top - quotient * bottom) * 2n;
  return twice > bottom || (twice === bottom && (quotient & 1n) === 1n) ? quotient + 1n : quotient;
}

export interface FloatStyle {
  /** One of `eEfFgGaA`. */
  readonly conversion: string;
  readonly precision: number | undefined;
  /** `#`: keep the point and the zeros. */
  readonly alternate: boolean;
}

/** The text without its sign and padding. */
export function floatDigits(value: Float, { conversion, precision, alternate }: FloatStyle): string {
  const upper = conversion < "a";
  if (value.kind !== "finite") {
    const text = value.kind === "infinite" ? "inf" : "nan";
    return upper ? text.toUpperCase() : text;
  }
  const lower = conversion.toLowerCase();
  let text: string;
  if (lower === "f") text = fixed(value, precision ?? 6, alternate);
  else if (lower === "e") text = scientific(value, precision ?? 6, alternate);
  else if (lower === "g") text = general(value, precision ?? 6, alternate);
  else text = hexadecimal(value, precision, alternate);
  return upper ? text.toUpperCase() : text;
}

/** `value * 10 ** power`, rounded half to even. */
function scaled({ mantissa, exponent }: Finite, power: number): bigint {
  const ten = 10n ** BigInt(Math.abs(power));
  const two = 1n << BigInt(Math.abs(exponent));
  const top = mantissa * (power > 0 ? ten : 1n) * (exponent > 0 ? two : 1n);
  return divideHalfEven(top, (power < 0 ? ten : 1n) * (exponent < 0 ? two : 1n));
}

function fixed(value: Finite, precision: number, alternate: boolean): string {
  const digits = scaled(value, precision)
    .toString()
    .padStart(precision + 1, "0");
  const whole = digits.slice(0, digits.length - precision);
  return withPoint(whole, digits.slice(digits.length - precision), alternate);
}

function withPoint(whole: string, fraction: string, alternate: boolean): string {
  return fraction === "" && !alternate ? whole : `${whole}.${fraction}`;
}

/** `precision + 1` significant digits and the decimal exponent of the first. */
function significant(value: Finite, precision: number): { readonly digits: string; readonly power: number } {
  if (value.mantissa === 0n) return { digits: "0".repeat(precision + 1), power: 0 };
  const estimate = (bitLength(value.mantissa) - 1 + value.exponent) * Math.LOG10E * Math.LN2;
  let power = Math.floor(estimate);
  for (;;) {
    const digits = scaled(value, precision - power).toString();
    if (digits.length === precision + 1) return { digits, power };
    power += digits.length > precision + 1 ? 1 : -1;
  }
}

function scientific(value: Finite, precision: number, alternate: boolean): string {
  const { digits, power } = significant(value, precision);
  return `${withPoint(digits.slice(0, 1), digits.slice(1), alternate)}${exponentText("e", power, 2)}`;
}

function general(value: Finite, precision: number, alternate: boolean): string {
  const places = Math.max(1, precision);
  const { digits, power } = significant(value, places - 1);
  const kept = alternate ? digits : digits.replace(/(?!^)0+$/, "");
  if (power < -4 || power >= places) {
    return `${withPoint(kept.slice(0, 1), kept.slice(1), alternate)}${exponentText("e", power, 2)}`;
  }
  if (power < 0) return `0.${"0".repeat(-power - 1)}${kept}`;
  return withPoint(kept.slice(0, power + 1).padEnd(power + 1, "0"), kept.slice(power + 1), alternate);
}

/** The first digit holds the mantissa's top four bits, as glibc prints a long double. */
function hexadecimal(value: Finite, precision: number | undefined, alternate: boolean): string {
  if (value.mantissa === 0n) return `0x${withPoint("0", "0".repeat(precision ?? 0), alternate)}p+0`;
  const below = bitLength(value.mantissa) - 4;
  let mantissa = value.mantissa;
  let digits = below / 4;
  if (!Number.isInteger(digits)) {
    mantissa <<= BigInt(4 - (below % 4));
    digits = Math.ceil(digits);
  }
  let power = value.exponent + below;
  if (precision !== undefined && precision < digits) {
    mantissa = divideHalfEven(mantissa, 1n << BigInt(4 * (digits - precision)));
    digits = precision;
    if (bitLength(mantissa) > 4 + 4 * digits) {
      // Rounding up has carried into a fifth bit: the first digit is then 1.
      mantissa >>= 4n;
      power += 4;
    }
  }
  const text = mantissa.toString(16);
  const fraction = precision === undefined ? text.slice(1).replace(/0+$/, "") : text.slice(1).padEnd(precision, "0");
  return `0x${withPoint(text.slice(0, 1), fraction, alternate)}${exponentText("p", power, 1)}`;
}

function exponentText(letter: string, power: number, width: number): string {
  return `${letter}${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(width, "0")}`;
}
