// type, command, builtin and hash: what a name means, and running it past functions.
import { encode } from "../../bytes/text.ts";
import { CommandError } from "../../command/command.ts";
import { PURE, UNKNOWN } from "../../footprint/index.ts";
import { commandName } from "../command-name.ts";
import type { Interpreter } from "../interpreter.ts";
import { singleQuoted } from "../quoting.ts";
import { type Builtin, parseOptions } from "./builtin.ts";
import { functionText } from "./declared.ts";

/** Words that the grammar claims (bash manual, Reserved Words). */
const KEYWORDS = new Set([
  "if",
  "then",
  "else",
  "elif",
  "fi",
  "time",
  "for",
  "in",
  "until",
  "while",
  "do",
  "done",
  "case",
  "esac",
  "coproc",
  "select",
  "function",
  "{",
  "}",
  "[[",
  "]]",
  "!",
]);

/** Commands that bash has as builtins, and that scripts expect `type` to call so. */
const BUILTIN_IN_BASH = new Set(["echo", "printf", "true", "false"]);

export const type: Builtin = {
  name: "type",
  summary: "Tell what a name means",
  usage: "type [-afptP] name...",
  effects: { reads: ["state:*"], writes: [] },
  async run(shell, args, io) {
    const { flags, operands } = parseOptions(type, "afptP", args);
    let status = 0;
    for (const name of operands) {
      const meaning = meaningOf(shell, name, flags.has("f"));
      if (!meaning) {
        if (!flags.has("t") && !flags.has("p") && !flags.has("P")) await io.diagnose(`${name}: not found`);
        status = 1;
      } else if (flags.has("t")) {
        await io.stdout.write(encode(`${meaning.word}\n`));
      } else if (flags.has("p") || flags.has("P")) {
        if (meaning.word === "file") await io.stdout.write(encode(`/bin/${commandName(name)}\n`));
      } else {
        await io.stdout.write(encode(`${meaning.sentence}\n`));
      }
    }
    return status;
  },
};

export const command: Builtin = {
  name: "command",
  summary: "Run a command past functions, or tell what a name means",
  usage: "command [-pVv] name [arguments]",
  effects: UNKNOWN,
  async run(shell, args, io) {
    const { flags, operands } = parseOptions(command, "pVv", args);
    if (operands.length === 0) return 0;
    if (!flags.has("v") && !flags.has("V")) return await shell.invoke(operands, { functions: true });
    let status = 1;
    for (const name of operands) {
      const meaning = meaningOf(shell, name, false);
      if (!meaning) {
        if (flags.has("V")) await io.diagnose(`${name}: not found`);
        continue;
      }
      status = 0;
      const text = flags.has("V") ? meaning.sentence : meaning.definition;
      await io.stdout.write(encode(`${text}\n`));
    }
    return status;
  },
};

export const builtin: Builtin = {
  name: "builtin",
  summary: "Run a builtin past functions of its name",
  usage: "builtin [name [arguments]]",
  effects: UNKNOWN,
  async run(shell, args) {
    const [name] = args;
    if (name === undefined) return 0;
    if (meaningOf(shell, name, true)?.word !== "builtin") throw new CommandError(`${name}: not a shell builtin`);
    return await shell.invoke(args, { functions: true });
  },
};

export const hash: Builtin = {
  name: "hash",
  summary: "Check that commands exist; there is no table to keep",
  usage: "hash [-r] [name...]",
  effects: PURE,
  async run(shell, args, io) {
    const { operands } = parseOptions(hash, "rldt", args);
    let status = 0;
    for (const name of operands) {
      if (shell.kindOf(name)) continue;
      await io.diagnose(`${name}: not found`);
      status = 1;
    }
    return status;
  },
};

interface Meaning {
  /** As `type -t` says it. */
  readonly word: "alias" | "keyword" | "function" | "builtin" | "file";
  readonly sentence: string;
  /** As `command -v` says it. */
  readonly definition: string;
}

function meaningOf(shell: Interpreter, name: string, noFunctions: boolean): Meaning | undefined {
  const { state } = shell;
  const aliased = state.options.expand_aliases ? state.aliases.get(name) : undefined;
  if (aliased !== undefined) {
    const definition = `alias ${name}=${singleQuoted(aliased)}`;
    return { word: "alias", sentence: `${name} is aliased to \`${aliased}'`, definition };
  }
  if (KEYWORDS.has(name)) return { word: "keyword", sentence: `${name} is a shell keyword`, definition: name };
  const callee = noFunctions ? undefined : state.functions.get(name);
  if (callee) {
    const { start, end } = callee.definition.body.span;
    const text = functionText(name, callee.source.slice(start, end)).trimEnd();
    return { word: "function", sentence: `${name} is a function\n${text}`, definition: name };
  }
  const kind = shell.kindOf(name, { functions: noFunctions });
  if (kind === "builtin" ? name !== "sh" && name !== "bash" : BUILTIN_IN_BASH.has(name)) {
    return { word: "builtin", sentence: `${name} is a shell builtin`, definition: name };
  }
  if (kind) {
    const path = `/bin/${commandName(name)}`;
    return { word: "file", sentence: `${name} is ${path}`, definition: path };
  }
  const stat = name.includes("/") ? shell.workspace.exists(name) : undefined;
  if (stat?.kind === "file" && (stat.mode & 0o111) !== 0)
    return { word: "file", sentence: `${name} is ${name}`, definition: name };
  return undefined;
}
