// A shell just large enough to run the rows of fixtures/expand over the parser and expansion, without the engine.
import { encode } from "../../src/bytes/text.ts";
import {
  AssociativeArray,
  assignText,
  type Environment,
  ExpansionError,
  evaluateArithmetic,
  evaluateSubscript,
  expandArithmetic,
  expandArray,
  expandHeredoc,
  expandPattern,
  expandRegex,
  expandSubscript,
  expandWord,
  expandWords,
  IndexedArray,
  parseReference,
  resolveReference,
  type Variable,
} from "../../src/expand/index.ts";
import { compileGlob, compileText } from "../../src/pattern/index.ts";
import type { Arithmetic, Assignment, Command, Condition, List, SimpleCommand } from "../../src/syntax/index.ts";
import { parse } from "../../src/syntax/index.ts";
import type { Workspace } from "../../src/workspace/index.ts";

const OPTIONS = {
  nounset: false,
  noglob: false,
  extglob: false,
  nullglob: false,
  failglob: false,
  dotglob: false,
  globstar: false,
  nocaseglob: false,
  nocasematch: false,
  patsubReplacement: true,
};

export class Shell {
  out = "";
  status = 0;
  positional: string[] = [];
  options = { ...OPTIONS };
  variables = new Map<string, Variable>();
  functions = new Map<string, Command>();
  readonly env: Environment;
  workspace: Workspace;

  constructor(workspace: Workspace) {
    this.workspace = workspace;
    const shell = this;
    this.env = {
      get: (name) => {
        const to = resolveReference(name, shell.env);
        const value = shell.variables.get(to.name)?.value;
        if (value instanceof IndexedArray) return value.get(Number(to.subscript ?? 0));
        return value instanceof AssociativeArray ? value.get(to.subscript ?? "0") : value;
      },
      variable: (name) => shell.variables.get(name),
      set: (name, value) => shell.assign(name, value, false),
      setElement: (name, subscript, value) => shell.element(name, subscript, value, false),
      names: () => [...shell.variables].flatMap(([name, { value }]) => (value === undefined ? [] : [name])),
      get positional() {
        return shell.positional;
      },
      name: "bash",
      special: (name) => (name === "?" ? String(shell.status) : name === "$" ? "1" : name === "-" ? "hBc" : undefined),
      get options() {
        return shell.options;
      },
      get workspace() {
        return shell.workspace;
      },
      home: "/",
      substitute: (node) => shell.substitute(node.body),
      processSubstitution: () => "/dev/fd/63",
      pause: () => undefined,
      limits: { maxBraceItems: 10_000, maxGlobResults: 10_000, maxWordBytes: 1_000_000 },
    };
    for (const [name, value] of [
      ["HOME", "/"],
      ["IFS", " \t\n"],
      ["PWD", workspace.cwd],
    ] as const)
      this.assign(name, value, false);
  }

  async run(source: string): Promise<{ stdout: string; exit: number }> {
    const { script, diagnostics } = parse(source);
    const [wrong] = diagnostics;
    if (wrong !== undefined) return { stdout: "", exit: wrong.code === "syntax.bad-substitution" ? 1 : 2 };
    try {
      await this.list(script.body);
    } catch (error) {
      if (!(error instanceof ExpansionError)) throw error;
      this.status = error.exitCode;
    }
    return { stdout: this.out, exit: this.status };
  }

  async list(list: List): Promise<void> {
    for (const { body } of list.items) {
      await this.stage(body.first.stages[0], body.first.negated);
      for (const { operator, pipeline } of body.rest) {
        if ((this.status === 0) === (operator === "&&")) await this.stage(pipeline.stages[0], pipeline.negated);
      }
    }
  }

  async stage(command: Command | undefined, negated: boolean): Promise<void> {
    if (command !== undefined) await this.command(command);
    if (negated) this.status = this.status === 0 ? 1 : 0;
  }

  async substitute(body: List): Promise<Uint8Array> {
    const inner = new Shell(this.workspace);
    inner.positional = this.positional;
    inner.options = { ...this.options };
    inner.variables = new Map(this.variables);
    await inner.list(body);
    this.status = inner.status;
    return encode(inner.out);
  }

  async command(command: Command): Promise<void> {
    switch (command.kind) {
      case "simple":
        return this.simple(command);
      case "arithmetic-command":
        try {
          this.status = (await this.integer(command.expression)) === 0n ? 1 : 0;
        } catch (error) {
          if (!(error instanceof ExpansionError) || error.fatal) throw error;
          this.status = 1;
        }
        return;
      case "for": {
        const words = command.words === undefined ? this.positional : await expandWords(command.words, this.env);
        for (const word of words) {
          this.assign(command.name, word, false);
          await this.list(command.body);
        }
        return;
      }
      case "arithmetic-for": {
        await this.integer(command.initial);
        while ((await this.integer(command.condition)) !== 0n) {
          await this.list(command.body);
          await this.integer(command.step);
        }
        return;
      }
      case "while":
        for (;;) {
          await this.list(command.condition);
          if (this.status !== 0) break;
          await this.list(command.body);
        }
        this.status = 0;
        return;
      case "case": {
        const subject = await expandWord(command.word, this.env);
        for (const item of command.items) {
          for (const pattern of item.patterns) {
            if (!compileGlob(await expandPattern(pattern, this.env)).test(subject)) continue;
            return this.list(item.body);
          }
        }
        return;
      }
      case "conditional":
        this.status = (await this.condition(command.expression)) ? 0 : 1;
        return;
      case "function":
        this.functions.set(command.name, command.body);
        return;
      case "group":
        return this.list(command.body);
      default:
        throw new Error(`this test shell has no ${command.kind}`);
    }
  }

  async condition(condition: Condition): Promise<boolean> {
    if (condition.kind !== "binary") throw new Error(`this test shell has no condition ${condition.kind}`);
    const left = await expandWord(condition.left, this.env);
    if (condition.operator !== "=~")
      return compileGlob(await expandPattern(condition.right, this.env), { extglob: true }).test(left);
    const found = compileText(await expandRegex(condition.right, this.env), { syntax: "extended" }).exec(left);
    const groups = new IndexedArray((found?.groups ?? []).map((group) => group ?? ""));
    this.variables.set("BASH_REMATCH", { value: groups, exported: false, readonly: false, integer: false });
    return found !== undefined;
  }

  async integer(node: Arithmetic | undefined): Promise<bigint> {
    return node === undefined ? 1n : expandArithmetic(node, this.env);
  }

  async simple(command: SimpleCommand): Promise<void> {
    const { words } = command;
    const name = words[0]?.literal ?? "";
    if (["declare", "export", "readonly", "local"].includes(name)) return this.declare(name, command);
    const argv = await expandWords(words, this.env);
    this.status = 0;
    for (const assignment of command.assignments) await this.assignment(assignment);
    const [target] = command.redirections;
    if (target?.operator === "<<" && target.heredoc) {
      const { body, quoted } = target.heredoc;
      this.out += quoted ? (body.literal ?? "") : await expandHeredoc(body, this.env);
    } else if (target?.operator === "<<<") this.out += `${await expandWord(target.target, this.env)}\n`;
    else if (target !== undefined) this.workspace.replace(await expandWord(target.target, this.env), encode(""));
    else if (argv.length > 0) await this.builtin(argv);
  }

  async builtin([name = "", ...args]: readonly string[]): Promise<void> {
    const body = this.functions.get(name);
    if (body !== undefined) return this.command(body);
    if (name === "echo") this.out += `${args.join(" ")}\n`;
    else if (name === "printf") this.out += printf(args);
    else if (name === "cd") this.cd(args[0] ?? "/");
    else if (name === "shopt") {
      for (const option of args.slice(1)) {
        const key = option === "patsub_replacement" ? "patsubReplacement" : option;
        this.options = { ...this.options, [key]: args[0] === "-s" };
      }
    } else if (name === "set") this.set(args);
    else if (name === "unset") for (const arg of args) this.unset(arg);
    else if (name === "let") {
      let last = 0n;
      for (const arg of args) last = evaluateArithmetic(arg, this.env);
      this.status = last === 0n ? 1 : 0;
    } else if (name !== ":") throw new Error(`this test shell has no ${name}`);
  }

  cd(path: string): void {
    this.assign("OLDPWD", this.workspace.cwd, false);
    this.workspace = this.workspace.at(path);
    this.assign("PWD", path, false);
  }

  set(args: readonly string[]): void {
    if (args[0] === "--") this.positional = args.slice(1);
    else if (args[0] === "-u") this.options = { ...this.options, nounset: true };
    else if (args[0] === "-f" || args[0] === "+f") this.options = { ...this.options, noglob: args[0] === "-f" };
    else this.positional = [...args];
  }

  unset(text: string): void {
    const reference = parseReference(text);
    const value = this.variables.get(reference?.name ?? "")?.value;
    if (reference?.subscript === undefined) {
      this.variables.delete(text);
      return;
    }
    const key = evaluateSubscript(reference.name, reference.subscript, this.env);
    if (value instanceof IndexedArray) value.delete(Number(key));
    else if (value instanceof AssociativeArray) value.delete(key);
  }

  async declare(name: string, command: SimpleCommand): Promise<void> {
    for (const word of command.words.slice(1)) {
      const flags = word.literal?.startsWith("-") ? word.literal : "";
      if (flags !== "") {
        this.flags = flags;
        continue;
      }
      const target = word.assignment?.name ?? word.literal ?? "";
      const variable = this.variables.get(target) ?? {
        value: undefined,
        exported: false,
        readonly: false,
        integer: false,
      };
      if (this.flags.includes("A") && variable.value === undefined) variable.value = new AssociativeArray();
      if (this.flags.includes("i")) variable.integer = true;
      if (this.flags.includes("l")) variable.lower = true;
      if (this.flags.includes("u")) variable.upper = true;
      if (name === "export") variable.exported = true;
      this.variables.set(target, variable);
      if (word.assignment !== undefined) await this.assignment(word.assignment);
      if (this.flags.includes("n")) variable.nameref = true;
      if (name === "readonly") variable.readonly = true;
    }
    this.flags = "";
  }
  flags = "";

  async assignment({ name, subscript, value, append }: Assignment): Promise<void> {
    if (value.kind === "array") {
      const variable = this.variable(name);
      const { value: old } = variable;
      const map = old instanceof AssociativeArray;
      const copy = typeof old === "object" ? old.copy() : new IndexedArray(old === undefined ? [] : [old]);
      const into = append ? copy : map ? new AssociativeArray() : new IndexedArray();
      await expandArray(value, into, this.env, variable);
      variable.value = into;
      return;
    }
    const text = await expandWord(value, this.env);
    if (subscript === undefined) return this.assign(name, text, append);
    const to = resolveReference(name, this.env).name;
    this.element(to, await expandSubscript(to, subscript, this.env), text, append);
  }

  variable(name: string): Variable {
    const variable = this.variables.get(name) ?? { value: undefined, exported: false, readonly: false, integer: false };
    this.variables.set(name, variable);
    if (variable.readonly) throw new ExpansionError(`${name}: readonly variable`);
    return variable;
  }

  assign(written: string, text: string, append: boolean): void {
    const { name, subscript } = resolveReference(written, this.env);
    const variable = this.variable(name);
    if (subscript !== undefined || typeof variable.value === "object")
      this.element(name, subscript ?? "0", text, append);
    else variable.value = assignText(text, variable.value, append, variable, this.env);
  }

  element(name: string, key: string, text: string, append: boolean): void {
    const variable = this.variable(name);
    const { value } = variable;
    if (value instanceof AssociativeArray) value.set(key, assignText(text, value.get(key), append, variable, this.env));
    else {
      const array = value instanceof IndexedArray ? value : new IndexedArray(value === undefined ? [] : [value]);
      variable.value = array;
      array.set(Number(key), assignText(text, array.get(Number(key)), append, variable, this.env));
    }
  }
}

function printf([format = "", ...args]: readonly string[]): string {
  const left = [...args];
  let out = "";
  do {
    out += format.replace(/\\n|\\t|\\0|%s|%%/g, (found) => {
      if (found === "%s") return left.shift() ?? "";
      return found === "\\n" ? "\n" : found === "\\t" ? "\t" : found === "\\0" ? "\0" : "%";
    });
  } while (left.length > 0 && format.includes("%s"));
  return out;
}
