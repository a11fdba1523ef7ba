// Kinds of files by their names, for -t and -T.
import { UsageError } from "../../src/plugin.ts";
import { decide, type PathGlob, parsePathGlob } from "./globs.ts";

/** Extensions (`ts`) and whole names or globs (with a dot or a star in them) of each type. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  asm: "asm s S",
  avro: "avdl avpr avsc",
  awk: "awk",
  bat: "bat cmd",
  bazel: "bazel bzl *.BUILD BUILD WORKSPACE",
  c: "c h H cats *.[chH].in",
  clojure: "clj cljc cljs cljx",
  cmake: "cmake CMakeLists.txt",
  config: "cfg conf config ini",
  cpp: "C cc cpp cxx c++ h hh hpp hxx h++ inl H",
  cs: "cs",
  csharp: "cs",
  css: "css scss",
  csv: "csv",
  cuda: "cu cuh",
  dart: "dart",
  diff: "diff patch",
  docker: "*Dockerfile*",
  elixir: "ex eex exs heex leex livemd",
  elm: "elm",
  erlang: "erl hrl",
  fortran: "f F f77 F77 f90 F90 f95 F95 pfo",
  fsharp: "fs fsi fsx",
  go: "go",
  gradle: "gradle",
  graphql: "graphql graphqls",
  groovy: "groovy gradle",
  h: "h hh hpp",
  haskell: "hs lhs c2hs cpphs",
  html: "htm html ejs",
  java: "java jsp jspx properties",
  js: "js jsx vue cjs mjs",
  json: "json composer.lock sarif",
  jsonl: "jsonl",
  julia: "jl",
  jupyter: "ipynb jpynb",
  kotlin: "kt kts",
  less: "less",
  license: "COPYING COPYRIGHT LICENSE LICENCE *LICENSE* *LICENCE*",
  lisp: "el jl lisp lsp sc scm",
  lock: "lock package-lock.json",
  log: "log",
  lua: "lua",
  make: "mk mak [Mm]akefile [Gg][Nn][Uu]makefile [Mm]akefile.am [Mm]akefile.in",
  markdown: "markdown md mdown mdwn mdx mkd mkdn",
  md: "markdown md mdown mdwn mdx mkd mkdn",
  ml: "ml",
  nix: "nix",
  objc: "h m",
  ocaml: "ml mli mll mly",
  org: "org org_archive",
  pdf: "pdf",
  perl: "perl pl PL plh plx pm t",
  php: "php php3 php4 php5 php7 php8 pht phtml",
  po: "po",
  protobuf: "proto",
  ps: "cdxml ps1 ps1xml psd1 psm1",
  puppet: "epp erb pp rb",
  py: "py pyi",
  python: "py pyi",
  r: "R r Rmd Rnw",
  rst: "rst",
  ruby: "gemspec rb .irbrc Gemfile Rakefile config.ru",
  rust: "rs",
  sass: "sass scss",
  scala: "scala sbt",
  sh: "bash csh env ksh sh tcsh zsh .bashrc .bash_profile .profile .zshrc .env",
  solidity: "sol",
  sql: "sql psql",
  stylus: "styl",
  svelte: "svelte",
  svg: "svg",
  swift: "swift",
  systemd: "automount conf device link mount path scope service slice socket swap target timer",
  tcl: "tcl",
  tex: "tex ltx cls sty bib dtx ins",
  tf: "tf tfvars tf.json .terraformrc terraform.rc",
  thrift: "thrift",
  toml: "toml Cargo.lock",
  ts: "ts tsx cts mts",
  txt: "txt",
  typescript: "ts tsx cts mts",
  vb: "vb",
  vim: "vim .vimrc vimrc .gvimrc",
  vue: "vue",
  wgsl: "wgsl",
  xml: "xml xml.dist dtd xsl xslt xsd xjb rng sch xhtml",
  yaml: "yaml yml",
  zig: "zig",
  zsh: "zsh .zshenv .zlogin .zlogout .zprofile .zshrc",
};

function globsOf(words: string): string[] {
  return words
    .split(" ")
    .map((word) =>
      /^[\w+]+(?:\.\w+)?$/.test(word) &&
      !/^[A-Z]{4,}$|file$|^CMake|^composer|^package|^config\.ru|^Cargo|^terraform|^vimrc$/.test(word)
        ? `*.${word}`
        : word,
    );
}

/** Every type with its globs, as `--type-list` prints them, with what --type-add adds (`name:glob`). */
export function typeTable(added: readonly string[], cleared: readonly string[]): Map<string, string[]> {
  const table = new Map(Object.entries(EXTENSIONS).map(([name, words]) => [name, globsOf(words)]));
  for (const name of cleared) table.delete(name);
  for (const definition of added) {
    const found = /^(\w+):(.+)$/s.exec(definition);
    const [, name = "", rest = ""] = found ?? [];
    if (!found) throw new UsageError(`invalid definition '${definition}'. Format is type:glob, for example web:*.html`);
    const included = /^include:([\w,]+)$/.exec(rest)?.[1]?.split(",");
    const globs = included?.flatMap((other) => known(other, table)) ?? [rest];
    table.set(name, [...(table.get(name) ?? []), ...globs]);
  }
  return table;
}

/** What the types say of a file; undefined when none was asked for. */
export function typeTest(
  wanted: readonly string[],
  unwanted: readonly string[],
  table: ReadonlyMap<string, readonly string[]>,
): ((name: string) => "keep" | "ignore" | undefined) | undefined {
  if (wanted.length === 0 && unwanted.length === 0) return undefined;
  const yes = compile(wanted, table);
  const no = compile(unwanted, table);
  return (name) => {
    if (decide(no, [name], false)) return "ignore";
    if (decide(yes, [name], false)) return "keep";
    return wanted.length > 0 ? "ignore" : undefined;
  };
}

function compile(names: readonly string[], table: ReadonlyMap<string, readonly string[]>): PathGlob[] {
  const globs = names.flatMap((name) => (name === "all" ? [...table.values()].flat() : known(name, table)));
  return globs.flatMap((glob) => parsePathGlob(glob, false) ?? []);
}

function known(name: string, table: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const globs = table.get(name);
  if (!globs) throw new UsageError(`unrecognized file type: ${name}`, { help: "Use: rg --type-list" });
  return globs;
}
