// Every command of the box, by name. A loader runs when its command is first used.
import type { CommandIndex } from "../src/plugin.ts";

export const commands: CommandIndex = {
  wc: async () => (await import("./wc/index.ts")).wc,
};
