// From the signal to the result, while a line would go on for long. A host that could not even send its signal in time,
// because the line held the event loop, counts as late too: the clock starts when the signal was due.
import { writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { logToSort } from "./data.mjs";
import { openRunsh } from "./in-process.mjs";
import { under } from "./table.mjs";

const SIGNAL_AFTER_MS = 50;
const MAX_LATENCY_MS = 100;

export async function measure(bench) {
  const unsorted = logToSort(bench);
  // The b in front keeps an engine from seeing at once that what the pattern must end with is not there.
  writeFileSync(join(bench.folder, "aaa"), `b${"a".repeat(50_000)}\n`);
  const shell = openRunsh(dirname(unsorted));
  const rows = [];
  for (const line of [
    "while :; do :; done",
    "yes | cat >/dev/null",
    "grep -P '(a*)*\\1b' aaa",
    `sort ${basename(unsorted)} >/dev/null`,
    "for i in {1..100000}; do x=$(echo $i); done",
  ]) {
    const late = [];
    let exits = new Set();
    for (let round = 0; round < (bench.quick ? 5 : 15); round += 1) {
      const { latency, exitCode } = await cancelled(shell, line);
      late.push(latency);
      exits = exits.add(exitCode);
    }
    const ended = [...exits].every((code) => code === 130) ? undefined : `exit ${[...exits].join(", ")}`;
    rows.push({ ...under(`cancel, slowest: ${line}`, Math.max(...late), MAX_LATENCY_MS, "ms"), note: ended });
  }
  await shell.close();
  return rows;
}

async function cancelled(shell, line) {
  const abort = new AbortController();
  const due = performance.now() + SIGNAL_AFTER_MS;
  const timer = setTimeout(() => abort.abort(), SIGNAL_AFTER_MS);
  const { exitCode } = await shell.run(line, { signal: abort.signal });
  clearTimeout(timer);
  return { latency: Math.max(0, performance.now() - due), exitCode };
}
