// printf: formats its arguments as bash's builtin does, bytes included. Assigning with -v is the shell's own business.
import { type Context, decode, defineCommand, encode, PURE, UsageError, Writer } from "../../src/plugin.ts";
import { expandEscapes } from "../escapes.ts";
import { clockOf, formatTime } from "../file-time.ts";
import { quoteWord } from "../quote-word.ts";
import { type Float, floatDigits } from "./float.ts";
import { checkField, type Directive, FormatProblem, type Piece, parseFormat } from "./format.ts";
import { type Read, readFloat, readInteger } from "./number.ts";
import { quoteForShell } from "./quote.ts";

export const printf = defineCommand({
  name: "printf",
  summary: "Print arguments by a format",
  description:
    "The format is used again while arguments remain. Conversions: %s %b (with backslash sequences) %q (quoted for the\n" +
    "shell) %c %d %i %u %o %x %X %e %f %g %a %(FORMAT)T (a time) %%. Width and precision count bytes, as in bash.",
  raw: true,
  usage: "FORMAT [argument...]",
  examples: [
    { does: "a table", run: "printf '%-5s|%3d|\\n' a 1 bc 20", prints: "a    |  1|\nbc   | 20|\n" },
    { does: "a number with two decimals", run: "printf '%.2f\\n' 3.14159", prints: "3.14\n" },
    { does: "one argument a line", run: "printf '%s\\n' one two", prints: "one\ntwo\n" },
    { does: "hexadecimal", run: "printf '%#x\\n' 255", prints: "0xff\n" },
  ],
  effects: () => PURE,
  async run(argv, io, ctx) {
    const operands = argv[0] === "--" ? argv.slice(1) : argv;
    const [format, ...values] = operands;
    if (format === undefined) throw new UsageError("usage: printf FORMAT [argument...]");
    if (operands === argv && format.length > 1 && format.startsWith("-")) {
      throw new UsageError(`${format}: invalid option`, { help: `Use: printf -- ${quoteWord(format)}` });
    }
    const out = new Writer(io.stdout);
    const printer = new Printer(parseFormat(format), values, out, ctx);
    do {
      const end = printer.round();
      const full = out.drain() ?? ctx.pause();
      if (full) await full;
      if (end) break;
    } while (printer.more);
    await out.flush();
    for (const message of printer.messages) await io.diagnose(message);
    return printer.failed ? 1 : 0;
  },
});

/** Prints round after round of the format. */
class Printer {
  readonly messages: string[] = [];
  failed = false;
  readonly #pieces: readonly Piece[];
  readonly #values: readonly string[];
  readonly #out: Writer;
  readonly #ctx: Context;
  #at = 0;

  constructor(pieces: readonly Piece[], values: readonly string[], out: Writer, ctx: Context) {
    this.#pieces = pieces;
    this.#values = values;
    this.#out = out;
    this.#ctx = ctx;
  }

  /** Arguments remain, and the format takes some. */
  get more(): boolean {
    return this.#at > 0 && this.#at < this.#values.length;
  }

  /** Prints the format once; true when output ends here. */
  round(): boolean {
    for (const piece of this.#pieces) {
      if (piece instanceof Uint8Array) {
        this.#out.bytes(piece);
      } else if (piece instanceof FormatProblem) {
        this.#fail(piece.message);
        return true;
      } else if (this.#convert(piece)) {
        return true;
      }
    }
    return false;
  }

  #next(): string | undefined {
    const value = this.#values[this.#at];
    if (value !== undefined) this.#at += 1;
    return value;
  }

  #fail(message: string): void {
    this.messages.push(message);
    this.failed = true;
  }

  #report({ problem, warning }: Read<unknown>): void {
    if (problem !== undefined) this.#fail(problem);
    if (warning !== undefined) this.messages.push(warning);
  }

  #star(value: number | "*" | undefined): number | undefined {
    if (value !== "*") return value;
    const read = readInteger(this.#next() ?? "", false);
    this.#report(read);
    return Number(read.value);
  }

  #convert(directive: Directive): boolean {
    const starred = this.#star(directive.width) ?? 0;
    const width = Math.abs(starred);
    const star = this.#star(directive.precision);
    const precision = star !== undefined && star < 0 ? undefined : star;
    checkField(directive.conversion, width, precision);
    const field: Field = { ...directive, width, precision, minus: directive.minus || starred < 0 };
    switch (directive.conversion) {
      case "s":
        this.#text(encode(this.#next() ?? ""), field);
        return false;
      case "c": {
        const first = encode(this.#next() ?? "").subarray(0, 1);
        this.#pad(first.length > 0 ? first : Uint8Array.of(0), field);
        return false;
      }
      case "b": {
        const { text, stop } = expandEscapes(this.#next() ?? "", "%b");
        this.#text(encode(text), field);
        return stop;
      }
      case "q":
        this.#text(encode(quoteForShell(this.#next() ?? "")), field);
        return false;
      case "Q": {
        const bytes = encode(this.#next() ?? "");
        const cut = precision === undefined ? bytes : bytes.subarray(0, precision);
        this.#pad(encode(quoteForShell(decode(cut))), field);
        return false;
      }
      case "T":
        this.#time(directive.time ?? "", field);
        return false;
      case "d":
      case "i":
      case "o":
      case "u":
      case "x":
      case "X":
        this.#integer(field);
        return false;
      default:
        this.#float(field);
        return false;
    }
  }

  #text(bytes: Uint8Array, field: Field): void {
    this.#pad(field.precision === undefined ? bytes : bytes.subarray(0, field.precision), field);
  }

  #pad(bytes: Uint8Array, { width, minus }: Field): void {
    const blanks = " ".repeat(Math.max(0, width - bytes.length));
    if (!minus) this.#out.text(blanks);
    this.#out.bytes(bytes);
    if (minus) this.#out.text(blanks);
  }

  #time(format: string, field: Field): void {
    const value = this.#next();
    const read = readInteger(value ?? "-1", false);
    this.#report(read);
    const seconds = Number(read.value);
    // -1 is now, -2 the start of the shell; here each call starts one.
    const ms = seconds === -1 || seconds === -2 ? Math.floor(Date.now() / 1000) * 1000 : seconds * 1000;
    const clock = clockOf(ms, this.#ctx.env.TZ ?? "UTC");
    this.#text(encode(formatTime(format === "" ? "%X" : format, clock)), field);
  }

  #integer(field: Field): void {
    const { conversion, alternate, precision } = field;
    const signedType = conversion === "d" || conversion === "i";
    const read = readInteger(this.#next() ?? "", !signedType);
    this.#report(read);
    const magnitude = read.value < 0n ? -read.value : read.value;
    const base = conversion === "o" ? 8 : conversion === "x" || conversion === "X" ? 16 : 10;
    let digits = precision === 0 && magnitude === 0n ? "" : magnitude.toString(base);
    digits = digits.padStart(precision ?? 0, "0");
    let prefix = signedType ? signOf(read.value < 0n, field) : "";
    if (alternate && base === 8 && !digits.startsWith("0")) digits = `0${digits}`;
    if (alternate && base === 16 && magnitude !== 0n) prefix = "0x";
    if (conversion === "X") {
      digits = digits.toUpperCase();
      prefix = prefix.toUpperCase();
    }
    this.#number(prefix, digits, field, precision === undefined);
  }

  #float(field: Field): void {
    const read = readFloat(this.#next() ?? "");
    this.#report(read);
    const { value } = read;
    const { prefix, digits } = floatParts(value, field);
    this.#number(prefix, digits, field, value.kind === "finite");
  }

  #number(prefix: string, digits: string, { width, minus, zero }: Field, mayZero: boolean): void {
    const missing = Math.max(0, width - prefix.length - digits.length);
    if (minus) this.#out.text(prefix + digits + " ".repeat(missing));
    else if (zero && mayZero) this.#out.text(prefix + "0".repeat(missing) + digits);
    else this.#out.text(" ".repeat(missing) + prefix + digits);
  }
}

/** A directive whose `*` have been read. */
interface Field extends Omit<Directive, "width" | "precision"> {
  readonly width: number;
  readonly precision: number | undefined;
}

/** Sign (and `0x`), and digits: zeros of the padding come between them. */
export function floatParts(
  value: Float,
  field: Pick<Field, "conversion" | "precision" | "alternate" | "plus" | "blank">,
): { readonly prefix: string; readonly digits: string } {
  const digits = floatDigits(value, field);
  const sign = signOf(value.negative, field);
  const hex = /^0[xX]/.exec(digits)?.[0] ?? "";
  return { prefix: sign + hex, digits: digits.slice(hex.length) };
}

function signOf(negative: boolean, { plus, blank }: { readonly plus: boolean; readonly blank: boolean }): string {
  return negative ? "-" : plus ? "+" : blank ? " " : "";
}
