// A whole process for one line: what starting costs, in wall time, against a node that does nothing.
import { smallFolder } from "./data.mjs";
import { JUST_BASH, RUNSH, wallMilliseconds } from "./spawned.mjs";
import { atMost } from "./table.mjs";
import { medians } from "./timing.mjs";

const CASES = [
  { line: "echo hi", limit: 1.5 },
  { line: "cat f | grep x | wc -l", limit: 2 },
];

export async function measure(bench) {
  const root = smallFolder(bench);
  const rows = [];
  for (const { line, limit } of CASES) {
    const { execPath } = process;
    const took = await medians(bench.quick ? 11 : 31, {
      node: () => wallMilliseconds([execPath, "-e", "0"], root),
      runsh: () => wallMilliseconds([execPath, RUNSH, "-c", line], root),
      justBash: () => wallMilliseconds([execPath, JUST_BASH, "-c", line], root),
    });
    rows.push(atMost(`cold: runsh -c '${line}'`, took.runsh, "node -e 0", took.node, limit, "ms"));
    rows.push(atMost("", took.runsh, "just-bash", took.justBash, 0.7, "ms"));
  }
  return rows;
}
