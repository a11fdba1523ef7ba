// Small lines in a shell that is already open: what an agent does all day.
import { join } from "node:path";
import { smallFolder } from "./data.mjs";
import { openJustBash, openRunsh } from "./in-process.mjs";
import { bashFromNode } from "./spawned.mjs";
import { timesFaster } from "./table.mjs";
import { medians, microseconds } from "./timing.mjs";

/** `head 5` is runsh's short way to say `head -5`, which the peers do not know. */
const CASES = [
  { line: "echo hi", bash: 50 },
  { line: "cat f | grep ERROR | wc -l", bash: 50 },
  { line: "cat a && ls | head 5 || echo no", peers: "cat a && ls | head -5 || echo no", bash: 50 },
  { line: "grep -l extra *.ts | wc -l", under: "modules", bash: 15 },
];

export async function measure(bench) {
  const rows = [];
  for (const { line, peers = line, under = "", bash } of CASES) {
    const root = join(smallFolder(bench), under);
    const runsh = openRunsh(root);
    const justBash = openJustBash(root);
    const runs = {
      runsh: async () => (await runsh.run(line)).stdout,
      justBash: async () => (await justBash.exec(peers)).stdout,
      bash: () => bashFromNode(peers, root),
    };
    const outputs = [await runs.runsh(), await runs.justBash(), await runs.bash()].map((text) => text.trim());
    if (new Set(outputs).size > 1) throw new Error(`${line}: ${JSON.stringify(outputs)}`);
    await microseconds(500, runs.runsh);
    await microseconds(20, runs.justBash);
    const took = await medians(bench.quick ? 5 : 15, {
      runsh: () => microseconds(100, runs.runsh),
      justBash: () => microseconds(10, runs.justBash),
      bash: () => microseconds(3, runs.bash),
    });
    await runsh.close();
    rows.push(timesFaster(`warm: ${line}`, took.runsh, "just-bash", took.justBash, 20, "us"));
    rows.push(timesFaster("", took.runsh, "bash", took.bash, bash, "us"));
  }
  return rows;
}
