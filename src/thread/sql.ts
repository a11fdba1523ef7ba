// Runs SQL over tables read from files, in SQLite compiled to WebAssembly: a database in memory, without a file system.
import type { Source } from "../stream/stream.ts";
import { runTask } from "./thread.ts";

export type SqlValue = string | number | bigint | null | Uint8Array;

export interface SqlTable {
  readonly name: string;
  readonly format: "csv" | "tsv" | "json";
  /** Opens the file; throws `FileError`. */
  open(): Source;
}

/** Rows of one result, in batches. */
export interface SqlAnswer {
  /** Names of columns; only with the first batch of a result. */
  readonly columns?: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
}

export interface SqlRun {
  readonly sql: string;
  readonly tables: readonly SqlTable[];
  readonly signal: AbortSignal;
  answer(answer: SqlAnswer): void | Promise<void>;
}

/** A failed statement or a file that is no table. `tables` describes what there is. */
export class SqlError extends Error {
  readonly tables: readonly string[];

  constructor(message: string, tables: readonly string[]) {
    super(message);
    this.name = "SqlError";
    this.tables = tables;
  }
}

type Request = { readonly read: number } | { readonly answer: SqlAnswer };

export async function runSql({ sql, tables, signal, answer }: SqlRun): Promise<void> {
  const sources = new Map<number, Source>();
  try {
    const result = await runTask<Request>({
      program: "sql",
      start: { sql, tables: tables.map(({ name, format }) => ({ name, format })) },
      signal,
      answer(request) {
        if ("answer" in request) return answer(request.answer);
        const source = sources.get(request.read) ?? tables[request.read]?.open();
        if (source) sources.set(request.read, source);
        return source?.read() ?? null;
      },
    });
    if (isFailure(result)) throw new SqlError(result.error, result.tables);
  } finally {
    for (const source of sources.values()) source.close();
  }
}

function isFailure(value: unknown): value is { readonly error: string; readonly tables: readonly string[] } {
  return typeof value === "object" && value !== null && "error" in value && typeof value.error === "string";
}
