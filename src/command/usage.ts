// The usage line and the option rows, read off the option table.
import { isSwitch, type Operand, type OptionTable, placeholderOf, type Switch } from "./argv/table.ts";
import type { OptionView } from "./command.ts";

/** Characters of a usage line before options are folded into `[option...]`. */
const WIDTH = 100;

/** Parts stand in the order of `cli`; short flags without a value share one bracket, where the first of them stands. */
export function usageOf(name: string, table: OptionTable): string {
  const full = [name, ...parts(table, true)].join(" ");
  return full.length <= WIDTH ? full : [name, ...parts(table, false)].join(" ");
}

export function optionViews(table: OptionTable): OptionView[] {
  return table.switches.map((entry) => {
    const placeholder = entry.takes === "nothing" ? undefined : placeholderOf(entry.field, entry.option);
    const does = describe(entry, table);
    return {
      names: entry.names,
      ...(placeholder === undefined ? {} : { placeholder }),
      ...(entry.takes === "optional" ? { valueOptional: true } : {}),
      ...(does === undefined ? {} : { does }),
      ...(entry.takes !== "nothing" && entry.field.choices.length > 0 ? { choices: entry.field.choices } : {}),
    };
  });
}

function parts(table: OptionTable, full: boolean): string[] {
  const flags = table.switches.filter((entry) => isShortFlag(entry));
  const cluster = flags.map((entry) => shortName(entry)?.slice(1)).join("");
  const first = flags[0];
  let folded = false;
  const texts: string[] = [];
  for (const entry of table.entries) {
    if (!isSwitch(entry)) texts.push(operandText(entry));
    else if (full || entry.field.required) {
      if (!isShortFlag(entry)) texts.push(optionText(entry));
      else if (entry === first) texts.push(`[-${cluster}]`);
    } else if (!folded) {
      folded = true;
      texts.push("[option...]");
    }
  }
  return texts;
}

function operandText({ field, placeholder }: Operand): string {
  const name = field.many ? `${placeholder}...` : placeholder;
  return field.required ? `<${name}>` : `[${name}]`;
}

function optionText(entry: Switch): string {
  const short = shortName(entry);
  const name = short ?? entry.names[0] ?? "";
  const value = placeholderOf(entry.field, entry.option);
  const text =
    entry.takes === "nothing"
      ? name
      : entry.takes === "optional"
        ? `${name}[${short === undefined ? "=" : ""}${value}]`
        : `${name}${short === undefined ? "=" : " "}${value}`;
  return entry.field.required ? text : `[${text}]`;
}

function isShortFlag(entry: Switch): boolean {
  return entry.takes === "nothing" && shortName(entry) !== undefined;
}

function shortName(entry: Switch): string | undefined {
  return entry.names.find((name) => !name.startsWith("--"));
}

/** Options that set one field to different constants share its text; the constant tells them apart. */
function describe({ field, option, takes, constant }: Switch, table: OptionTable): string | undefined {
  const meaning = takes === "nothing" ? option.meanings?.[String(constant)] : undefined;
  if (meaning !== undefined || option.does === undefined) return meaning;
  if (takes === "nothing") {
    const alone = table.switches.every((other) => other.field !== field || other.constant === constant);
    return alone ? option.does : `${option.does}: ${String(constant)}`;
  }
  const { fallback, choices } = field;
  const untold = choices.filter((choice) => !option.does?.includes(choice));
  const text = untold.length > 0 ? `${option.does}: ${choices.join(", ")}` : option.does;
  const known = typeof fallback === "number" || (typeof fallback === "string" && /^\P{C}+$/u.test(fallback));
  return known && !option.does.includes("default") ? `${text} (default ${fallback})` : text;
}
