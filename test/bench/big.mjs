// Lines over a log of 1 GB: CPU and memory of a whole process; and its two ends, which must not read what lies between.
import { basename, dirname } from "node:path";
import { compareCpu } from "./compare-cpu.mjs";
import { bigLog } from "./data.mjs";
import { openRunsh } from "./in-process.mjs";
import { under } from "./table.mjs";
import { median, microseconds } from "./timing.mjs";

const CASES = [
  { line: "cat F | grep ' 500 ' | wc -l", limit: 0.7 },
  { line: "grep -cE 'GET /api/v[0-9]+/users' F", limit: 1.3 },
  { line: "grep -ci error F", limit: 1.3 },
  { line: "wc -l F", limit: 1.3 },
];
const ENDS = ["head -5 F", "tail -5 F"];

export async function measure(bench) {
  const log = bigLog(bench);
  const cwd = dirname(log);
  const over = (line) => line.replace("F", basename(log));
  const name = bench.quick ? "100 MB" : "1 GB";
  const rows = [];
  for (const { line, limit } of CASES) {
    rows.push(...(await compareCpu({ name, line: over(line), limit, cwd, rounds: bench.quick ? 3 : 5 })));
  }
  const shell = openRunsh(cwd);
  for (const line of ENDS) {
    const times = await microseconds(100, () => shell.run(over(line)));
    rows.push(under(`${name}, warm: ${over(line)}`, median(times) / 1000, 2, "ms"));
  }
  await shell.close();
  return rows;
}
