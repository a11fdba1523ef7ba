// What a model is told before its first call: the first of the three levels of help. Only commands in scope appear.
import type { Command } from "./command.ts";
import { STANDARD_NAMES } from "./standard.ts";

/** Clients cut descriptions at 2,048 characters. */
export const DESCRIPTION_LIMIT = 1900;

/** JSON Schema of the tool's arguments. */
export const TOOL_SCHEMA = {
  type: "object",
  properties: { command: { type: "string", description: "A command line, as for a Unix shell" } },
  required: ["command"],
  additionalProperties: false,
} as const;

const INTRODUCTION = `Run a line of Unix shell over the workspace's files; the result ends with [exit:STATUS | TIME].
Operators: | && || ; & > >> < 2>&1 <<EOF $(...) and if, for, while, functions, as in bash. The working directory and variables persist.`;

const HELP = "NAME --help tells the options and examples of a command; help lists all.";

/** `names` are the commands in scope, builtins included; `load` finds those that have a summary. */
export async function toolDescription(
  names: readonly string[],
  load: (name: string) => Command | Promise<Command> | undefined,
): Promise<string> {
  const distinctive = names.filter((name) => !STANDARD_NAMES.has(name));
  const standard = names.filter((name) => STANDARD_NAMES.has(name));
  const lines: string[] = [];
  const plain: string[] = [];
  // Half of the room is for summaries: the standard names must not be crowded out.
  let room = DESCRIPTION_LIMIT / 2;
  for (const name of distinctive) {
    const command = await load(name);
    const line = `  ${name}: ${command?.summary ?? ""}`;
    room -= line.length + 1;
    if (command && room >= 0) lines.push(line);
    else plain.push(name);
  }
  const blocks = [INTRODUCTION];
  if (lines.length > 0) blocks.push(`Commands:\n${lines.join("\n")}`);
  const used = [...blocks, HELP].join("\n\n").length;
  const others = listed(lines.length > 0 ? "Also" : "Commands", [...plain, ...standard], DESCRIPTION_LIMIT - used - 4);
  if (others !== "") blocks.push(others);
  return [...blocks, HELP].join("\n\n");
}

/** As many names as there is room for; the number of the rest stands at the end. */
function listed(title: string, names: readonly string[], room: number): string {
  if (names.length === 0) return "";
  const whole = `${title}: ${names.join(" ")}`;
  if (whole.length <= room) return whole;
  let text = `${title}:`;
  let shown = 0;
  for (const name of names) {
    const end = ` and ${names.length - shown - 1} more`;
    if (text.length + 1 + name.length + end.length > room) break;
    text += ` ${name}`;
    shown += 1;
  }
  return `${text} and ${names.length - shown} more`;
}
