// env: runs a command in a changed environment, or prints the environment.
import { CommandError, defineCommand, encode, PURE, UNKNOWN, z } from "../src/plugin.ts";

export const env = defineCommand({
  name: "env",
  summary: "Run a command with other variables, or print the exported ones",
  args: () => ({
    ignoreEnvironment: z.boolean().default(false),
    unset: z.array(z.string()).default([]),
    chdir: z.string().optional(),
    splitString: z.string().optional(),
    null: z.boolean().default(false),
    words: z.array(z.string()).default([]),
  }),
  cli: {
    ignoreEnvironment: { short: "i", does: "start without any variables" },
    unset: { short: "u", placeholder: "NAME", does: "remove a variable" },
    chdir: { short: "C", placeholder: "DIR", does: "run in this directory" },
    splitString: { short: "S", placeholder: "STRING", does: "split STRING into arguments at its blanks" },
    null: { short: "0", does: "end each line with NUL when printing" },
    words: { positional: true, placeholder: "NAME=VALUE... command" },
  },
  stopAtOperand: true,
  examples: [
    { does: "print variables", run: "env -i A=1 B=2", prints: "A=1\nB=2\n" },
    { does: "set one for a command", run: "env TZ=UTC date -d @0 +%H:%M", prints: "00:00\n" },
    { does: "remove one", run: "export A=1; env -u A | grep -c ^A=", prints: "0\n", exit: 1 },
  ],
  effects: (args) => (commandOf(args).length === 0 ? PURE : UNKNOWN),
  async run(args, io, ctx) {
    const words = allWords(args);
    const variables = new Map(args.ignoreEnvironment || words[0] === "-" ? [] : Object.entries(ctx.env));
    for (const name of args.unset) {
      if (name === "" || name.includes("=")) {
        throw new CommandError(`cannot unset '${name}': Invalid argument`, { exitCode: 125 });
      }
      variables.delete(name);
    }
    for (const word of words.slice(words[0] === "-" ? 1 : 0, words.length - commandOf(args).length)) {
      const equals = word.indexOf("=");
      variables.set(word.slice(0, equals), word.slice(equals + 1));
    }
    const command = commandOf(args);
    if (command.length > 0) {
      if (args.null) throw new CommandError("cannot specify --null (-0) with command", { exitCode: 125 });
      const options = { env: Object.fromEntries(variables), ...(args.chdir === undefined ? {} : { cwd: args.chdir }) };
      if (args.chdir !== undefined && ctx.workspace.exists(args.chdir)?.kind !== "directory") {
        const reason = ctx.workspace.exists(args.chdir) ? "Not a directory" : "No such file or directory";
        throw new CommandError(`cannot change directory to '${args.chdir}': ${reason}`, { exitCode: 125 });
      }
      return ctx.exec(command, { stdin: io.stdin }, options);
    }
    if (args.chdir !== undefined) throw new CommandError("must specify command with --chdir (-C)", { exitCode: 125 });
    const end = args.null ? "\0" : "\n";
    await io.stdout.write(encode([...variables].map(([name, value]) => `${name}=${value}${end}`).join("")));
    return 0;
  },
});

interface Words {
  readonly splitString?: string | undefined;
  readonly words: readonly string[];
}

function allWords({ splitString, words }: Words): readonly string[] {
  return splitString === undefined ? words : [...split(splitString), ...words];
}

/** What follows `-` and the assignments. */
function commandOf(args: Words): readonly string[] {
  const words = allWords(args);
  const first = words.findIndex((word, index) => !(word.includes("=") || (index === 0 && word === "-")));
  return first < 0 ? [] : words.slice(first);
}

/** Splits at blanks; quotes and backslashes protect them (info coreutils, env -S). */
function split(text: string): string[] {
  const words: string[] = [];
  const word = /\s*((?:[^\s'"\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*")+)/gy;
  for (let found = word.exec(text); found; found = word.exec(text)) {
    words.push((found[1] ?? "").replace(/'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g, unquote));
  }
  return words;
}

function unquote(_whole: string, single?: string, double?: string, escaped?: string): string {
  return single ?? double?.replace(/\\([\\"$])/g, "$1") ?? escapeOf(escaped ?? "");
}

function escapeOf(letter: string): string {
  return { n: "\n", t: "\t", r: "\r", f: "\f", v: "\v", _: " " }[letter] ?? letter;
}
