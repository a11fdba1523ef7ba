// read: one line of stdin into variables.
import { encode } from "../../bytes/text.ts";
import { CommandError } from "../../command/command.ts";
import { ExpansionError, evaluateSubscript, IndexedArray } from "../../expand/index.ts";
import { Stop, unlessStopped } from "../../stream/stop.ts";
import { CancelledError, type Source } from "../../stream/stream.ts";
import { assignText, setElement } from "../assignment.ts";
import type { Interpreter } from "../interpreter.ts";
import { isName } from "../state.ts";
import { type Builtin, parseOptions } from "./builtin.ts";
import { type ReadLine, readCharacters, readLine } from "./read-line.ts";

export const read: Builtin = {
  name: "read",
  summary: "Read a line into variables",
  usage:
    "read [-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name...]",
  effects: { reads: [], writes: ["state:*"] },
  async run(shell, args, io) {
    const { flags, values, operands } = parseOptions(read, "ersa:d:i:n:N:p:t:u:", args);
    for (const name of operands) checkName(name);
    const source = sourceOf(shell, values.get("u"));
    const prompt = values.get("p");
    if (prompt !== undefined && shell.stdin.connected && shell.stdout.terminal) await io.stderr.write(encode(prompt));
    const delimiter = values.has("d") ? (encode(values.get("d") ?? "")[0] ?? 0) : 10;
    const exact = values.get("N");
    const most = exact ?? values.get("n");
    const limit = most === undefined ? undefined : Number(most);
    if (limit !== undefined && !(Number.isInteger(limit) && limit >= 0))
      throw new CommandError(`${most}: invalid number`);
    const seconds = values.get("t");
    const line = await timed(seconds, () =>
      limit === undefined
        ? logicalLine(source, delimiter, flags.has("r"))
        : readCharacters(source, limit, exact === undefined ? delimiter : undefined),
    );
    if (line === "timeout") return 142;
    const text = line?.text ?? "";
    const raw = flags.has("r") || exact !== undefined;
    const array = values.get("a");
    if (array !== undefined) {
      checkName(array);
      const fields = splitFields(text, separators(shell), Number.POSITIVE_INFINITY, raw);
      shell.state.writable(array).value = new IndexedArray(fields);
    } else if (operands.length === 0) {
      assignText(shell, "REPLY", raw ? text : unescaped(text));
    } else if (exact !== undefined) {
      assignNamed(shell, operands[0] ?? "", text);
      for (const name of operands.slice(1)) assignNamed(shell, name, "");
    } else {
      const fields = splitFields(text, separators(shell), operands.length, raw);
      for (const [index, name] of operands.entries()) assignNamed(shell, name, fields[index] ?? "");
    }
    return line?.terminated ? 0 : 1;
  },
};

/** A line in which backslash-newline joins, unless `-r`. */
async function logicalLine(source: Source, delimiter: number, raw: boolean): Promise<ReadLine | undefined> {
  let line = await readLine(source, delimiter);
  if (raw) return line;
  while (line?.terminated && /(^|[^\\])(\\\\)*\\$/.test(line.text)) {
    const more = await readLine(source, delimiter);
    line = { text: line.text.slice(0, -1) + (more?.text ?? ""), terminated: more?.terminated ?? false };
  }
  return line;
}

function sourceOf(shell: Interpreter, descriptor: string | undefined): Source {
  if (descriptor === undefined) return shell.stdin;
  const source = shell.descriptors.get(Number(descriptor))?.source;
  if (!source) throw new CommandError(`${descriptor}: invalid file descriptor: Bad file descriptor`);
  return source;
}

async function timed(
  seconds: string | undefined,
  run: () => Promise<ReadLine | undefined>,
): Promise<ReadLine | undefined | "timeout"> {
  if (seconds === undefined) return await run();
  const wait = Number(seconds);
  if (!(wait >= 0)) throw new CommandError(`${seconds}: invalid timeout specification`);
  const late = new Stop();
  const timer = setTimeout(() => late.now(new CancelledError(124)), Math.max(1, wait * 1000));
  try {
    return await unlessStopped(run(), late);
  } catch (error) {
    if (late.error) return "timeout";
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function checkName(name: string): void {
  if (!isName(name.replace(/\[.*\]$/s, ""))) throw new CommandError(`\`${name}': not a valid identifier`);
}

function assignNamed(shell: Interpreter, name: string, value: string): void {
  const element = /^([A-Za-z_]\w*)\[(.*)\]$/s.exec(name);
  try {
    if (!element) assignText(shell, name, value);
    else {
      const [, array = "", subscript = ""] = element;
      setElement(shell, array, evaluateSubscript(array, subscript, shell.environment), value);
    }
  } catch (error) {
    if (error instanceof ExpansionError) throw new CommandError(error.message);
    throw error;
  }
}

function separators(shell: Interpreter): string {
  return shell.state.scalar("IFS") ?? " \t\n";
}

/**
 * Splits a line as `read` does (POSIX, read): at most `most` fields, the last one takes the rest without trailing
 * IFS white space. Unless `raw`, a backslash keeps the next character from splitting.
 */
export function splitFields(line: string, ifs: string, most: number, raw: boolean): string[] {
  const characters = scan(line, raw);
  const isSeparator = (at: number): boolean => {
    const character = characters[at];
    return character !== undefined && !character.escaped && ifs.includes(character.text);
  };
  const isSpace = (at: number): boolean => isSeparator(at) && /[ \t\n]/.test(characters[at]?.text ?? "");
  const fields: string[] = [];
  let at = 0;
  while (isSpace(at)) at += 1;
  while (at < characters.length) {
    if (fields.length === most - 1) {
      fields.push(lastField(characters.slice(at), ifs));
      return fields;
    }
    let field = "";
    while (at < characters.length && !isSeparator(at)) {
      field += characters[at]?.text ?? "";
      at += 1;
    }
    fields.push(field);
    while (isSpace(at)) at += 1;
    if (isSeparator(at)) {
      at += 1;
      while (isSpace(at)) at += 1;
    }
  }
  return fields;
}

interface Scanned {
  readonly text: string;
  readonly escaped: boolean;
}

function scan(line: string, raw: boolean): Scanned[] {
  const characters: Scanned[] = [];
  const all = Array.from(line);
  for (let at = 0; at < all.length; at += 1) {
    const text = all[at] ?? "";
    if (!raw && text === "\\") {
      at += 1;
      if (at < all.length) characters.push({ text: all[at] ?? "", escaped: true });
    } else {
      characters.push({ text, escaped: false });
    }
  }
  return characters;
}

/** The rest of the line: trailing IFS white space goes, and one separator that ends a single last field. */
function lastField(rest: readonly Scanned[], ifs: string): string {
  let end = rest.length;
  const isSpace = ({ text, escaped }: Scanned): boolean => !escaped && ifs.includes(text) && /[ \t\n]/.test(text);
  while (end > 0 && isSpace(rest[end - 1] ?? { text: "", escaped: true })) end -= 1;
  const last = rest[end - 1];
  if (last && !last.escaped && ifs.includes(last.text)) {
    let before = end - 1;
    while (before > 0 && isSpace(rest[before - 1] ?? { text: "", escaped: true })) before -= 1;
    if (!rest.slice(0, before).some(({ text, escaped }) => !escaped && ifs.includes(text))) end = before;
  }
  return rest
    .slice(0, end)
    .map(({ text }) => text)
    .join("");
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gsu, "$1");
}
