// seq: prints a sequence of numbers. Arithmetic is exact in decimal, so no step drifts.
import { CommandError, type Context, defineCommand, encode, PURE, type Sink, UsageError } from "../src/plugin.ts";
import { fromDecimal } from "./printf/float.ts";
import { checkField, type Directive, FormatProblem, parseFormat } from "./printf/format.ts";
import { floatParts } from "./printf/index.ts";

export const seq = defineCommand({
  name: "seq",
  summary: "Print a sequence of numbers",
  raw: true,
  usage: "[-w] [-s STRING] [-f FORMAT] [FIRST [INCREMENT]] LAST",
  options: {
    "-s, --separator STRING": "between the numbers (a newline)",
    "-w, --equal-width": "pad with zeros to equal width",
    "-f, --format FORMAT": "print by this printf format for floating point numbers: %g, %.2f, %03g",
  },
  examples: [
    { does: "one to three", run: "seq 3", prints: "1\n2\n3\n" },
    { does: "down by twos", run: "seq 5 -2 1", prints: "5\n3\n1\n" },
    { does: "equal width on one line", run: "seq -w -s ' ' 8 10", prints: "08 09 10\n" },
    { does: "file names", run: "seq -f 'img%03g.png' 2", prints: "img001.png\nimg002.png\n" },
  ],
  effects: () => PURE,
  async run(argv, io, ctx) {
    const options = parseOptions(argv);
    const [first, step, last] = range(options.operands);
    if (step.digits === 0n) throw new CommandError(`invalid Zero increment value: '${step.text}'`);
    const separator = encode(options.separator);
    if (options.format === undefined && step.digits === 1n && step.places === 0 && counts(first, last)) {
      await countUp(first, last, options.equalWidth, separator, io.stdout, ctx);
      return;
    }
    await general(first, step, last, options, io.stdout, ctx);
  },
});

interface Options {
  readonly separator: string;
  readonly equalWidth: boolean;
  readonly format: string | undefined;
  readonly operands: readonly string[];
}

/** Options end at the first number: `-1` is one. */
function parseOptions(argv: readonly string[]): Options {
  let separator = "\n";
  let equalWidth = false;
  let format: string | undefined;
  let at = 0;
  for (; at < argv.length; at += 1) {
    const word = argv[at] ?? "";
    if (word === "--") {
      at += 1;
      break;
    }
    if (!word.startsWith("-") || word === "-" || /^-[.\d]|^-inf/i.test(word)) break;
    const long = /^--([a-z-]+)(?:=([\s\S]*))?$/.exec(word);
    const letter = long ? longOption(long[1] ?? "", word) : word.charAt(1);
    if (letter === "w" && !long?.[2]) {
      equalWidth = true;
      // Clustered: -ws, -wf FORMAT
      if (long || word.length === 2) continue;
    }
    const rest = long ? long[2] : letter === "w" ? word.slice(3) : word.slice(2);
    const option = long || letter !== "w" ? letter : word.charAt(2);
    if (option !== "s" && option !== "f") throw new UsageError(`invalid option -- '${option}'`);
    const attached = long ? rest : rest === "" ? undefined : rest;
    if (attached === undefined) at += 1;
    const value = attached ?? argv[at];
    if (value === undefined) throw new UsageError(`option requires an argument -- '${option}'`);
    if (option === "s") separator = value;
    else format = value;
  }
  if (format !== undefined && equalWidth) {
    throw new UsageError("format string may not be specified when printing equal width strings", { exitCode: 1 });
  }
  return { separator, equalWidth, format, operands: argv.slice(at) };
}

function longOption(name: string, word: string): string {
  const found = ["separator", "equal-width", "format"].find((option) => option.startsWith(name));
  if (found === undefined) throw new UsageError(`unrecognized option '${word}'`);
  return found === "equal-width" ? "w" : found.charAt(0);
}

/** `digits / 10 ** places`; `digits` undefined is infinity. */
interface Operand {
  readonly text: string;
  readonly digits: bigint;
  readonly places: number;
  /** Columns that it takes as written. */
  readonly width: number;
  readonly infinite: boolean;
}

function range(operands: readonly string[]): [first: Operand, step: Operand, last: Operand] {
  if (operands.length === 0) throw new UsageError("missing operand");
  if (operands.length > 3) throw new UsageError(`extra operand '${operands[3]}'`, { exitCode: 1 });
  const numbers = operands.map(readOperand);
  const one = readOperand("1");
  const [a = one, b = one, c = one] = numbers;
  if (numbers.length === 1) return [one, one, a];
  return numbers.length === 2 ? [a, one, b] : [a, b, c];
}

function readOperand(text: string): Operand {
  const parts = /^\s*([-+]?)(?:(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d{1,4}))?|(0[xX][0-9a-fA-F]+)|(inf(?:inity)?))$/.exec(
    text,
  );
  const [, sign, whole = "", fraction = "", power = "0", hex, infinite] = parts ?? [];
  if (!parts || (hex === undefined && infinite === undefined && whole + fraction === "")) {
    throw new UsageError(`invalid floating point argument: '${text}'`, { exitCode: 1 });
  }
  const magnitude = infinite !== undefined ? 0n : BigInt(hex ?? whole + fraction);
  const shift = Number(power) - fraction.length;
  const digits = shift > 0 ? magnitude * 10n ** BigInt(shift) : magnitude;
  const places = Math.max(0, -shift);
  const plain = power === "0" && hex === undefined;
  const written = text.trim().replace(/^\+/, "").length + (whole === "" ? 1 : 0);
  const width = plain ? written : String(digits).length + (sign === "-" ? 1 : 0) + (places > 0 ? 1 : 0);
  return { text, digits: sign === "-" ? -digits : digits, places, width, infinite: infinite !== undefined };
}

/** Whole numbers from zero on, in a range that plain arithmetic holds. */
function counts(first: Operand, last: Operand): boolean {
  return !last.infinite && first.places === 0 && last.places === 0 && first.digits >= 0n && last.digits < 1n << 50n;
}

/** Numbers in one block; the last four digits of a block are always 0000 to 9999. */
const BLOCK = 10_000;

/**
 * Counts by one. Within a block only the last four digits differ, so a block is the one before it with the changed
 * digits of its prefix rewritten.
 */
async function countUp(
  first: Operand,
  last: Operand,
  equal: boolean,
  separator: Uint8Array,
  sink: Sink,
  ctx: Context,
): Promise<void> {
  let next = Number(first.digits);
  const end = Number(last.digits);
  if (next > end) return;
  const width = equal ? Math.max(first.width, last.width) : 0;
  let block: Buffer | undefined;
  let prefix = "";
  while (next <= end) {
    const newPrefix = String(Math.floor(next / BLOCK)).padStart(width - 4, "0");
    if (next % BLOCK !== 0 || end - next < BLOCK || (next < BLOCK && width <= 4)) {
      const stop = Math.min(end, next - (next % BLOCK) + BLOCK - 1);
      const full = sink.write(numbers(next, stop, width, separator, stop === end)) ?? ctx.pause();
      if (full) await full;
      next = stop + 1;
      continue;
    }
    if (!block || prefix.length !== newPrefix.length) block = numbers(next, next + BLOCK - 1, width, separator, false);
    else rewrite(block, prefix, newPrefix, separator.length);
    prefix = newPrefix;
    const full = sink.write(Buffer.from(block)) ?? ctx.pause();
    if (full) await full;
    next += BLOCK;
  }
}

function numbers(from: number, to: number, width: number, separator: Uint8Array, final: boolean): Buffer {
  const between = Buffer.from(separator).toString("latin1");
  const list: string[] = [];
  for (let value = from; value <= to; value += 1)
    list.push(width > 0 ? String(value).padStart(width, "0") : String(value));
  return Buffer.from(`${list.join(between)}${final ? "\n" : between}`, "latin1");
}

function rewrite(block: Buffer, from: string, to: string, separator: number): void {
  const stride = to.length + 4 + separator;
  for (let digit = 0; digit < to.length; digit += 1) {
    if (from[digit] === to[digit]) continue;
    const code = to.charCodeAt(digit);
    for (let at = digit; at < block.length; at += stride) block[at] = code;
  }
}

/** Characters gathered before they go on. */
const CHUNK = 32 * 1024;

async function general(
  first: Operand,
  step: Operand,
  last: Operand,
  { format, equalWidth, separator }: Options,
  sink: Sink,
  ctx: Context,
): Promise<void> {
  const places = Math.max(first.places, step.places);
  const scale = Math.max(places, last.places);
  const grow = ({ digits, places: own }: Operand): bigint => digits * 10n ** BigInt(scale - own);
  const by = grow(step);
  const end = grow(last);
  const width = equalWidth ? Math.max(widthOf(first, places), widthOf(last, places)) : 0;
  const print = format === undefined ? decimal(scale, places, width) : formatted(format, scale);
  const endless = last.infinite && by > 0n === !last.text.trim().startsWith("-");
  let value = grow(first);
  let text = "";
  let started = false;
  for (; endless || (!last.infinite && (by > 0n ? value <= end : value >= end)); value += by) {
    text += started ? separator + print(value) : print(value);
    started = true;
    if (text.length < CHUNK) continue;
    const full = sink.write(encode(text)) ?? ctx.pause();
    text = "";
    if (full) await full;
  }
  if (started) await sink.write(encode(`${text}\n`));
}

/** Columns of an operand once it is written with so many decimal places. */
function widthOf({ width, places: own }: Operand, places: number): number {
  const point = (places > 0 ? 1 : 0) - (own > 0 ? 1 : 0);
  return width + places - own + point;
}

function decimal(scale: number, places: number, width: number): (value: bigint) => string {
  if (scale === 0) return (value) => padded(value < 0n, String(value < 0n ? -value : value), width);
  const unused = 10n ** BigInt(scale - places);
  return (value) => {
    const digits = String((value < 0n ? -value : value) / unused).padStart(places + 1, "0");
    const cut = digits.length - places;
    return padded(value < 0n, places === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`, width);
  };
}

function padded(negative: boolean, digits: string, width: number): string {
  return negative ? `-${digits.padStart(width - 1, "0")}` : digits.padStart(width, "0");
}

/** A format with exactly one conversion for floating point numbers. */
function formatted(format: string, scale: number): (value: bigint) => string {
  // Backslashes are no sequences here: seq takes its format as it is.
  const pieces = parseFormat(format.replaceAll("\\", "\\\\"));
  const directives = pieces.filter(
    (piece): piece is Directive => !(piece instanceof Uint8Array) && !(piece instanceof FormatProblem),
  );
  const [directive] = directives;
  if (
    pieces.some((piece) => piece instanceof FormatProblem) ||
    (directive && !"eEfFgGaA".includes(directive.conversion))
  ) {
    throw new CommandError(`format '${format}' has unknown %${/%[^a-zA-Z]*(.)/.exec(format)?.[1] ?? ""} directive`);
  }
  if (!directive) throw new CommandError(`format '${format}' has no % directive`);
  if (directives.length > 1) throw new CommandError(`format '${format}' has too many % directives`);
  const at = pieces.indexOf(directive);
  const before = textOf(pieces.slice(0, at));
  const after = textOf(pieces.slice(at + 1));
  const precision = directive.precision === "*" ? undefined : directive.precision;
  const width = directive.width === "*" ? 0 : directive.width;
  checkField(directive.conversion, width, precision);
  return (value) => {
    const float = fromDecimal(value < 0n ? -value : value, -scale, value < 0n);
    const { prefix, digits } = floatParts(float, { ...directive, precision });
    const missing = Math.max(0, width - prefix.length - digits.length);
    if (directive.minus) return before + prefix + digits + " ".repeat(missing) + after;
    const fill = directive.zero ? prefix + "0".repeat(missing) : " ".repeat(missing) + prefix;
    return before + fill + digits + after;
  };
}

function textOf(pieces: readonly unknown[]): string {
  return Buffer.concat(pieces.filter((piece) => piece instanceof Uint8Array)).toString("utf8");
}
