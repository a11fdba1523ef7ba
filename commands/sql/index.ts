// sql: SQLite over CSV, TSV and JSON files. The database lies in memory and ends with the call.
import {
  CommandError,
  decode,
  defineCommand,
  FileError,
  type Io,
  reads,
  runSql,
  type Source,
  SqlError,
  ThreadError,
  UsageError,
  Writer,
  z,
} from "../../src/plugin.ts";
import { RowPrinter } from "./print.ts";
import { formatOf, type TableFile, tablesOf } from "./tables.ts";

export const sql = defineCommand({
  name: "sql",
  summary: "Query CSV, TSV and JSON files with SQL",
  description:
    "SQLite 3 in memory. A file named in quotes is a table ('data.csv'); an operand is one under its name without the " +
    "extension, - under stdin. JSON is an array of objects or one object a line. A column of numbers is numeric, an " +
    "empty field of CSV is NULL. text REGEXP 'pattern' works. Nothing is written; ATTACH, VACUUM and PRAGMAs that set " +
    "something are refused.",
  args: () => ({
    style: z.enum(["table", "csv", "tsv", "json", "jsonl"]).default("table"),
    noHeader: z.boolean().default(false),
    table: z.array(z.string()).default([]),
    file: z.string().optional(),
    query: z.string().optional(),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    style: {
      long: false,
      values: { csv: "csv", tsv: "tsv", json: "json", jsonl: "jsonl" },
      meanings: {
        csv: "print CSV",
        tsv: "print tab-separated text",
        json: "print an array of objects",
        jsonl: "print one object a line",
      },
      does: "form of the output; an aligned table unless given",
    },
    noHeader: { does: "print no names of columns" },
    table: { short: "t", placeholder: "NAME=FILE", does: "a table from FILE; may be repeated" },
    file: { short: "f", placeholder: "FILE", does: "read the statements from FILE" },
    query: { positional: true, placeholder: "query" },
    files: { positional: true, placeholder: "file" },
  },
  examples: [
    {
      does: "a file as a table",
      files: { "p.csv": "name,age\nAda,36\nBo,7\n" },
      run: `sql "SELECT name, age + 1 AS next FROM 'p.csv' WHERE age > 10"`,
      prints: "name  next\n----  ----\nAda     37\n",
    },
    {
      does: "a join, as CSV",
      files: { "u.csv": "id,name\n1,Ada\n", "o.jsonl": '{"user":1,"sum":5}\n{"user":1,"sum":7}\n' },
      run: "sql --csv 'SELECT name, SUM(sum) AS total FROM u JOIN o ON user = id GROUP BY name' u.csv o.jsonl",
      prints: "name,total\nAda,12\n",
    },
    {
      does: "from a pipe, as JSON",
      run: "printf 'a,b\\n1,x\\n' | sql --jsonl 'SELECT b, a FROM stdin' -",
      prints: '{"b":"x","a":1}\n',
    },
  ],
  effects: (args, context) => {
    const { query, files } = operands(args);
    // Statements in a file name their tables when it is read.
    if (query === undefined) return { reads: ["tree:/"], writes: [] };
    const tables = args.table.map((word) => word.slice(word.indexOf("=") + 1));
    return reads(context, [...tablesOf(query, files, []).map(({ file }) => file), ...tables]);
  },
  async run(args, io, context) {
    const { query, files } = operands(args);
    const text = query ?? (args.file === undefined ? undefined : await textOf(io.open(args.file)));
    if (text === undefined) throw new UsageError("no query given");
    const tables = tablesOf(text, files, args.table).filter(
      ({ name, file }) => file === "-" || name !== file || context.workspace.exists(file)?.kind === "file",
    );
    const out = new Writer(io.stdout);
    const printer = new RowPrinter(out, args.style, !args.noHeader);
    try {
      await runSql({
        sql: text,
        tables: tables.map((table) => ({ ...table, format: formatOf(table.file), open: () => opened(table, io) })),
        signal: context.signal,
        answer(answer) {
          printer.add(answer);
          return out.drain();
        },
      });
    } catch (error) {
      await out.flush();
      if (error instanceof ThreadError) throw new CommandError(error.message);
      if (!(error instanceof SqlError)) throw error;
      const help = error.tables.length > 0 && /no such (?:table|column)/.test(error.message);
      throw new CommandError(error.message, help ? { help: `Tables: ${error.tables.join("; ")}` } : {});
    }
    printer.end();
    await out.flush();
    return 0;
  },
});

/** With -f every operand is a file. */
function operands(args: {
  readonly file?: string | undefined;
  readonly query?: string | undefined;
  readonly files: readonly string[];
}): { readonly query: string | undefined; readonly files: readonly string[] } {
  if (args.file === undefined) return { query: args.query, files: args.files };
  return { query: undefined, files: args.query === undefined ? args.files : [args.query, ...args.files] };
}

/** Errors name the file as it was written. */
function opened({ file }: TableFile, io: Io): Source {
  if (file === "-") return io.stdin;
  try {
    return io.open(file);
  } catch (error) {
    throw error instanceof FileError ? new FileError(error.code, file) : error;
  }
}

async function textOf(source: Source): Promise<string> {
  const parts: Uint8Array[] = [];
  for (let chunk = await source.read(); chunk; chunk = await source.read()) parts.push(chunk);
  return decode(Buffer.concat(parts));
}
