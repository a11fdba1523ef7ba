// help: what there is, in one line each, or the help of one command. It tells nothing of commands out of scope.
import { CommandError, type Context, defineCommand, nearest, PURE, Writer, z } from "../src/plugin.ts";

export const help = defineCommand({
  name: "help",
  summary: "List the commands, or show the help of one",
  args: () => ({ names: z.array(z.string()).default([]) }),
  cli: { names: { positional: true, placeholder: "name", does: "command to explain" } },
  examples: [
    { does: "the first line of a command's help", run: "help wc | head -n 1", matches: /^usage: wc / },
    { does: "find a command by what it does", run: "help | grep -c '^  wc '", prints: "1\n" },
  ],
  effects: () => PURE,
  async run({ names }, io, context) {
    const out = new Writer(io.stdout);
    let status = 0;
    if (names.length === 0) out.text(await listing(context));
    for (const name of names) {
      const text = await context.help(name);
      if (text !== undefined) out.text(text);
      else {
        const [close] = nearest(name, known(context));
        await io.diagnose(`no such command: ${name}`, close === undefined ? "Use: help" : `Use: help ${close}`);
        status = 1;
      }
      await out.drain();
    }
    await out.flush();
    return status;
  },
});

const GROUPS = [
  ["command", "Commands"],
  ["builtin", "Builtins of the shell"],
  ["function", "Functions"],
] as const;

async function listing(context: Context): Promise<string> {
  const blocks: string[] = [];
  const width = Math.max(0, ...known(context).map((name) => name.length));
  for (const [kind, title] of GROUPS) {
    const names = context.commands.filter((entry) => entry.kind === kind).map((entry) => entry.name);
    if (names.length === 0) continue;
    const lines = await Promise.all(names.map(async (name) => row(name.padEnd(width), await context.summary(name))));
    blocks.push(`${title}:\n${lines.join("\n")}\n`);
  }
  if (blocks.length === 0) throw new CommandError("no command is in scope");
  return `${blocks.join("\n")}\nNAME --help tells the options and examples of a command.\n`;
}

function row(name: string, summary = ""): string {
  return `  ${name}  ${summary}`.trimEnd();
}

function known(context: Context): string[] {
  return context.commands.map((entry) => entry.name);
}
