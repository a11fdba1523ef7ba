// From argv to field values that are still strings, in the order of the command line. Commander parses; it is loaded
// only when there are options, because loading it costs more than most commands' whole run.
import { type Commander, commander } from "./commander.ts";
import { canonical, type UsedOption } from "./idioms.ts";
import type { OptionTable, Switch } from "./table.ts";

/** One option of a command line. Without a value it stands for its constant. */
export interface Given {
  readonly target: Switch;
  readonly value: string | undefined;
  readonly written: string;
}

export interface ParsedArgv {
  readonly given: readonly Given[];
  readonly operands: readonly string[];
}

/** Undefined means: help is asked for. */
export function parseArgv(argv: readonly string[], table: OptionTable): ParsedArgv | undefined {
  return hasOptions(argv) ? parseOptions(argv, table) : { given: [], operands: argv };
}

/** The way through commander, whatever the words are. */
export function parseOptions(argv: readonly string[], table: OptionTable): ParsedArgv | undefined {
  const line = canonical(argv, table);
  if (!line) return undefined;
  const given: Given[] = [];
  const { operands, unknown } = commanderFor(line.used, given).parseOptions([...line.words]);
  return { given, operands: [...operands, ...unknown] };
}

function hasOptions(argv: readonly string[]): boolean {
  for (const word of argv) if (word.length > 1 && word.charCodeAt(0) === 45) return true;
  return false;
}

/** A fresh instance a call: a shared one keeps values from one call to the next. It knows only what is used. */
function commanderFor(used: ReadonlyMap<string, UsedOption>, given: Given[]): InstanceType<Commander["Command"]> {
  const { Command, Option } = commander();
  const command = new Command();
  for (const { flag, takesValue, target, written } of used.values()) {
    // A short option gets a hidden long name: commander's events would take `-r` and `--r` for the same.
    const names = flag.startsWith("--") ? flag : `${flag}, --:${flag.slice(1)}:`;
    const option = new Option(takesValue ? `${names} <value>` : names);
    option.argParser((value: string | undefined) => {
      given.push({ target, value: takesValue ? value : undefined, written });
      return undefined;
    });
    command.addOption(option);
  }
  return command;
}
