// which: where a command would be found. Builtins and functions have no place, as in Debian's which.
import { defineCommand, PURE, Writer, z } from "../src/plugin.ts";

export const which = defineCommand({
  name: "which",
  summary: "Print where each command is found",
  args: () => ({
    all: z.boolean().default(false),
    silent: z.boolean().default(false),
    names: z.array(z.string()).min(1),
  }),
  cli: {
    all: { short: "a", long: false, does: "every place, of which there is one" },
    silent: { short: "s", long: false, does: "print nothing, only set the exit status" },
    names: { positional: true, placeholder: "name" },
  },
  examples: [
    { does: "the place of a command", run: "which wc", prints: "/bin/wc\n" },
    { does: "is there such a command?", run: "which -s nosuch || echo absent", prints: "absent\n" },
  ],
  effects: () => PURE,
  async run({ names, silent }, io, context) {
    const found = new Set(context.commands.filter(({ kind }) => kind === "command").map(({ name }) => name));
    const out = new Writer(io.stdout);
    let status = 0;
    for (const name of names) {
      const bare = name.startsWith("/bin/") ? name.slice("/bin/".length) : name;
      if (!found.has(bare)) status = 1;
      else if (!silent) out.text(`/bin/${bare}\n`);
    }
    await out.flush();
    return status;
  },
});
