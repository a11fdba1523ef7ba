// csv select, head, filter and sort: rows of one table, fewer or in another order.
import { defineCommand, reads, z } from "../../src/plugin.ts";
import { order, parseCondition } from "./condition.ts";
import { columnsOf, openTable, outputDelimiter, RowWriter, tableArgs, tableCli } from "./table.ts";

const PEOPLE = { "p.csv": 'name,age,city\nAda,36,London\nBo,7,"Paris, FR"\nCy,40,Rome\n' };

export const select = defineCommand({
  name: "select",
  summary: "Print some columns",
  args: () => ({
    ...tableArgs(),
    exclude: z.boolean().default(false),
    columns: z.string(),
    file: z.string().default("-"),
  }),
  cli: {
    ...tableCli,
    exclude: { short: "x", does: "print all columns but these" },
    columns: { positional: true, placeholder: "columns" },
    file: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    {
      does: "by name, in this order",
      files: PEOPLE,
      run: "csv select city,name p.csv",
      prints: 'city,name\nLondon,Ada\n"Paris, FR",Bo\nRome,Cy\n',
    },
    {
      does: "all but the second",
      files: PEOPLE,
      run: "csv select -x 2 p.csv | head -2",
      prints: "name,city\nAda,London\n",
    },
  ],
  effects: ({ file }, context) => reads(context, [file]),
  async run(args, io, context) {
    const table = await openTable(args.file, args, io, context);
    if (table.header.length === 0) return 0;
    const named = columnsOf(args.columns, table.header);
    const chosen = args.exclude
      ? table.header.map((_, index) => index).filter((index) => !named.includes(index))
      : named;
    const out = new RowWriter(io, outputDelimiter(args, table));
    await out.header(
      chosen.map((index) => table.header[index] ?? ""),
      args,
    );
    for await (const row of table.rows) await out.write(chosen.map((index) => row[index] ?? ""));
    await out.end();
    return 0;
  },
});

export const head = defineCommand({
  name: "head",
  summary: "Print the header and the first rows",
  args: () => ({ ...tableArgs(), lines: z.number().int().min(0).default(10), file: z.string().default("-") }),
  cli: {
    ...tableCli,
    lines: { short: "n", placeholder: "N", digits: true, does: "number of rows" },
    file: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "one row", files: PEOPLE, run: "csv head -n 1 p.csv", prints: "name,age,city\nAda,36,London\n" },
    {
      does: "as tab-separated text",
      files: PEOPLE,
      run: "csv head -n 1 --output-delimiter tab p.csv",
      prints: "name\tage\tcity\nAda\t36\tLondon\n",
    },
  ],
  effects: ({ file }, context) => reads(context, [file]),
  async run(args, io, context) {
    const table = await openTable(args.file, args, io, context);
    const out = new RowWriter(io, outputDelimiter(args, table));
    await out.header(table.header, args);
    let left = args.lines;
    if (left > 0) {
      for await (const row of table.rows) {
        await out.write(row);
        left -= 1;
        if (left === 0) break;
      }
    }
    await out.end();
    return 0;
  },
});

export const filter = defineCommand({
  name: "filter",
  summary: "Print the rows for which a condition holds",
  description:
    "A condition is COLUMN OP VALUE, joined by and and or. Operators: = != < <= > >=, and ~ and !~ for a pattern. " +
    "Numbers compare as numbers. Names and values with blanks are quoted. Exit status: 1 when no row is printed.",
  args: () => ({ ...tableArgs(), condition: z.string(), file: z.string().default("-") }),
  cli: {
    ...tableCli,
    condition: { positional: true, placeholder: "condition" },
    file: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    {
      does: "by number",
      files: PEOPLE,
      run: "csv filter 'age >= 36' p.csv",
      prints: "name,age,city\nAda,36,London\nCy,40,Rome\n",
    },
    {
      does: "by pattern",
      files: PEOPLE,
      run: "csv filter 'city ~ ^R or name = Bo' p.csv | csv select name",
      prints: "name\nBo\nCy\n",
    },
  ],
  effects: ({ file }, context) => reads(context, [file]),
  async run(args, io, context) {
    const table = await openTable(args.file, args, io, context);
    if (table.header.length === 0) return 1;
    const holds = parseCondition(args.condition, table.header);
    const out = new RowWriter(io, outputDelimiter(args, table));
    await out.header(table.header, args);
    let status = 1;
    for await (const row of table.rows) {
      if (!holds(row)) continue;
      status = 0;
      await out.write(row);
    }
    await out.end();
    return status;
  },
});

export const sort = defineCommand({
  name: "sort",
  summary: "Sort rows by columns",
  description: "Numbers come before text and in their order; rows that compare equal keep their order.",
  args: () => ({
    ...tableArgs(),
    reverse: z.boolean().default(false),
    columns: z.string(),
    file: z.string().default("-"),
  }),
  cli: {
    ...tableCli,
    reverse: { short: "r", does: "largest first" },
    columns: { positional: true, placeholder: "columns" },
    file: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "by a number", files: PEOPLE, run: "csv sort age p.csv | csv select name", prints: "name\nBo\nAda\nCy\n" },
    { does: "largest first", files: PEOPLE, run: "csv sort -r age p.csv | csv select age", prints: "age\n40\n36\n7\n" },
  ],
  effects: ({ file }, context) => reads(context, [file]),
  async run(args, io, context) {
    const table = await openTable(args.file, args, io, context);
    if (table.header.length === 0) return 0;
    const keys = columnsOf(args.columns, table.header);
    const rows: string[][] = [];
    for await (const row of table.rows) rows.push(row);
    const sign = args.reverse ? -1 : 1;
    rows.sort((a, b) => {
      for (const key of keys) {
        const found = order(a[key] ?? "", b[key] ?? "");
        if (found !== 0) return sign * found;
      }
      return 0;
    });
    const out = new RowWriter(io, outputDelimiter(args, table));
    await out.header(table.header, args);
    for (const row of rows) await out.write(row);
    await out.end();
    return 0;
  },
});
