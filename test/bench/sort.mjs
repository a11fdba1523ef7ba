// Sorting more than fits a cache, and the count of what occurs most.
import { basename, dirname } from "node:path";
import { compareCpu } from "./compare-cpu.mjs";
import { logToSort } from "./data.mjs";

const CASES = [
  { line: "sort F", limit: 1.0 },
  { line: "cut -d' ' -f1 F | sort | uniq -c | sort -rn | head", limit: 1.2 },
];

export async function measure(bench) {
  const log = logToSort(bench);
  const name = bench.quick ? "20 MB" : "100 MB";
  const rounds = bench.quick ? 3 : 5;
  const rows = [];
  for (const { line, limit } of CASES) {
    const over = line.replace("F", basename(log));
    rows.push(...(await compareCpu({ name, line: over, limit, cwd: dirname(log), rounds })));
  }
  return rows;
}
