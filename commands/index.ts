// Every command of the box, by name. A loader runs when its command is first used.
import type { CommandIndex } from "../src/plugin.ts";

export const commands: CommandIndex = {
  find: async () => (await import("./find/index.ts")).find,
  grep: async () => (await import("./grep/index.ts")).grep,
  help: async () => (await import("./help.ts")).help,
  ls: async () => (await import("./ls/index.ts")).ls,
  mkdir: async () => (await import("./mkdir.ts")).mkdir,
  rm: async () => (await import("./rm.ts")).rm,
  rmdir: async () => (await import("./rmdir.ts")).rmdir,
  touch: async () => (await import("./touch.ts")).touch,
  wc: async () => (await import("./wc/index.ts")).wc,
  which: async () => (await import("./which.ts")).which,
  xargs: async () => (await import("./xargs/index.ts")).xargs,
};
