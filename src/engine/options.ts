// The options of `set` and `shopt`: their names, letters and defaults.

/** `set -o` names (camel case where they have none of their own) and the shopts that change what a line means. */
export interface ShellOptions {
  allexport: boolean;
  braceexpand: boolean;
  errexit: boolean;
  errtrace: boolean;
  functrace: boolean;
  hashall: boolean;
  monitor: boolean;
  noclobber: boolean;
  noexec: boolean;
  noglob: boolean;
  nounset: boolean;
  pipefail: boolean;
  posix: boolean;
  verbose: boolean;
  xtrace: boolean;
  dotglob: boolean;
  expand_aliases: boolean;
  extglob: boolean;
  failglob: boolean;
  globstar: boolean;
  inherit_errexit: boolean;
  lastpipe: boolean;
  nocaseglob: boolean;
  nocasematch: boolean;
  nullglob: boolean;
  patsubReplacement: boolean;
  xpg_echo: boolean;
}

export type OptionName = keyof ShellOptions;

/** Options of `set`, with their letter where they have one. */
export const SET_OPTIONS: Readonly<Partial<Record<OptionName, string>>> = {
  allexport: "a",
  braceexpand: "B",
  errexit: "e",
  errtrace: "E",
  functrace: "T",
  hashall: "h",
  monitor: "m",
  noclobber: "C",
  noexec: "n",
  noglob: "f",
  nounset: "u",
  pipefail: "",
  posix: "",
  verbose: "v",
  xtrace: "x",
};

/** Options of `shopt`. */
export const SHOPT_OPTIONS: readonly OptionName[] = [
  "dotglob",
  "expand_aliases",
  "extglob",
  "failglob",
  "globstar",
  "inherit_errexit",
  "lastpipe",
  "nocaseglob",
  "nocasematch",
  "nullglob",
  "xpg_echo",
];

/** bash's defaults for a shell that is not interactive, but with extglob on: the parser always knows its forms. */
export function defaultOptions(): ShellOptions {
  return {
    allexport: false,
    braceexpand: true,
    errexit: false,
    errtrace: false,
    functrace: false,
    hashall: true,
    monitor: false,
    noclobber: false,
    noexec: false,
    noglob: false,
    nounset: false,
    pipefail: false,
    posix: false,
    verbose: false,
    xtrace: false,
    dotglob: false,
    expand_aliases: false,
    extglob: true,
    failglob: false,
    globstar: false,
    inherit_errexit: false,
    lastpipe: false,
    nocaseglob: false,
    nocasematch: false,
    nullglob: false,
    patsubReplacement: true,
    xpg_echo: false,
  };
}

/** The option that a `set` letter stands for. */
export function optionOfLetter(letter: string): OptionName | undefined {
  return setOptionNames().find((name) => SET_OPTIONS[name] === letter);
}

export function setOptionNames(): OptionName[] {
  return keysOf(SET_OPTIONS);
}

export function isSetOption(name: string): name is OptionName {
  return name in SET_OPTIONS;
}

export function isShopt(name: string): name is OptionName {
  return SHOPT_OPTIONS.some((option) => option === name);
}

/** `$-` */
export function optionLetters(options: ShellOptions): string {
  return setOptionNames()
    .filter((name) => options[name] && SET_OPTIONS[name])
    .map((name) => SET_OPTIONS[name])
    .join("");
}

function keysOf(record: Readonly<Partial<Record<OptionName, string>>>): OptionName[] {
  return Object.keys(record).filter((name): name is OptionName => name in record);
}
