// csv stats: what each column holds. Distinct values are counted exactly up to a limit, which bounds the memory.
import { defineCommand, reads, z } from "../../src/plugin.ts";
import { numberOf } from "./condition.ts";
import { openTable, outputDelimiter, RowWriter, tableArgs, tableCli } from "./table.ts";

/** Distinct values of a column that are remembered; more are reported as this many and a plus. */
const MOST_DISTINCT = 100_000;

class Column {
  readonly #distinct = new Set<string>();
  #filled = 0;
  #empty = 0;
  #numbers = 0;
  #integers = true;
  #sum = 0;
  #least: number | undefined;
  #most: number | undefined;
  #first: string | undefined;
  #last: string | undefined;

  add(field: string): void {
    if (field === "") {
      this.#empty += 1;
      return;
    }
    this.#filled += 1;
    if (this.#distinct.size < MOST_DISTINCT) this.#distinct.add(field);
    if (this.#first === undefined || field < this.#first) this.#first = field;
    if (this.#last === undefined || field > this.#last) this.#last = field;
    const number = numberOf(field);
    if (number === undefined) return;
    this.#numbers += 1;
    this.#sum += number;
    if (!Number.isInteger(number)) this.#integers = false;
    if (this.#least === undefined || number < this.#least) this.#least = number;
    if (this.#most === undefined || number > this.#most) this.#most = number;
  }

  row(name: string): string[] {
    const numeric = this.#filled > 0 && this.#numbers === this.#filled;
    const distinct = `${this.#distinct.size}${this.#distinct.size >= MOST_DISTINCT ? "+" : ""}`;
    const type = this.#filled === 0 ? "empty" : numeric ? (this.#integers ? "integer" : "number") : "text";
    const range = numeric ? [this.#least, this.#most] : [this.#first, this.#last];
    const mean = numeric ? String(Number((this.#sum / this.#numbers).toPrecision(12))) : "";
    const sum = numeric ? String(Number(this.#sum.toPrecision(15))) : "";
    return [
      name,
      type,
      String(this.#filled),
      String(this.#empty),
      distinct,
      ...range.map((end) => String(end ?? "")),
      sum,
      mean,
    ];
  }
}

export const stats = defineCommand({
  name: "stats",
  summary: "Tell what each column holds",
  args: () => ({ ...tableArgs(), file: z.string().default("-") }),
  cli: { ...tableCli, file: { positional: true, placeholder: "file" } },
  readsStdin: true,
  examples: [
    {
      does: "types, counts, ranges",
      files: { "f.csv": "name,n\nAda,1\nBo,2.5\nBo,\n" },
      run: "csv stats f.csv",
      prints:
        "column,type,filled,empty,distinct,min,max,sum,mean\nname,text,3,0,2,Ada,Bo,,\nn,number,2,1,2,1,2.5,3.5,1.75\n",
    },
    { does: "one column of it", run: "printf 'n\\n1\\n2\\n' | csv stats | csv select mean", prints: "mean\n1.5\n" },
  ],
  effects: ({ file }, context) => reads(context, [file]),
  async run(args, io, context) {
    const table = await openTable(args.file, args, io, context);
    const columns = table.header.map(() => new Column());
    for await (const row of table.rows) for (const [index, column] of columns.entries()) column.add(row[index] ?? "");
    const out = new RowWriter(io, outputDelimiter(args, table));
    await out.write(["column", "type", "filled", "empty", "distinct", "min", "max", "sum", "mean"]);
    for (const [index, column] of columns.entries()) await out.write(column.row(table.header[index] ?? ""));
    await out.end();
    return 0;
  },
});
