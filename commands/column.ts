// column: lays text out in columns, or as a table with -t. Widths are characters.
import { decode, defineCommand, encode, reads, Writer, z } from "../src/plugin.ts";
import { eachLine, eachSource } from "./input.ts";

export const column = defineCommand({
  name: "column",
  summary: "Lay text out in columns or as a table",
  description: "Empty lines are left out. Every character is one column wide.",
  args: () => ({
    table: z.boolean().default(false),
    separator: z.string().optional(),
    outputSeparator: z.string().default("  "),
    outputWidth: z.number().int().min(1).default(80),
    fillrows: z.boolean().default(false),
    tableRight: z.string().optional(),
    tableColumns: z.string().optional(),
    tableHide: z.string().optional(),
    json: z.boolean().default(false),
    tableName: z.string().default("table"),
    keepEmptyLines: z.boolean().default(false),
    merge: z.boolean().default(false),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    table: { short: "t", does: "make a table" },
    separator: { short: "s", placeholder: "CHARS", does: "fields of a table are between these, not blanks" },
    outputSeparator: { short: "o", placeholder: "TEXT", does: "between the columns of a table (two blanks)" },
    outputWidth: { short: "c", long: ["output-width", "columns"], placeholder: "N", does: "width of the output (80)" },
    fillrows: { short: "x", does: "fill rows before columns" },
    tableRight: { short: "R", placeholder: "LIST", does: "align these columns (numbers or names) to the right" },
    tableColumns: { short: "N", placeholder: "NAMES", does: "names of the columns, printed as a heading" },
    tableHide: { short: "H", placeholder: "LIST", does: "leave these columns out" },
    json: { short: "J", does: "print JSON, with names from -N" },
    tableName: { short: "n", placeholder: "NAME", does: "name of the table in JSON" },
    keepEmptyLines: { short: "L", long: ["keep-empty-lines", "table-empty-lines"], does: "keep empty lines" },
    merge: { short: "e", long: false, does: "accepted and ignored" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "a table", run: "printf 'a bb c\\naaa b c\\n' | column -t", prints: "a    bb  c\naaa  b   c\n" },
    { does: "of fields with commas", run: "printf 'x,1\\nyy,2\\n' | column -t -s,", prints: "x   1\nyy  2\n" },
    { does: "as JSON", run: "echo 'a 1' | column -J -N name,n | grep -c name", prints: "1\n" },
  ],
  effects: ({ files }, context) => reads(context, files),
  async run(args, io) {
    const out = new Writer(io.stdout);
    const lines: string[] = [];
    const status = await eachSource(args.files, io, out, (source) =>
      eachLine(source, out, (bytes, start, end) => {
        const line = decode(bytes.subarray(start, end));
        if (args.keepEmptyLines || line.trim() !== "") lines.push(line);
      }),
    );
    if (args.json || args.table || args.tableColumns !== undefined) printTable(lines, args, out);
    else printColumns(lines, args.outputWidth, args.fillrows, out);
    await out.flush();
    return status;
  },
});

interface TableArgs {
  readonly separator?: string | undefined;
  readonly outputSeparator: string;
  readonly tableRight?: string | undefined;
  readonly tableColumns?: string | undefined;
  readonly tableHide?: string | undefined;
  readonly json: boolean;
  readonly tableName: string;
}

function printTable(lines: readonly string[], args: TableArgs, out: Writer): void {
  const names = args.tableColumns?.split(",") ?? [];
  const rows = lines.map((line) => fieldsOf(line, args.separator));
  if (args.json) {
    printJson(rows, names, args.tableName, out);
    return;
  }
  if (names.length > 0) rows.unshift(names);
  const count = Math.max(0, ...rows.map((row) => row.length));
  const chosen = (list: string | undefined): Set<number> =>
    new Set((list?.split(",") ?? []).map((word) => (/^\d+$/.test(word) ? Number(word) - 1 : names.indexOf(word))));
  const [right, hidden] = [chosen(args.tableRight), chosen(args.tableHide)];
  const widths = Array.from({ length: count }, (_, at) => Math.max(0, ...rows.map((row) => widthOf(row[at] ?? ""))));
  const shown = widths.map((_, at) => at).filter((at) => !hidden.has(at));
  for (const row of rows) {
    const last = shown.at(-1);
    const cells = shown.map((at) => {
      const cell = row[at] ?? "";
      const fill = " ".repeat((widths[at] ?? 0) - widthOf(cell));
      if (right.has(at)) return fill + cell;
      return at === last ? cell : cell + fill;
    });
    out.bytes(encode(`${cells.join(args.outputSeparator)}\n`));
  }
}

function printJson(rows: readonly (readonly string[])[], names: readonly string[], table: string, out: Writer): void {
  const text = rows.map((row) => {
    const fields = names.map(
      (name, at) => `         ${JSON.stringify(name)}: ${row[at] ? JSON.stringify(row[at]) : "null"}`,
    );
    return `{\n${fields.join(",\n")}\n      }`;
  });
  out.bytes(encode(`{\n   ${JSON.stringify(table)}: [\n      ${text.join(",")}\n   ]\n}\n`));
}

/** Blanks in a row are one separator; those that were asked for stand for themselves. */
function fieldsOf(line: string, separator: string | undefined): string[] {
  if (separator === undefined) return line.split(/[ \t]+/).filter((field) => field !== "");
  const fields = [""];
  for (const character of line) {
    if (separator.includes(character)) fields.push("");
    else fields[fields.length - 1] += character;
  }
  return fields;
}

function widthOf(text: string): number {
  return Array.from(text).length;
}

/** Columns begin at multiples of eight, with tabs between. */
function printColumns(lines: readonly string[], width: number, byRows: boolean, out: Writer): void {
  const entries = lines.map((line) => line.trimStart());
  const longest = Math.max(0, ...entries.map(widthOf));
  const size = (Math.floor(longest / 8) + 1) * 8;
  const across = Math.max(1, Math.floor(width / size));
  const rows = Math.ceil(entries.length / across);
  if (longest >= width || across === 1) {
    for (const entry of entries) out.bytes(encode(`${entry}\n`));
    return;
  }
  for (let row = 0; row < rows; row += 1) {
    let line = "";
    let used = 0;
    for (let at = 0; at < across; at += 1) {
      const index = byRows ? row * across + at : row + at * rows;
      const entry = entries[index];
      if (entry === undefined) break;
      for (; used < at * size; used = (Math.floor(used / 8) + 1) * 8) line += "\t";
      line += entry;
      used += widthOf(entry);
    }
    out.bytes(encode(`${line}\n`));
  }
}
