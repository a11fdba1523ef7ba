// join: joins the lines of two sorted files that have a field in common. Fields are compared by bytes.
import {
  CommandError,
  decode,
  defineCommand,
  encode,
  reads,
  type Source,
  UsageError,
  Writer,
  z,
} from "../src/plugin.ts";
import { eachLine } from "./input.ts";

export const join = defineCommand({
  name: "join",
  summary: "Join lines of two sorted files by a common field",
  description: "Both files must be sorted by the field that they are joined by (sort -k).",
  args: () => ({
    field: z.number().int().min(1).optional(),
    field1: z.number().int().min(1).optional(),
    field2: z.number().int().min(1).optional(),
    also: z.array(z.enum(["1", "2"])).default([]),
    only: z.array(z.enum(["1", "2"])).default([]),
    empty: z.string().default(""),
    ignoreCase: z.boolean().default(false),
    output: z.array(z.string()).default([]),
    separator: z.string().optional(),
    header: z.boolean().default(false),
    checkOrder: z.enum(["default", "check", "nocheck"]).default("default"),
    zeroTerminated: z.boolean().default(false),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    field: { short: "j", long: false, placeholder: "N", does: "join by field N of both" },
    field1: { short: "1", long: false, placeholder: "N", does: "join by field N of the first file" },
    field2: { short: "2", long: false, placeholder: "N", does: "join by field N of the second file" },
    also: { short: "a", long: false, placeholder: "FILE", does: "print lines of file 1 or 2 that have no partner too" },
    only: { short: "v", long: false, placeholder: "FILE", does: "print only lines of file 1 or 2 without a partner" },
    empty: { short: "e", long: false, placeholder: "TEXT", does: "print TEXT where a field is missing" },
    ignoreCase: { short: "i", does: "ignore case" },
    output: {
      short: "o",
      long: false,
      placeholder: "LIST",
      does: "print these: 0 the common field, 1.2 field 2 of file 1; auto",
    },
    separator: { short: "t", long: false, placeholder: "CHAR", does: "fields are between CHARs, not blanks" },
    header: { does: "the first lines are headings, joined as they are" },
    checkOrder: {
      long: false,
      values: { "check-order": "check", "nocheck-order": "nocheck" },
      meanings: { check: "stop where a file is not sorted", nocheck: "do not say so where a file is not sorted" },
    },
    zeroTerminated: { short: "z", does: "lines end with NUL, not newline" },
    files: { positional: true, placeholder: "file" },
  },
  examples: [
    {
      does: "by the first field",
      files: { a: "1 x\n2 y\n", b: "1 p\n3 q\n" },
      run: "join a b",
      prints: "1 x p\n",
    },
    {
      does: "with commas, keep what has no partner",
      files: { a: "1,x\n2,y\n", b: "1,p\n" },
      run: "join -t, -a 1 a b",
      prints: "1,x,p\n2,y\n",
    },
  ],
  effects: ({ files }, context) => reads(context, files.slice(-2)),
  async run(args, io, ctx) {
    // `-o 1.1 2.2`: what stands before the two files belongs to the list.
    const listed = args.output.length > 0 ? args.files.slice(0, -2) : [];
    const [first, second, extra] = args.files.slice(listed.length);
    if (first === undefined || second === undefined) throw new UsageError("missing operand", { exitCode: 1 });
    if (extra !== undefined) throw new UsageError(`extra operand '${extra}'`, { exitCode: 1 });
    if (first === "-" && second === "-") throw new UsageError("both files cannot be standard input", { exitCode: 1 });
    const tab = separatorOf(args.separator);
    const delimiter = args.zeroTerminated ? 0 : 10;
    const files: Line[][] = [];
    for (const [at, name] of [first, second].entries()) {
      const key = (at === 0 ? args.field1 : args.field2) ?? args.field ?? 1;
      const source = name === "-" ? io.stdin : io.open(name);
      files.push(await linesOf(source, { key, tab, fold: args.ignoreCase, delimiter }));
      if (name !== "-") source.close();
    }
    const [left = [], right = []] = files;
    const out = new Writer(io.stdout);
    const layout = layoutOf([...args.output, ...listed], left, right);
    const [key1, key2] = [args.field1 ?? args.field ?? 1, args.field2 ?? args.field ?? 1];
    const print = (a: Line | undefined, b: Line | undefined): void => {
      const key = a?.fields[key1 - 1] ?? b?.fields[key2 - 1] ?? "";
      const cells = layout
        ? layout.map(([file, field]) => (file === 0 ? key : (file === 1 ? a : b)?.fields[field - 1]) || args.empty)
        : [
            key === "" ? args.empty : key,
            ...(a?.fields.filter((_, at) => at !== key1 - 1) ?? []),
            ...(b?.fields.filter((_, at) => at !== key2 - 1) ?? []),
          ].map((cell) => (cell === "" ? args.empty : cell));
      out.bytes(encode(cells.join(tab ?? " ")));
      out.byte(delimiter);
    };
    const alone = (side: "1" | "2"): boolean => args.also.includes(side) || args.only.includes(side);
    let [i, j] = [0, 0];
    if (args.header && (left.length > 0 || right.length > 0)) {
      print(left[0], right[0]);
      [i, j] = [Math.min(1, left.length), Math.min(1, right.length)];
    }
    const unsorted: string[] = [];
    for (const [side, lines, name] of [
      [1, left, first],
      [2, right, second],
    ] as const) {
      const wrong = lines.findIndex((line, at) => at > (args.header ? 1 : 0) && compare(lines[at - 1], line) > 0);
      if (wrong > 0 && args.checkOrder !== "nocheck")
        unsorted.push(`${name}:${wrong + 1}: is not sorted: ${lines[wrong]?.fields.join(tab ?? " ")}`);
      if (side === 2 && args.checkOrder === "check" && unsorted.length > 0) throw new CommandError(unsorted[0] ?? "");
    }
    let unpaired = false;
    while (i < left.length || j < right.length) {
      const order = i >= left.length ? 1 : j >= right.length ? -1 : compare(left[i], right[j]);
      if (order < 0) {
        if (alone("1")) print(left[i], undefined);
        unpaired = true;
        i += 1;
      } else if (order > 0) {
        if (alone("2")) print(undefined, right[j]);
        unpaired = true;
        j += 1;
      } else {
        let iEnd = i;
        let jEnd = j;
        while (iEnd < left.length && compare(left[iEnd], left[i]) === 0) iEnd += 1;
        while (jEnd < right.length && compare(right[jEnd], right[j]) === 0) jEnd += 1;
        if (args.only.length === 0) {
          for (let a = i; a < iEnd; a += 1) {
            for (let b = j; b < jEnd; b += 1) print(left[a], right[b]);
            const rest = out.drain() ?? ctx.pause();
            if (rest) await rest;
          }
        }
        [i, j] = [iEnd, jEnd];
      }
      const rest = out.drain() ?? ctx.pause();
      if (rest) await rest;
    }
    await out.flush();
    if (unsorted.length === 0 || !unpaired) return 0;
    for (const message of unsorted) await io.diagnose(message);
    await io.diagnose("input is not in sorted order", "sort both files first");
    return 1;
  },
});

interface Line {
  readonly fields: readonly string[];
  readonly key: Uint8Array;
}

interface Cutting {
  readonly key: number;
  readonly tab: string | undefined;
  readonly fold: boolean;
  readonly delimiter: number;
}

async function linesOf(source: Source, { key, tab, fold, delimiter }: Cutting): Promise<Line[]> {
  const lines: Line[] = [];
  const idle = new Writer({ terminal: false, write: () => undefined });
  await eachLine(
    source,
    idle,
    (bytes, start, end) => {
      const text = decode(bytes.subarray(start, end));
      const fields =
        tab === undefined
          ? text.split(/[ \t\n]+/).filter((field, at) => at > 0 || field !== "")
          : tab === ""
            ? [text]
            : text.split(tab);
      if (tab === undefined && fields.at(-1) === "") fields.pop();
      const value = fields[key - 1] ?? "";
      lines.push({ fields, key: encode(fold ? value.toUpperCase() : value) });
    },
    delimiter,
  );
  return lines;
}

function compare(a: Line | undefined, b: Line | undefined): number {
  return Buffer.compare(a?.key ?? new Uint8Array(), b?.key ?? new Uint8Array());
}

function separatorOf(given: string | undefined): string | undefined {
  if (given === undefined || given === "") return given;
  if (given === "\\0") return "\0";
  if (Array.from(given).length > 1) throw new CommandError(`multi-character tab '${given}'`);
  return given;
}

function layoutOf(
  lists: readonly string[],
  left: readonly Line[],
  right: readonly Line[],
): [number, number][] | undefined {
  if (lists.length === 0) return undefined;
  if (lists[0] === "auto") {
    const rest = (file: number, line: Line | undefined): [number, number][] =>
      (line?.fields ?? []).slice(1).map((_, at): [number, number] => [file, at + 2]);
    return [[0, 0], ...rest(1, left[0]), ...rest(2, right[0])];
  }
  return lists.flatMap((list) =>
    list
      .split(/[, \t]+/)
      .filter((word) => word !== "")
      .map((word): [number, number] => {
        if (word === "0") return [0, 0];
        const parts = /^([12])\.([1-9]\d*)$/.exec(word);
        if (!parts) throw new CommandError(`invalid field specifier: '${word}'`);
        return [Number(parts[1]), Number(parts[2])];
      }),
  );
}
