// How long the host's event loop waits while a long line works in the same process.
import { basename, dirname } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { bigLog, logToSort, tree } from "./data.mjs";
import { openRunsh } from "./in-process.mjs";
import { under } from "./table.mjs";

const MAX_DELAY_MS = 30;

export async function measure(bench) {
  const log = basename(bigLog(bench));
  const unsorted = basename(logToSort(bench));
  tree(bench);
  const shell = openRunsh(dirname(bigLog(bench)));
  const rows = [];
  for (const line of [
    `cat ${log} | grep ' 500 ' | wc -l`,
    `grep -cE 'GET /api/v[0-9]+/users' ${log}`,
    `grep -ci error ${log}`,
    `wc -l ${log}`,
    "grep -rl foo tree | wc -l",
    `sort ${unsorted} | tail -1`,
    `cut -d' ' -f1 ${unsorted} | sort | uniq -c | sort -rn | head`,
    "i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; echo $i",
  ]) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const { exitCode } = await shell.run(line);
    delay.disable();
    const max = `longest ${(delay.max / 1e6).toFixed(0)} ms${exitCode === 0 ? "" : `, exit ${exitCode}`}`;
    rows.push({ ...under(`event loop p99: ${line}`, delay.percentile(99) / 1e6, MAX_DELAY_MS, "ms"), note: max });
  }
  await shell.close();
  return rows;
}
