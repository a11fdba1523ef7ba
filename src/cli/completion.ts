// Completion at the prompt, from the same declarations that commands are made of: names, options, paths, variables.
import type { Shell } from "../session/index.ts";
import { completionContext, quote } from "../syntax/index.ts";

/**
 * Candidates for the word before the cursor, and that word, as node:readline wants them. An only candidate that is
 * complete ends with a space.
 */
export async function complete(shell: Shell, line: string): Promise<[string[], string]> {
  const [candidates, typed] = await candidatesFor(shell, line);
  const [only, second] = candidates;
  if (only === undefined || second !== undefined || only.endsWith("/")) return [candidates, typed];
  return [[`${only} `], typed];
}

async function candidatesFor(shell: Shell, line: string): Promise<[string[], string]> {
  const { kind, prefix, argv, start } = completionContext(line, line.length);
  const typed = line.slice(start);
  switch (kind) {
    case "command":
      if (!prefix.includes("/")) return [startingWith(shell.names(), prefix), typed];
      return [paths(shell, prefix), typed];
    case "variable":
      return [[], typed];
    case "redirection":
      return [paths(shell, prefix), typed];
    case "argument":
      if (prefix.startsWith("-")) return [startingWith(await optionsOf(shell, argv), prefix), typed];
      return [[...(await subcommandsOf(shell, argv, prefix)), ...paths(shell, prefix)], typed];
  }
}

function startingWith(names: readonly string[], prefix: string): string[] {
  return names.filter((name) => name.startsWith(prefix));
}

async function optionsOf(shell: Shell, argv: readonly string[]): Promise<string[]> {
  const [name = "", subcommand] = argv;
  const command = await shell.registry.load(name);
  const inner = command?.subcommands.find((candidate) => candidate.name === subcommand);
  return [...((inner ?? command)?.options.flatMap(({ names }) => names) ?? []), "--help"];
}

async function subcommandsOf(shell: Shell, argv: readonly string[], prefix: string): Promise<string[]> {
  const [name = ""] = argv;
  if (argv.length > 1) return [];
  const command = await shell.registry.load(name);
  return startingWith(command?.subcommands.map((candidate) => candidate.name) ?? [], prefix);
}

/** Existing paths; a directory ends with a slash. */
function paths(shell: Shell, prefix: string): string[] {
  const slash = prefix.lastIndexOf("/");
  const folder = prefix.slice(0, slash + 1);
  const start = prefix.slice(slash + 1);
  try {
    return shell.workspace
      .at(shell.cwd)
      .readdir(folder === "" ? "." : folder)
      .filter(({ name }) => name.startsWith(start) && (start.startsWith(".") || !name.startsWith(".")))
      .map(({ name, kind }) => quote([folder + name]) + (kind === "directory" ? "/" : ""));
  } catch {
    return [];
  }
}
