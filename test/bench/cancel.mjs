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
  writeFileSync(join(bench.folder, "aaa"), `${"a".repeat(50_000)}\n`);
  writeFileSync(join(bench.folder, "aab"), `${"a".repeat(50_000)}b\n`);
  writeFileSync(join(bench.folder, "many-aab"), `${"a".repeat(16)}b\n`.repeat(2_000));
  const shell = openRunsh(dirname(unsorted));
  const rows = [];
  for (const line of [
    "while :; do :; done",
    "yes | cat >/dev/null",
    "grep -P '(a*)*\\1b' aaa",
    // No automaton can rule these out: only the back-reference fails, for each way to cut the line. The long line ends
    // at the limit of steps for one search; short ones stay below it, and there are many.
    "grep -P '^([ab])(a*)*\\1$' aab",
    "grep -P '^([ab])(a*)*\\1$' many-aab",
    `sort ${basename(unsorted)} >/dev/null`,
    "for i in {1..100000}; do x=$(echo $i); done",
  ]) {
    const late = [];
    let exits = new Set();
    for (let round = 0; round < (bench.quick ? 5 : 15); round += 1) {
      const { latency, exitCode } = await cancelled(shell, line);
      late.push(latency);
      exits = exits.add(exitCode);
      // What is so late once needs no second look.
      if (latency > 10 * MAX_LATENCY_MS) break;
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
