// How a name is written in a listing: quoting, indicator and colour.

import type { FileStat } from "../../src/plugin.ts";
import { escapeControl, quoteName } from "../../src/plugin.ts";
import type { Choices, Entry } from "./entry.ts";

export const WHENS = ["always", "yes", "force", "auto", "tty", "if-tty", "never", "no", "none"] as const;

/** Is colour asked for? `auto` is never, because the output is no terminal. */
export function wantsColor(when: string): boolean {
  return when === "always" || when === "yes" || when === "force";
}

/** The name as it is printed, with its indicator. */
export function displayName(entry: Entry, choices: Choices): string {
  const quoted = quoteForListing(entry.name, choices);
  const colored = wantsColor(choices.color) ? paint(quoted, colorOf(entry)) : quoted;
  return choices.layout === "long" && entry.target !== undefined
    ? `${colored} -> ${targetName(entry, choices)}`
    : colored + indicator(entry.kind, entry.stat, choices);
}

/** The name under the quoting style in force. */
export function quoteForListing(name: string, choices: Choices): string {
  const quoted = quoteByStyle(name, choices);
  const escapes = choices.escapeInvalid || choices.quoting === "c" || choices.quoting === "escape";
  return escapes ? quoted.replace(INVALID, (unit) => `\\${(unit.charCodeAt(0) & 0xff).toString(8)}`) : quoted;
}

/** Bytes that are no UTF-8, each a lone surrogate. */
const INVALID = /[\udc80-\udcff]/gu;

function quoteByStyle(name: string, choices: Choices): string {
  const shown = choices.hideControlChars ? name.replace(CONTROL, "?") : name;
  switch (choices.quoting) {
    case "c":
      return `"${shown.replace(/["\\]/g, "\\$&").replace(CONTROL, escapeControl)}"`;
    case "escape":
      return shown.replace(/[\\ ]/g, "\\$&").replace(CONTROL, escapeControl);
    case "shell":
    case "shell-escape":
      return /^[\w@%+=:,./~^-]+$/.test(shown) && !/^[~#]/.test(shown) ? shown : quoteName(shown);
    case "shell-always":
    case "shell-escape-always":
      return quoteName(shown);
    default:
      return shown;
  }
}

function targetName(entry: Entry, choices: Choices): string {
  const quoted = quoteForListing(entry.target ?? "", choices);
  const stat = entry.targetStat;
  if (!wantsColor(choices.color)) return quoted + (stat ? indicator(stat.kind, stat, choices) : "");
  return stat ? paint(quoted, statColor(stat)) + indicator(stat.kind, stat, choices) : quoted;
}

function indicator(kind: Entry["kind"], stat: FileStat | undefined, choices: Choices): string {
  if (choices.indicator === "none") return "";
  if (kind === "directory") return "/";
  if (choices.indicator === "slash") return "";
  if (kind === "link") return "@";
  return choices.indicator === "classify" && kind === "file" && stat && (stat.mode & 0o111) !== 0 ? "*" : "";
}

/** dircolors' defaults for kinds; colours by extension are left out. */
function colorOf(entry: Entry): string {
  if (entry.kind === "link") return "01;36";
  return entry.stat ? statColor(entry.stat) : entry.kind === "directory" ? "01;34" : "";
}

function statColor({ kind, mode }: FileStat): string {
  if (kind === "directory") {
    if ((mode & 0o1002) === 0o1002) return "30;42";
    return (mode & 0o002) !== 0 ? "34;42" : (mode & 0o1000) !== 0 ? "37;44" : "01;34";
  }
  if (kind === "link") return "01;36";
  if (kind === "other") return "40;33;01";
  if ((mode & 0o4000) !== 0) return "37;41";
  if ((mode & 0o2000) !== 0) return "30;43";
  return (mode & 0o111) !== 0 ? "01;32" : "";
}

function paint(text: string, color: string): string {
  return color === "" ? text : `\x1b[${color}m${text}\x1b[0m`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\x00-\x1f\x7f]/g;
