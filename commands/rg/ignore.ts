// Which paths a search passes over: the rules of .gitignore, .ignore and .rgignore from the root down to a directory.
// An inner file decides before an outer one, and .rgignore before .ignore before .gitignore before .git/info/exclude.
import { type DirectoryEntry, decode, FileError, type Workspace } from "../../src/plugin.ts";
import { decide, type PathGlob, parsePathGlob } from "./globs.ts";

export interface IgnoreOptions {
  /** .gitignore and .git/info/exclude count. */
  readonly git: boolean;
  /** .ignore and .rgignore count. */
  readonly dot: boolean;
  /** Files in directories above the searched one count. */
  readonly parents: boolean;
  /** .gitignore counts in repositories only. */
  readonly requireGit: boolean;
  readonly ignoreCase: boolean;
  /** Globs of --ignore-file, relative to the working directory; they decide last. */
  readonly extra: readonly PathGlob[];
}

/** Names of ignore files, the most decisive first. */
const KINDS = [".rgignore", ".ignore", ".gitignore", "exclude"] as const;
type Kind = (typeof KINDS)[number];

/** The rules of one directory, linked to those above it. */
export interface Level {
  readonly parent: Level | undefined;
  /** Segments of the directory's absolute path. */
  readonly depth: number;
  readonly rules: ReadonlyMap<Kind, readonly PathGlob[]>;
  /** A repository begins here. */
  readonly repository: boolean;
}

/** The rules above and in an absolute directory. */
export function levelOf(workspace: Workspace, directory: string, options: IgnoreOptions): Level | undefined {
  if (!options.parents) return undefined;
  const segments = directory.split("/").filter((part) => part !== "");
  let level: Level | undefined;
  for (let depth = 0; depth < segments.length; depth += 1) {
    const path = `/${segments.slice(0, depth).join("/")}`;
    level = enter(workspace, path, depth, entriesOf(workspace, path), level, options);
  }
  return level;
}

/** The rules that hold in a directory, given those above it. */
export function enter(
  workspace: Workspace,
  path: string,
  depth: number,
  entries: readonly DirectoryEntry[],
  parent: Level | undefined,
  options: IgnoreOptions,
): Level | undefined {
  const names = new Set(entries.filter(({ name }) => name.startsWith(".")).map(({ name }) => name));
  const repository = names.has(".git");
  const wanted = KINDS.filter((kind) => {
    if (kind === "exclude") return options.git && repository;
    return names.has(kind) && (kind === ".gitignore" ? options.git : options.dot);
  });
  if (wanted.length === 0 && !repository) return parent;
  const rules = new Map<Kind, readonly PathGlob[]>();
  for (const kind of wanted) {
    const file = kind === "exclude" ? ".git/info/exclude" : kind;
    rules.set(kind, readGlobs(workspace, `${path === "/" ? "" : path}/${file}`, options.ignoreCase));
  }
  return { parent, depth, rules, repository };
}

/** Is the path (segments from the root) ignored, explicitly kept, or not mentioned? */
export function judge(
  level: Level | undefined,
  segments: readonly string[],
  directory: boolean,
  options: IgnoreOptions,
  cwdDepth: number,
): "ignore" | "keep" | undefined {
  let inRepository = !options.requireGit;
  for (let at = level; at && !inRepository; at = at.parent) inRepository = at.repository;
  for (const kind of KINDS) {
    const git = kind === ".gitignore" || kind === "exclude";
    if (git && !inRepository) continue;
    for (let at = level; at; at = at.parent) {
      const rules = at.rules.get(kind);
      const found = rules && decide(rules, segments.slice(at.depth), directory);
      if (found) return found.negated ? "keep" : "ignore";
      // A repository does not obey the ignore files of the one that it lies in.
      if (git && at.repository) break;
    }
  }
  const found = decide(options.extra, segments.slice(cwdDepth), directory);
  return found && (found.negated ? "keep" : "ignore");
}

export function readGlobs(workspace: Workspace, path: string, ignoreCase: boolean): PathGlob[] {
  try {
    const lines = decode(workspace.readFile(path))
      .replace(/^\ufeff/, "")
      .split("\n");
    return lines.flatMap((line) => parsePathGlob(line, ignoreCase) ?? []);
  } catch (error) {
    if (error instanceof FileError) return [];
    throw error;
  }
}

function entriesOf(workspace: Workspace, path: string): readonly DirectoryEntry[] {
  try {
    return workspace.readdir(path);
  } catch (error) {
    if (error instanceof FileError) return [];
    throw error;
  }
}
