// The text of `NAME --help`: usage, what it does, options, subcommands, examples with their output where that is short.
import type { Command, Example, OptionView } from "./command.ts";

/** Lines and characters of an example's output that help still shows. */
const SHOWN_LINES = 6;
const SHOWN_WIDTH = 72;

/** Columns before the text of an option, unless its names are longer. */
const COLUMN = 28;

export function helpText(command: Command): string {
  const blocks = [
    `usage: ${command.usage}\n${command.summary}`,
    command.description?.trim(),
    section("Options", rows(command.options.map((option) => [optionNames(option), option.does ?? ""]))),
    section("Commands", rows(command.subcommands.map(({ usage, summary }) => [usage, summary]))),
    section("Examples", command.examples.map(exampleText)),
  ];
  return `${blocks.filter((block) => block !== undefined && block !== "").join("\n\n")}\n`;
}

function section(title: string, lines: readonly string[]): string | undefined {
  return lines.length === 0 ? undefined : `${title}:\n${lines.join("\n")}`;
}

function rows(entries: readonly (readonly [string, string])[]): string[] {
  const fitting = entries.map(([name]) => name.length).filter((length) => length <= COLUMN);
  const width = Math.max(0, ...fitting);
  return entries.map(([name, text]) => {
    if (text === "") return `  ${name}`;
    return name.length > width ? `  ${name}\n  ${" ".repeat(width)}  ${text}` : `  ${name.padEnd(width)}  ${text}`;
  });
}

/** `-n, --lines=N`: the value is written after the last name only. */
function optionNames({ names, placeholder, valueOptional }: OptionView): string {
  const last = names.at(-1) ?? "";
  // Long names stand below each other.
  const indent = names.every((name) => name.startsWith("--")) ? "    " : "";
  const separator = last.startsWith("--") ? "=" : valueOptional ? "" : " ";
  const value =
    placeholder === undefined ? "" : valueOptional ? `[${separator}${placeholder}]` : separator + placeholder;
  return indent + names.join(", ") + value;
}

function exampleText({ does, run, prints }: Example): string {
  const command = `  # ${does}\n  ${run.replaceAll("\n", "\n  ")}`;
  const lines = prints?.replace(/\n$/, "").split("\n") ?? [];
  const short = lines.length <= SHOWN_LINES && lines.every((line) => line.length <= SHOWN_WIDTH);
  const shown = prints === undefined || prints === "" || !short || /[^\P{Cc}\n\t]/u.test(prints) ? [] : lines;
  return [command, ...shown.map((line) => `    ${line}`)].join("\n");
}
