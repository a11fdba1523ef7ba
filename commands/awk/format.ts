// printf and sprintf: a format taken apart once, and each conversion as gawk does it. Widths count characters. The flag '
// groups nothing, as in the C locale.
import type { Machine } from "./machine.ts";
import { exactText, exponentText, fixedText, generalText, signBit, specialText } from "./number-text.ts";
import { AwkError, NumericText, type Value } from "./value.ts";

export interface Directive {
  readonly minus: boolean;
  readonly plus: boolean;
  readonly blank: boolean;
  readonly zero: boolean;
  readonly alternate: boolean;
  /** `*` takes an argument. */
  readonly width: number | "*";
  readonly precision: number | "*" | undefined;
  readonly conversion: string;
  /** `%2$s`: this argument, counted from 1. */
  readonly position: number | undefined;
  readonly source: string;
}

const DIRECTIVE = /%(?:(\d+)\$)?([-+ #0']*)(\*|\d+)?(?:\.(\*|\d*))?(?:[hlLjztq]*)([diouxXcsfFeEgGaA%])/y;

const parsed = new WeakMap<Machine, Map<string, readonly (string | Directive)[]>>();

export function formatText(machine: Machine, format: string, values: readonly Value[]): string {
  const pieces = piecesOf(machine, format);
  let text = "";
  let next = 0;
  const take = (piece: Directive): Value => {
    if (next >= values.length)
      throw new AwkError(`not enough arguments to satisfy format string: ran out for ${piece.source}`);
    const value = values[next];
    next += 1;
    return value;
  };
  for (const piece of pieces) {
    if (typeof piece === "string") {
      text += piece;
      continue;
    }
    let { minus } = piece;
    let width = 0;
    if (piece.width === "*") {
      width = Math.trunc(machine.number(take(piece)));
      if (width < 0) {
        minus = true;
        width = -width;
      }
    } else width = piece.width;
    let precision: number | undefined;
    if (piece.precision === "*") {
      const given = Math.trunc(machine.number(take(piece)));
      precision = given < 0 ? undefined : given;
    } else precision = piece.precision;
    if (width > WIDTH_LIMIT || (precision ?? 0) > WIDTH_LIMIT)
      throw new AwkError(`width or precision in ${piece.source} is too large`);
    const value = piece.position === undefined ? take(piece) : values[piece.position - 1];
    text += converted(machine, piece, value, width, precision, minus);
  }
  return text;
}

const WIDTH_LIMIT = 10_000_000;

/** One number by a format as CONVFMT and OFMT have it. */
export function formatNumber(machine: Machine, format: string, value: number): string {
  return formatText(machine, format, [value]);
}

function piecesOf(machine: Machine, format: string): readonly (string | Directive)[] {
  let known = parsed.get(machine);
  if (!known) {
    known = new Map();
    parsed.set(machine, known);
  }
  const pieces = known.get(format);
  if (pieces) return pieces;
  if (known.size > 200) known.clear();
  const made = parseFormat(format);
  known.set(format, made);
  return made;
}

/** A format in pieces: plain text, and what takes a value. */
export function parseFormat(format: string): (string | Directive)[] {
  const pieces: (string | Directive)[] = [];
  let plain = "";
  let at = 0;
  while (at < format.length) {
    const percent = format.indexOf("%", at);
    if (percent < 0) break;
    plain += format.slice(at, percent);
    DIRECTIVE.lastIndex = percent;
    const found = DIRECTIVE.exec(format);
    if (!found) {
      // gawk prints what it does not know.
      plain += "%";
      at = percent + 1;
      continue;
    }
    at = DIRECTIVE.lastIndex;
    const [source, position, flags = "", width, precision, conversion = ""] = found;
    if (conversion === "%") {
      plain += "%";
      continue;
    }
    if (plain !== "") pieces.push(plain);
    plain = "";
    pieces.push({
      minus: flags.includes("-"),
      plus: flags.includes("+"),
      blank: flags.includes(" "),
      zero: flags.includes("0"),
      alternate: flags.includes("#"),
      width: width === "*" ? "*" : Number(width ?? 0),
      precision: precision === undefined ? undefined : precision === "*" ? "*" : Number(precision),
      conversion,
      position: position === undefined ? undefined : Number(position),
      source,
    });
  }
  plain += format.slice(at);
  if (plain !== "") pieces.push(plain);
  return pieces;
}

/** Is all of it known before the program runs: no `*`, no positions, and values for all? */
export function isFixed(pieces: readonly (string | Directive)[], values: number): boolean {
  const directives = pieces.filter((piece) => typeof piece !== "string");
  return (
    directives.length <= values &&
    directives.every(
      ({ width, precision, position }) => width !== "*" && precision !== "*" && position === undefined && width <= 1000,
    )
  );
}

/** A number by a directive whose width and precision are known. */
export function numberConverted(directive: Directive, number: number): string {
  const { conversion, minus } = directive;
  const width = directive.width === "*" ? 0 : directive.width;
  const precision = directive.precision === "*" ? undefined : directive.precision;
  if (conversion === "d" || conversion === "i") return integer(directive, number, width, precision, minus);
  if ("ouxX".includes(conversion)) return unsigned(directive, number, width, precision, minus);
  return float(directive, number, width, precision, minus);
}

/** Text by `%s` whose width and precision are known. */
export function textConverted(directive: Directive, whole: string): string {
  const { width, precision, minus } = directive;
  const text = typeof precision === "number" ? firstCharacters(whole, precision) : whole;
  return width === 0 || width === "*" ? text : padded(text, width, minus);
}

function converted(
  machine: Machine,
  directive: Directive,
  value: Value,
  width: number,
  precision: number | undefined,
  minus: boolean,
): string {
  switch (directive.conversion) {
    case "s": {
      const whole = machine.text(value);
      const text = precision === undefined ? whole : firstCharacters(whole, precision);
      return padded(text, width, minus);
    }
    case "c":
      return padded(character(machine, value), width, minus);
    case "d":
    case "i":
      return integer(directive, machine.number(value), width, precision, minus);
    case "o":
    case "u":
    case "x":
    case "X":
      return unsigned(directive, machine.number(value), width, precision, minus);
    default:
      return float(directive, machine.number(value), width, precision, minus);
  }
}

function character(machine: Machine, value: Value): string {
  if (typeof value === "number" || value instanceof NumericText) {
    const code = Math.trunc(machine.number(value));
    if (code >= 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000)) return String.fromCodePoint(code);
    // No character: the low byte, as C does.
    const byte = code & 255;
    return byte < 0x80 ? String.fromCharCode(byte) : String.fromCharCode(0xdc00 + byte);
  }
  // The first of no characters is C's end of a string.
  return firstCharacters(machine.text(value), 1) || "\0";
}

function integer(
  directive: Directive,
  number: number,
  width: number,
  precision: number | undefined,
  minus: boolean,
): string {
  if (!Number.isFinite(number)) return special(directive, number, width, minus);
  const value = Math.trunc(number);
  const digits = wholeDigits(Math.abs(value));
  return numeric(directive, value < 0, "", digits, width, precision, minus);
}

function unsigned(
  directive: Directive,
  number: number,
  width: number,
  precision: number | undefined,
  minus: boolean,
): string {
  if (!Number.isFinite(number)) return special(directive, number, width, minus);
  const { conversion, alternate } = directive;
  let value = BigInt(Math.trunc(number));
  if (value < -(1n << 63n) || value >= 1n << 64n)
    return float({ ...directive, conversion: "g" }, number, width, precision, minus);
  if (value < 0n) value = BigInt.asUintN(64, value);
  const lower = value.toString(conversion === "o" ? 8 : conversion === "u" ? 10 : 16);
  const digits = conversion === "X" ? lower.toUpperCase() : lower;
  let prefix = "";
  if (alternate && value !== 0n && conversion !== "u") prefix = conversion === "o" ? "0" : `0${conversion}`;
  return numeric({ ...directive, plus: false, blank: false }, false, prefix, digits, width, precision, minus);
}

function wholeDigits(value: number): string {
  return value < 1e15 ? `${value}` : BigInt(value).toString();
}

function numeric(
  directive: Directive,
  negative: boolean,
  prefix: string,
  digits: string,
  width: number,
  precision: number | undefined,
  minus: boolean,
): string {
  const sign = negative ? "-" : directive.plus ? "+" : directive.blank ? " " : "";
  const filled =
    precision === undefined ? digits : precision === 0 && digits === "0" ? "" : digits.padStart(precision, "0");
  const head = sign + prefix;
  if (directive.zero && !minus && precision === undefined) return head + filled.padStart(width - head.length, "0");
  return padded(head + filled, width, minus);
}

function float(
  directive: Directive,
  number: number,
  width: number,
  precision: number | undefined,
  minus: boolean,
): string {
  if (!Number.isFinite(number)) return special(directive, number, width, minus);
  const { conversion, alternate } = directive;
  const lower = conversion.toLowerCase();
  let text: string;
  if (alternate || lower === "a") text = exactText(number, conversion, precision, alternate);
  else {
    text =
      lower === "f"
        ? fixedText(number, precision ?? 6)
        : lower === "e"
          ? exponentText(number, precision ?? 6)
          : generalText(number, precision ?? 6);
    if (conversion !== lower) text = text.toUpperCase();
  }
  const negative = text.startsWith("-");
  const digits = negative ? text.slice(1) : text;
  return numeric({ ...directive }, negative || (signBit(number) && number === 0), "", digits, width, undefined, minus);
}

function special(directive: Directive, number: number, width: number, minus: boolean): string {
  const text = specialText(number);
  return padded(directive.conversion < "a" ? text.toUpperCase() : text, width, minus);
}

function padded(text: string, width: number, minus: boolean): string {
  if (width <= text.length && !SURROGATE.test(text)) return text;
  const missing = width - characterCount(text);
  if (missing <= 0) return text;
  return minus ? text + " ".repeat(missing) : " ".repeat(missing) + text;
}

const SURROGATE = /[\ud800-\udbff]/;

export function characterCount(text: string): number {
  if (!SURROGATE.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The first so many characters. */
export function firstCharacters(text: string, count: number): string {
  if (!SURROGATE.test(text)) return text.slice(0, count);
  return [...text].slice(0, count).join("");
}
