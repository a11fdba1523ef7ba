// csv join: rows of two tables that agree in a column. The right table is held in memory, the left one streams.
import { defineCommand, reads, z } from "../../src/plugin.ts";
import { columnOf, openTable, outputDelimiter, RowWriter, tableArgs, tableCli } from "./table.ts";

const TABLES = { "u.csv": "id,name\n1,Ada\n2,Bo\n", "o.csv": "user,total\n1,10\n1,5\n3,7\n" };

export const join = defineCommand({
  name: "join",
  summary: "Join two tables where a column agrees",
  args: () => ({
    ...tableArgs(),
    left: z.boolean().default(false),
    rightColumn: z.string().optional(),
    column: z.string(),
    leftFile: z.string(),
    rightFile: z.string(),
  }),
  cli: {
    ...tableCli,
    left: { does: "keep rows of the left table that have no partner" },
    rightColumn: { placeholder: "COLUMN", does: "its name in the right table, when it differs" },
    column: { positional: true, placeholder: "column" },
    leftFile: { positional: true, placeholder: "left" },
    rightFile: { positional: true, placeholder: "right" },
  },
  examples: [
    {
      does: "rows with a partner",
      files: TABLES,
      run: "csv join id u.csv o.csv --right-column user",
      prints: "id,name,total\n1,Ada,10\n1,Ada,5\n",
    },
    {
      does: "all rows of the left",
      files: TABLES,
      run: "csv join --left id u.csv o.csv --right-column user | tail -1",
      prints: "2,Bo,\n",
    },
  ],
  effects: ({ leftFile, rightFile }, context) => reads(context, [leftFile, rightFile]),
  async run(args, io, context) {
    const right = await openTable(args.rightFile, args, io, context);
    const left = await openTable(args.leftFile, args, io, context);
    if (left.header.length === 0) return 0;
    const leftKey = columnOf(args.column, left.header);
    const rightKey = columnOf(args.rightColumn ?? args.column, right.header);
    const without = (row: readonly string[]): string[] => row.filter((_, index) => index !== rightKey);
    const partners = new Map<string, string[][]>();
    for await (const row of right.rows) {
      const key = row[rightKey] ?? "";
      const known = partners.get(key);
      if (known) known.push(without(row));
      else partners.set(key, [without(row)]);
    }
    const out = new RowWriter(io, outputDelimiter(args, left));
    await out.header([...left.header, ...without(right.header)], args);
    const nobody = args.left ? [without(right.header).map(() => "")] : [];
    for await (const row of left.rows) {
      for (const partner of partners.get(row[leftKey] ?? "") ?? nobody) await out.write([...row, ...partner]);
    }
    await out.end();
    return 0;
  },
});
