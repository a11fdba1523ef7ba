// csv: a family of commands over delimited files. Each streams where its meaning allows.
import { defineCommand } from "../../src/plugin.ts";
import { filter, head, select, sort } from "./columns.ts";
import { join } from "./join.ts";
import { fromJson, toJson } from "./json.ts";
import { stats } from "./stats.ts";

export const csv = defineCommand({
  name: "csv",
  summary: "Select, filter, sort, join and summarise delimited files",
  description: "Quoting is RFC 4180's. Columns are named by their header or their number from 1.",
  subcommands: [select, filter, sort, join, stats, head, toJson, fromJson],
});
