// Which words of a jq command line are files, for the footprint. jq itself parses them again when it runs.

export interface JqArguments {
  /** The filter, when it is written on the line. */
  readonly filter: string | undefined;
  /** Files that are read: inputs, -f, --slurpfile, --rawfile. */
  readonly files: readonly string[];
  /** Reads no input of its own accord. */
  readonly nullInput: boolean;
  /** `-L`: directories of modules. */
  readonly libraries: boolean;
}

/** Options with values of their own, and which of the values is a file. */
const VALUES: Readonly<Record<string, { readonly count: number; readonly file?: number }>> = {
  "--arg": { count: 2 },
  "--argjson": { count: 2 },
  "--slurpfile": { count: 2, file: 1 },
  "--rawfile": { count: 2, file: 1 },
  "--indent": { count: 1 },
  "--library-path": { count: 1 },
};

export function readArguments(argv: readonly string[]): JqArguments {
  const files: string[] = [];
  let filter: string | undefined;
  let fromFile = false;
  let nullInput = false;
  let libraries = false;
  let positional: "files" | "values" = "files";
  let options = true;
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? "";
    if (!options || !word.startsWith("-") || word === "-") {
      if (filter === undefined) filter = word;
      else if (positional === "files") files.push(word);
      continue;
    }
    if (word === "--") options = false;
    else if (word === "--args" || word === "--jsonargs") positional = "values";
    else if (word === "--from-file") fromFile = true;
    else if (word === "--null-input") nullInput = true;
    else if (word.startsWith("--")) {
      const values = VALUES[word];
      if (word === "--library-path") libraries = true;
      if (values?.file !== undefined) files.push(argv[at + 1 + values.file] ?? "-");
      at += values?.count ?? 0;
    } else {
      if (word.includes("f")) fromFile = true;
      if (word.includes("n")) nullInput = true;
      if (word.startsWith("-L")) {
        libraries = true;
        if (word === "-L") at += 1;
      }
    }
  }
  if (fromFile && filter !== undefined) return { filter: undefined, files: [filter, ...files], nullInput, libraries };
  return { filter, files, nullInput, libraries };
}

/** Can the filter read modules, which lie wherever it says? */
export function usesModules({ filter, libraries }: JqArguments): boolean {
  return libraries || filter === undefined || /\b(?:import|include|modulemeta|get_search_list)\b/.test(filter);
}
