// A delimited file as rows, read as a stream, and rows written again. Columns are found here by name or number.
import { pipeline, Readable } from "node:stream";
import { CsvError, Parser } from "csv-parse";
import {
  type CliOption,
  CommandError,
  type Context,
  FileError,
  type Io,
  type Source,
  Writer,
  z,
} from "../../src/plugin.ts";

export const tableArgs = () => ({
  delimiter: z.string().optional(),
  outputDelimiter: z.string().optional(),
  noHeader: z.boolean().default(false),
});

export const tableCli = {
  delimiter: { short: "d", placeholder: "CHAR", does: "what separates fields: a comma, or a tab for *.tsv" },
  outputDelimiter: { placeholder: "CHAR", does: "what to print between fields; the same unless given" },
  noHeader: { does: "the first row holds data; columns are numbered" },
} satisfies Record<string, CliOption>;

export interface TableOptions {
  readonly delimiter?: string | undefined;
  readonly outputDelimiter?: string | undefined;
  readonly noHeader: boolean;
}

export interface Table {
  /** Numbers from 1 where the file has no header. */
  readonly header: readonly string[];
  /** Rows as wide as the header, at least. Read once. */
  readonly rows: AsyncIterable<string[]>;
  readonly delimiter: string;
}

/** Opens a table; `-` is stdin. Throws `FileError`, and `CommandError` for what is no table. */
export async function openTable(file: string, options: TableOptions, io: Io, context: Context): Promise<Table> {
  const delimiter = delimiterOf(options.delimiter, file);
  const rows = records(file, delimiter, io, context);
  const first = await rows.next();
  if (first.done) return { header: [], rows, delimiter };
  const header = options.noHeader ? first.value.map((_, index) => String(index + 1)) : first.value;
  return { header, rows: padded(options.noHeader ? first.value : undefined, rows, header.length), delimiter };
}

/** Indices of columns written as `name`, `3`, `2-4`, joined by commas. */
export function columnsOf(list: string, header: readonly string[]): number[] {
  return list.split(",").flatMap((part) => {
    const word = part.trim();
    const named = header.indexOf(word);
    if (named >= 0) return [named];
    const range = /^(\d+)(?:-(\d*))?$/.exec(word);
    if (!range) throw unknownColumn(word, header);
    const from = Number(range[1]);
    const to = range[2] === undefined ? from : range[2] === "" ? header.length : Number(range[2]);
    if (from < 1 || to > header.length || to < from) throw unknownColumn(word, header);
    return Array.from({ length: to - from + 1 }, (_, index) => from - 1 + index);
  });
}

export function columnOf(name: string, header: readonly string[]): number {
  const named = header.indexOf(name);
  if (named >= 0) return named;
  const [index = 0] = columnsOf(name, header);
  return index;
}

/** Writes rows; fields are quoted where RFC 4180 says so. */
export class RowWriter {
  readonly #out: Writer;
  readonly #delimiter: string;
  readonly #special: RegExp;

  constructor(io: Io, delimiter: string) {
    this.#out = new Writer(io.stdout);
    this.#delimiter = delimiter;
    this.#special = new RegExp(`["\\r\\n${delimiter.replace(/[\\\]^-]/g, "\\$&")}]|^\\s|\\s$`);
  }

  write(row: readonly string[]): void | Promise<void> {
    this.#out.text(`${row.map((field) => this.#quoted(field, row.length)).join(this.#delimiter)}\n`);
    return this.#out.drain();
  }

  /** The header, unless the file has none. */
  header(header: readonly string[], options: TableOptions): void | Promise<void> {
    return options.noHeader || header.length === 0 ? undefined : this.write(header);
  }

  end(): void | Promise<void> {
    return this.#out.flush();
  }

  #quoted(field: string, width: number): string {
    // A lone empty field would be an empty line, which is no row.
    if (field === "" && width === 1) return '""';
    return this.#special.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
  }
}

export function outputDelimiter(options: TableOptions, table: Table): string {
  return options.outputDelimiter === undefined ? table.delimiter : oneCharacter(options.outputDelimiter);
}

export function delimiterOf(given: string | undefined, file: string): string {
  if (given === undefined) return /\.(?:tsv|tab)$/i.test(file) ? "\t" : ",";
  return oneCharacter(given);
}

function oneCharacter(text: string): string {
  if (text === "\\t" || text === "tab") return "\t";
  if ([...text].length !== 1) throw new CommandError("the delimiter must be a single character", { exitCode: 2 });
  return text;
}

async function* records(file: string, delimiter: string, io: Io, context: Context): AsyncGenerator<string[]> {
  const source = file === "-" ? io.stdin : opened(file, io);
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for (let chunk = await source.read(); chunk; chunk = await source.read()) yield chunk;
  };
  const parser = new Parser({
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  let failure: unknown;
  pipeline(Readable.from(chunks(), { objectMode: false }), parser, (error) => {
    failure = error;
  });
  try {
    for await (const record of parser) {
      if (Array.isArray(record)) yield record.map(String);
      const rest = context.pause();
      if (rest) await rest;
    }
  } catch (error) {
    const cause = failure ?? error;
    if (cause instanceof CsvError) throw new CommandError(`${file === "-" ? "stdin" : file}: ${cause.message}`);
    throw cause;
  } finally {
    parser.destroy();
    if (file !== "-") source.close();
  }
}

/** Errors name the file as it was written. */
function opened(file: string, io: Io): Source {
  try {
    return io.open(file);
  } catch (error) {
    throw error instanceof FileError ? new FileError(error.code, file) : error;
  }
}

async function* padded(
  first: string[] | undefined,
  rows: AsyncIterable<string[]>,
  width: number,
): AsyncGenerator<string[]> {
  if (first) yield first;
  for await (const row of rows) {
    while (row.length < width) row.push("");
    yield row;
  }
}

function unknownColumn(name: string, header: readonly string[]): CommandError {
  return new CommandError(`no column '${name}'`, { help: `Columns: ${header.join(", ")}` });
}
