// Numbers as text: integers exact, others by a printf conversion. V8's own digits are taken where they are C's too, and
// exact arithmetic where V8 rounds a tie away from zero and C to even.
import { type Float, floatDigits } from "../printf/float.ts";

/** A whole number, with all its digits. */
export function integerText(value: number): string {
  if (value > -1e15 && value < 1e15) return `${value}`;
  return BigInt(value).toString();
}

/** What is no finite number, as gawk prints it. */
export function specialText(value: number): string {
  if (Number.isNaN(value)) return signBit(value) ? "-nan" : "+nan";
  return value > 0 ? "+inf" : "-inf";
}

const SIGN = new DataView(new ArrayBuffer(8));

export function signBit(value: number): boolean {
  SIGN.setFloat64(0, value);
  return SIGN.getUint8(0) >= 128;
}

/** `%.{precision}g` of a finite number. */
export function generalText(value: number, precision: number): string {
  const places = Math.max(1, precision);
  if (places > 50 || isTie(value, places - 1 - exponentOf(value))) return exactText(value, "g", precision, false);
  const text = value.toPrecision(places);
  const power = text.indexOf("e");
  if (power < 0) {
    // V8 writes 0.0000012 in full; C has an exponent below 1e-4.
    const size = Math.abs(value);
    if (size !== 0 && size < 1e-4) return exactOrExponent(value, places);
    return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  }
  return cExponent(withoutZeros(text.slice(0, power)), text.slice(power + 1));
}

function exactOrExponent(value: number, places: number): string {
  const text = value.toExponential(places - 1);
  const power = text.indexOf("e");
  const exponent = Number(text.slice(power + 1));
  if (exponent >= -4) return value.toPrecision(places).replace(/\.?0+$/, "");
  return cExponent(withoutZeros(text.slice(0, power)), text.slice(power + 1));
}

function withoutZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

function cExponent(digits: string, exponent: string): string {
  const sign = exponent.startsWith("-") ? "-" : "+";
  return `${digits}e${sign}${exponent.replace(/^[-+]/, "").padStart(2, "0")}`;
}

/** `%.{precision}f` of a finite number. */
export function fixedText(value: number, precision: number): string {
  if (precision > 100 || Math.abs(value) >= 1e21 || isTie(value, precision)) {
    return exactText(value, "f", precision, false);
  }
  const text = value.toFixed(precision);
  return signBit(value) && !text.startsWith("-") ? `-${text}` : text;
}

/** `%.{precision}e` of a finite number. */
export function exponentText(value: number, precision: number): string {
  if (precision > 100 || isTie(value, precision - exponentOf(value))) return exactText(value, "e", precision, false);
  const [digits = "", exponent = ""] = value.toExponential(precision).split("e");
  return cExponent(signBit(value) && !digits.startsWith("-") ? `-${digits}` : digits, exponent);
}

/** Any float conversion by exact arithmetic, its sign included. */
export function exactText(
  value: number,
  conversion: string,
  precision: number | undefined,
  alternate: boolean,
): string {
  const float = floatOf(value);
  return (float.negative ? "-" : "") + floatDigits(float, { conversion, precision, alternate });
}

function floatOf(value: number): Float {
  SIGN.setFloat64(0, value);
  const bits = SIGN.getBigUint64(0);
  const negative = bits >> 63n === 1n;
  const power = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  if (power === 0x7ff) return { kind: fraction === 0n ? "infinite" : "nan", negative };
  if (power === 0) return { kind: "finite", negative, mantissa: fraction, exponent: -1074 };
  return { kind: "finite", negative, mantissa: fraction | 0x10000000000000n, exponent: power - 1075 };
}

const TWOS = Array.from({ length: 62 }, (_, power) => 2 ** power);

function exponentOf(value: number): number {
  return value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
}

/** May the value lie exactly between two decimals of so many places? Only multiples of 2 ** -(places + 1) can. */
function isTie(value: number, places: number): boolean {
  if (places > 60) return false;
  if (places < 0) return Number.isInteger(value) && value % 5 === 0;
  const scaled = value * (TWOS[places + 1] as number);
  return Number.isInteger(scaled) && (scaled % 2 !== 0 || !Number.isInteger(value));
}
