// The options of `set` and `shopt`: their names, letters and defaults.

/** Options by their names, but `patsub_replacement`, whose key is the one that expansion reads. */
export interface ShellOptions {
  allexport: boolean;
  braceexpand: boolean;
  errexit: boolean;
  errtrace: boolean;
  functrace: boolean;
  histexpand: boolean;
  keyword: boolean;
  notify: boolean;
  onecmd: boolean;
  physical: boolean;
  privileged: boolean;
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
  checkhash: boolean;
  checkwinsize: boolean;
  cmdhist: boolean;
  execfail: boolean;
  globasciiranges: boolean;
  histappend: boolean;
  huponexit: boolean;
  interactive_comments: boolean;
  localvar_inherit: boolean;
  progcomp: boolean;
  promptvars: boolean;
  sourcepath: boolean;
}

export type OptionName = keyof ShellOptions;

/** Options of `set`, with their letter where they have one. Some are only remembered. */
export const SET_OPTIONS: Readonly<Partial<Record<OptionName, string>>> = {
  allexport: "a",
  braceexpand: "B",
  errexit: "e",
  errtrace: "E",
  functrace: "T",
  histexpand: "H",
  keyword: "k",
  notify: "b",
  onecmd: "t",
  physical: "P",
  privileged: "p",
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

/** Options of `shopt` by name. The last twelve are only remembered: what they change does not exist here. */
const SHOPTS: ReadonlyMap<string, OptionName> = new Map([
  ...(
    [
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
      "checkhash",
      "checkwinsize",
      "cmdhist",
      "execfail",
      "globasciiranges",
      "histappend",
      "huponexit",
      "interactive_comments",
      "localvar_inherit",
      "progcomp",
      "promptvars",
      "sourcepath",
    ] as const
  ).map((name): [string, OptionName] => [name, name]),
  ["patsub_replacement", "patsubReplacement"],
]);

/** bash's defaults for a shell that is not interactive, but with extglob on: the parser always knows its forms. */
export function defaultOptions(): ShellOptions {
  return {
    allexport: false,
    braceexpand: true,
    errexit: false,
    errtrace: false,
    functrace: false,
    histexpand: false,
    keyword: false,
    notify: false,
    onecmd: false,
    physical: false,
    privileged: false,
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
    checkhash: false,
    checkwinsize: true,
    cmdhist: true,
    execfail: false,
    globasciiranges: true,
    histappend: false,
    huponexit: false,
    interactive_comments: true,
    localvar_inherit: false,
    progcomp: true,
    promptvars: true,
    sourcepath: true,
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

/** The option that a name of `shopt` stands for. */
export function shoptOption(name: string): OptionName | undefined {
  return SHOPTS.get(name);
}

export function shoptNames(): string[] {
  return [...SHOPTS.keys()].sort();
}

/** `$-` */
export function optionLetters(options: ShellOptions): string {
  return setOptionNames()
    .filter((name) => options[name] && SET_OPTIONS[name])
    .map((name) => SET_OPTIONS[name] ?? "")
    .sort((a, b) => rank(a) - rank(b))
    .join("");
}

/** bash lists small letters before capital ones. */
function rank(letter: string): number {
  return letter.charCodeAt(0) ^ 0x20;
}

/** SHELLOPTS and BASHOPTS: names of options that are on. */
export function enabledNames(options: ShellOptions, kind: "set" | "shopt"): string {
  const names =
    kind === "set"
      ? setOptionNames().filter((name) => options[name])
      : shoptNames().filter((name) => options[SHOPTS.get(name) ?? "posix"]);
  return names.sort().join(":");
}

function keysOf(record: Readonly<Partial<Record<OptionName, string>>>): OptionName[] {
  return Object.keys(record).filter((name): name is OptionName => name in record);
}
