// Opens the two shells that run in this process: runsh as its users get it (the built library), and just-bash over disk.
import { Bash, ReadWriteFs } from "just-bash";
import { commands } from "../../dist/commands/index.js";
import { createShell } from "../../dist/src/index.js";

export function openRunsh(root) {
  return createShell({ root, commands, limits: { timeoutMs: 600_000 } });
}

export function openJustBash(root) {
  return new Bash({ fs: new ReadWriteFs({ root }), cwd: "/" });
}
