// Lists the files that a recursive search reads, in byte order of their names. It opens none of them.
import { type DirectoryEntry, FileError, type Workspace } from "../../src/plugin.ts";

export interface WalkOptions {
  /** Follow links met on the way (`-R`). */
  readonly follow: boolean;
  readonly wantsFile: (name: string) => boolean;
  readonly wantsDirectory: (name: string) => boolean;
}

/** A file to search, or why something cannot be searched. */
export type Step =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "error"; readonly path: string; readonly error: unknown }
  | { readonly kind: "loop"; readonly path: string };

/** Everything below the directory `path`; names start with `prefix` (`path` with a slash, or nothing). */
export function* walk(workspace: Workspace, path: string, prefix: string, options: WalkOptions): Generator<Step> {
  yield* below(workspace, path, prefix, options, options.follow ? [identity(workspace, path)] : []);
}

function* below(
  workspace: Workspace,
  path: string,
  prefix: string,
  options: WalkOptions,
  parents: readonly string[],
): Generator<Step> {
  let entries: readonly DirectoryEntry[];
  try {
    entries = workspace.readdir(path);
  } catch (error) {
    yield { kind: "error", path, error };
    return;
  }
  for (const entry of entries) {
    const child = prefix + entry.name;
    let kind = entry.kind;
    if (kind === "link") {
      if (!options.follow) continue;
      try {
        kind = workspace.stat(child).kind;
      } catch (error) {
        yield { kind: "error", path: child, error };
        continue;
      }
    }
    if (kind === "file") {
      if (options.wantsFile(entry.name)) yield { kind: "file", path: child };
    } else if (kind === "directory" && options.wantsDirectory(entry.name)) {
      if (!options.follow) {
        yield* below(workspace, child, `${child}/`, options, parents);
        continue;
      }
      const own = identity(workspace, child);
      if (parents.includes(own)) yield { kind: "loop", path: child };
      else yield* below(workspace, child, `${child}/`, options, [...parents, own]);
    }
  }
}

/** The directory itself, whatever links led to it. */
function identity(workspace: Workspace, path: string): string {
  try {
    return workspace.realpath(path);
  } catch (error) {
    if (error instanceof FileError) return path;
    throw error;
  }
}
