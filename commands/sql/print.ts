// Prints the rows of results: an aligned table, CSV, or JSON.
import type { SqlAnswer, SqlValue, Writer } from "../../src/plugin.ts";

export type Style = "table" | "csv" | "tsv" | "json" | "jsonl";

/** Rows that an aligned table takes its widths from; later rows keep them. */
const MEASURED = 1000;

export class RowPrinter {
  readonly #out: Writer;
  readonly #style: Style;
  readonly #header: boolean;
  #columns: readonly string[] = [];
  #widths: number[] | undefined;
  #waiting: string[][] = [];
  #right: boolean[] = [];
  #open = false;
  #rows = 0;
  #results = 0;

  constructor(out: Writer, style: Style, header: boolean) {
    this.#out = out;
    this.#style = style;
    this.#header = header;
  }

  add({ columns, rows }: SqlAnswer): void {
    if (columns) this.#begin(columns);
    for (const row of rows) this.#row(row);
  }

  /** Ends the result, if there is one. */
  end(): void {
    if (!this.#open) return;
    if (this.#style === "table") this.#measure();
    if (this.#style === "json") this.#out.text(this.#rows > 0 ? "\n]\n" : "]\n");
    this.#open = false;
  }

  #begin(columns: readonly string[]): void {
    this.end();
    if (this.#results > 0 && this.#style === "table") this.#out.text("\n");
    this.#columns = columns;
    this.#widths = undefined;
    this.#waiting = [];
    this.#right = columns.map(() => true);
    this.#rows = 0;
    this.#results += 1;
    this.#open = true;
    if (this.#style === "json") this.#out.text("[");
    if (this.#style === "csv" && this.#header)
      this.#out.text(`${columns.map((name) => quoted(name, ",")).join(",")}\n`);
    if (this.#style === "tsv" && this.#header)
      this.#out.text(`${columns.map((name) => quoted(name, "\t")).join("\t")}\n`);
  }

  #row(row: readonly SqlValue[]): void {
    this.#rows += 1;
    if (this.#style === "csv" || this.#style === "tsv") {
      const delimiter = this.#style === "csv" ? "," : "\t";
      this.#out.text(`${row.map((value) => quoted(plain(value, ""), delimiter)).join(delimiter)}\n`);
    } else if (this.#style === "json" || this.#style === "jsonl") {
      const fields = this.#columns.map((name, index) => `${JSON.stringify(name)}:${jsonOf(row[index] ?? null)}`);
      if (this.#style === "json") this.#out.text(this.#rows > 1 ? ",\n" : "\n");
      this.#out.text(`{${fields.join(",")}}${this.#style === "jsonl" ? "\n" : ""}`);
    } else {
      for (const [index, value] of row.entries()) {
        if (value !== null && typeof value !== "number" && typeof value !== "bigint") this.#right[index] = false;
      }
      const cells = row.map((value) => plain(value, "NULL").replace(/[\n\r\t]/g, " "));
      if (this.#widths) this.#line(cells, this.#widths);
      else if (this.#waiting.push(cells) >= MEASURED) this.#measure();
    }
  }

  /** Prints the rows that waited, and from then on with their widths. */
  #measure(): void {
    if (this.#widths) return;
    const widths = this.#columns.map((name, index) => {
      let width = this.#header ? widthOf(name) : 0;
      for (const row of this.#waiting) width = Math.max(width, widthOf(row[index] ?? ""));
      return width;
    });
    this.#widths = widths;
    if (this.#header) {
      this.#line(this.#columns, widths);
      this.#out.text(`${widths.map((width) => "-".repeat(Math.max(width, 1))).join("  ")}\n`);
    }
    for (const row of this.#waiting.splice(0)) this.#line(row, widths);
  }

  #line(cells: readonly string[], widths: readonly number[]): void {
    const padded = cells.map((cell, index) => {
      const room = " ".repeat(Math.max(0, (widths[index] ?? 0) - widthOf(cell)));
      return this.#right[index] && this.#rows > 0 ? room + cell : cell + room;
    });
    this.#out.text(`${padded.join("  ").trimEnd()}\n`);
  }
}

function widthOf(text: string): number {
  return [...text].length;
}

function plain(value: SqlValue, nothing: string): string {
  if (value === null) return nothing;
  return value instanceof Uint8Array ? Buffer.from(value).toString("hex") : String(value);
}

function jsonOf(value: SqlValue): string {
  if (value === null) return "null";
  if (typeof value === "bigint") return String(value);
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString("hex"));
  return JSON.stringify(value) ?? "null";
}

function quoted(field: string, delimiter: string): string {
  return /["\r\n]/.test(field) || field.includes(delimiter) ? `"${field.replaceAll('"', '""')}"` : field;
}
