// numfmt: turns numbers into sizes like 1.5K and back, in the fields that are asked for.
import { CommandError, decode, defineCommand, encode, PURE, Writer, z } from "../src/plugin.ts";
import { eachLine } from "./input.ts";

const SCALES = ["none", "auto", "si", "iec", "iec-i"] as const;
type Scale = (typeof SCALES)[number];
const UNITS = "KMGTPEZY";

export const numfmt = defineCommand({
  name: "numfmt",
  summary: "Turn numbers into sizes like 1.5K and back",
  args: () => ({
    to: z.enum(SCALES).default("none"),
    from: z.enum(SCALES).default("none"),
    toUnit: z.number().int().min(1).default(1),
    fromUnit: z.number().int().min(1).default(1),
    round: z.enum(["up", "down", "from-zero", "towards-zero", "nearest"]).default("from-zero"),
    suffix: z.string().default(""),
    padding: z.number().int().default(0),
    format: z.string().optional(),
    field: z.string().default("1"),
    delimiter: z.string().optional(),
    header: z.number().int().min(0).default(0),
    invalid: z.enum(["abort", "fail", "warn", "ignore"]).default("abort"),
    grouping: z.boolean().default(false),
    numbers: z.array(z.string()).default([]),
  }),
  cli: {
    to: { placeholder: "UNIT", does: "print sizes: si 1000 (K), iec 1024 (K), iec-i 1024 (Ki)" },
    from: { placeholder: "UNIT", does: "read sizes: si, iec, iec-i, auto" },
    toUnit: { placeholder: "N", does: "divide what is printed by N" },
    fromUnit: { placeholder: "N", does: "multiply what is read by N" },
    round: { placeholder: "METHOD", does: "up, down, from-zero (the default), towards-zero, nearest" },
    suffix: { placeholder: "TEXT", does: "take TEXT off and put it after each number" },
    padding: { placeholder: "N", does: "columns: positive right, negative left" },
    format: { placeholder: "FORMAT", does: "print as %f of printf does: %10.1f" },
    field: { placeholder: "LIST", does: "fields with numbers: 1, 2-4, 3-, -" },
    delimiter: { short: "d", placeholder: "CHAR", does: "fields are between CHARs, not blanks" },
    header: { long: "header", optionalValue: "1", placeholder: "N", does: "leave the first N lines alone" },
    invalid: { placeholder: "MODE", does: "what is no number: abort, fail at the end, warn, ignore" },
    grouping: { does: "accepted: the C locale has no groups" },
    numbers: { positional: true, placeholder: "number" },
  },
  readsStdin: true,
  examples: [
    { does: "for people", run: "numfmt --to=iec 1536", prints: "1.5K\n" },
    { does: "back to bytes", run: "numfmt --from=iec 2K", prints: "2048\n" },
    { does: "the second field", run: "echo 'a 1000' | numfmt --field=2 --to=si", prints: "a 1.0K\n" },
  ],
  effects: () => PURE,
  async run(args, io) {
    const out = new Writer(io.stdout);
    const troubles: string[] = [];
    const rules = { ...args, wanted: fieldsOf(args.field), ...shapeOf(args.format, args.padding) };
    let seen = 0;
    const line = (text: string): void => {
      seen += 1;
      const done = args.numbers.length === 0 && seen <= args.header ? text : convertLine(text, rules, troubles);
      out.bytes(encode(`${done}\n`));
    };
    try {
      if (args.numbers.length > 0) for (const number of args.numbers) line(number);
      else await eachLine(io.stdin, out, (bytes, start, end) => line(decode(bytes.subarray(start, end))));
    } finally {
      await out.flush();
    }
    if (args.invalid !== "ignore") for (const trouble of troubles) await io.diagnose(trouble);
    return troubles.length > 0 && args.invalid === "fail" ? 2 : 0;
  },
});

interface Shape {
  readonly before: string;
  readonly after: string;
  readonly width: number;
  readonly zero: boolean;
  readonly precision: number | undefined;
}

interface Rules extends Shape {
  readonly to: Scale;
  readonly from: Scale;
  readonly toUnit: number;
  readonly fromUnit: number;
  readonly round: string;
  readonly suffix: string;
  readonly delimiter?: string | undefined;
  readonly invalid: string;
  readonly wanted: (field: number) => boolean;
}

function shapeOf(format: string | undefined, padding: number): Shape {
  if (format === undefined) return { before: "", after: "", width: padding, zero: false, precision: undefined };
  const parts = /^((?:[^%]|%%)*)%([-0']*)(\d*)(?:\.(\d+))?f((?:[^%]|%%)*)$/.exec(format);
  if (!parts) throw new CommandError(`invalid format '${format}', directive must be %[0]['][-][N][.][N]f`);
  const [, before = "", flags = "", width = "", precision, after = ""] = parts;
  const size = padding !== 0 ? padding : Number(width) * (flags.includes("-") ? -1 : 1);
  const exact = precision === undefined ? undefined : Number(precision);
  const plain = (text: string): string => text.replaceAll("%%", "%");
  return { before: plain(before), after: plain(after), width: size, zero: flags.includes("0"), precision: exact };
}

function fieldsOf(list: string): (field: number) => boolean {
  const ranges = list.split(",").map((part): [number, number] => {
    const [from = "", to = from] = part.split("-", 2);
    if (!/^\d*(-\d*)?$/.test(part) || part === "") throw new CommandError(`invalid field value '${part}'`);
    return [from === "" ? 1 : Number(from), to === "" ? Infinity : Number(to)];
  });
  return (field) => ranges.some(([from, to]) => field >= from && field <= to);
}

function convertLine(text: string, rules: Rules, troubles: string[]): string {
  const { delimiter, wanted } = rules;
  if (delimiter !== undefined) {
    return text
      .split(delimiter)
      .map((cell, at) => (wanted(at + 1) ? convert(cell, rules, troubles, 0) : cell))
      .join(delimiter);
  }
  let field = 0;
  return text.replace(/([ \t]*)([^ \t]+)/g, (whole: string, blanks: string, cell: string) => {
    field += 1;
    if (!wanted(field)) return whole;
    // Blanks before a number are columns that it may use.
    const lead = field === 1 ? "" : blanks.slice(0, 1);
    const width = blanks.length > lead.length ? blanks.length - lead.length + cell.length : 0;
    return lead + convert(cell, rules, troubles, width);
  });
}

function convert(cell: string, rules: Rules, troubles: string[], column: number): string {
  const { suffix, to, from } = rules;
  const bare = suffix !== "" && cell.trim().endsWith(suffix) ? cell.trim().slice(0, -suffix.length) : cell.trim();
  const parts = /^([+-]?\d*\.?\d*)(?:([KMGTPEZYk])(i?))?$/.exec(bare);
  const trouble =
    !parts || !/\d/.test(parts[1] ?? "")
      ? `invalid number: '${cell}'`
      : parts[2] !== undefined && from === "none"
        ? `rejecting suffix in input: '${cell}' (consider using --from)`
        : from === "iec-i" && parts[2] !== undefined && parts[3] === ""
          ? `missing 'i' suffix in input: '${cell}' (e.g Ki/Mi/Gi)`
          : undefined;
  if (trouble !== undefined || !parts) {
    if (rules.invalid === "abort") throw new CommandError(trouble ?? "", { exitCode: 2 });
    troubles.push(trouble ?? "");
    return cell;
  }
  const base = from === "si" || (from === "auto" && parts[3] === "") ? 1000 : 1024;
  const exponent = parts[2] === undefined ? 0 : UNITS.indexOf(parts[2].toUpperCase()) + 1;
  const value = (Number(parts[1]) * base ** exponent * rules.fromUnit) / rules.toUnit;
  const decimals = /\.(\d+)/.exec(parts[1] ?? "")?.[1]?.length ?? 0;
  const text = to === "none" ? plain(value, exponent === 0 ? decimals : 0, rules) : scaled(value, rules);
  const width = rules.width !== 0 ? rules.width : column;
  const whole = text + suffix;
  const padded = width < 0 ? whole.padEnd(-width) : rules.zero ? whole.padStart(width, "0") : whole.padStart(width);
  return rules.before + padded + rules.after;
}

function plain(value: number, decimals: number, { precision, round }: Rules): string {
  const digits = precision ?? decimals;
  return rounded(value, digits, round).toFixed(digits);
}

function scaled(value: number, { to, precision, round }: Rules): string {
  const base = to === "si" ? 1000 : 1024;
  let left = value;
  let unit = 0;
  while (Math.abs(left) >= base && unit < UNITS.length) {
    left /= base;
    unit += 1;
  }
  const digits = precision ?? (unit > 0 && Math.abs(left) < 10 ? 1 : 0);
  let shown = rounded(left, digits, round);
  if (Math.abs(shown) >= base && unit < UNITS.length) {
    shown = rounded(shown / base, digits, round);
    unit += 1;
  }
  const places = precision ?? (unit > 0 && Math.abs(shown) < 10 ? 1 : 0);
  return `${shown.toFixed(places)}${UNITS[unit - 1] ?? ""}${to === "iec-i" && unit > 0 ? "i" : ""}`;
}

function rounded(value: number, digits: number, method: string): number {
  const unit = 10 ** digits;
  // What floating point adds below a billionth of a unit is no reason to round up.
  const exact = Number((value * unit).toPrecision(15));
  const away = (x: number): number => (x < 0 ? Math.floor(x) : Math.ceil(x));
  const ways: Readonly<Record<string, (x: number) => number>> = {
    up: Math.ceil,
    down: Math.floor,
    "from-zero": away,
    "towards-zero": Math.trunc,
    nearest: (x) => Math.sign(x) * Math.round(Math.abs(x)),
  };
  return (ways[method] ?? away)(exact) / unit;
}
