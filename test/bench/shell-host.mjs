// A process that holds one shell and times lines in it: `fork(shell-host.mjs, [KIND, ROOT])`, then messages
// `{ line, count }`, each answered with `{ times, stdout }` (microseconds; stdout of the last run). Each shell has a
// process of its own, because just-bash patches the globals of the process that it runs in, which slows what else runs there.
import { openJustBash, openRunsh } from "./in-process.mjs";
import { microseconds } from "./timing.mjs";

const [kind, root] = process.argv.slice(2);
const run = kind === "runsh" ? runnerOfRunsh() : runnerOfJustBash();

process.on("message", async ({ line, count }) => {
  let stdout = "";
  const times = await microseconds(count, async () => {
    stdout = await run(line);
  });
  process.send({ times, stdout });
});

function runnerOfRunsh() {
  const shell = openRunsh(root);
  return async (line) => (await shell.run(line)).stdout;
}

function runnerOfJustBash() {
  const shell = openJustBash(root);
  return async (line) => (await shell.exec(line)).stdout;
}
