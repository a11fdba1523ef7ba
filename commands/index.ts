// Every command of the box, by name. A loader runs when its command is first used.
import type { CommandIndex } from "../src/plugin.ts";

export const commands: CommandIndex = {
  grep: async () => (await import("./grep/index.ts")).grep,
  help: async () => (await import("./help.ts")).help,
  wc: async () => (await import("./wc/index.ts")).wc,
  which: async () => (await import("./which.ts")).which,
};
