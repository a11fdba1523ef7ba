// All commands of the box, subcommands included, for the contract tests.
import { commands as index } from "../../commands/index.ts";
import { FamilyCommand } from "../../src/command/family.ts";
import { RawCommand } from "../../src/command/raw.ts";
import { TypedCommand } from "../../src/command/typed.ts";
import type { Command } from "../../src/plugin.ts";

export interface Listed {
  /** With the names of its families, as it is called. */
  readonly name: string;
  readonly command: Command;
  readonly kind: "typed" | "raw" | "family" | "foreign";
  readonly helpIsData: boolean;
  /** Operands and options that must be given. */
  readonly required: readonly string[];
}

/** What cannot be loaded is listed apart, so that one broken module does not hide the failures of the others. */
export async function everyCommand(): Promise<{ readonly listed: Listed[]; readonly broken: string[] }> {
  const listed: Listed[] = [];
  const broken: string[] = [];
  for (const [name, load] of Object.entries(index)) {
    try {
      const command = await load();
      if (command.name !== name) broken.push(`${name}: the index calls ${command.name} so`);
      listed.push(...withMembers(command, name));
    } catch (error) {
      broken.push(`${name}: ${String(error)}`);
    }
  }
  return { listed, broken };
}

function withMembers(command: Command, name: string): Listed[] {
  const members = command.subcommands.flatMap((member) => withMembers(member, `${name} ${member.name}`));
  return [describe(command, name), ...members];
}

function describe(command: Command, name: string): Listed {
  const typed = command instanceof TypedCommand;
  const raw = command instanceof RawCommand;
  const required = typed ? [...command.table.fields.values()].filter((field) => field.required) : [];
  return {
    name,
    command,
    kind: typed ? "typed" : raw ? "raw" : command instanceof FamilyCommand ? "family" : "foreign",
    helpIsData: raw && command.helpIsData,
    required: required.map((field) => field.name),
  };
}
