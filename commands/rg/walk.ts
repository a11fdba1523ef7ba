// Lists the files below a directory that a search looks into, in byte order of their paths. It opens none of them.
import { absolute, type DirectoryEntry, FileError, type Workspace } from "../../src/plugin.ts";
import { decide, type PathGlob } from "./globs.ts";
import { enter, type IgnoreOptions, judge, type Level, levelOf } from "./ignore.ts";

export interface WalkOptions {
  readonly ignore: IgnoreOptions;
  readonly hidden: boolean;
  readonly follow: boolean;
  /** -g: a glob keeps, a negated one leaves out, and the last that matches decides. */
  readonly overrides: readonly PathGlob[];
  readonly ofType: ((name: string) => "keep" | "ignore" | undefined) | undefined;
  readonly maxDepth: number;
  readonly maxSize: number;
}

export type Step =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "error"; readonly path: string; readonly error: unknown }
  | { readonly kind: "loop"; readonly path: string }
  | { readonly kind: "pause" };

/** Everything below `path`; names begin with `prefix`. */
export function* walk(workspace: Workspace, path: string, prefix: string, options: WalkOptions): Generator<Step> {
  const start = absolute(workspace.cwd, path);
  const segments = segmentsOf(start);
  const level = levelOf(workspace, start, options.ignore);
  const parents = options.follow ? [workspace.realpath(path)] : [];
  yield* new Walk(workspace, options).below(path, prefix, segments, level, parents, 1);
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

class Walk {
  readonly #workspace: Workspace;
  readonly #options: WalkOptions;
  readonly #cwdDepth: number;
  readonly #keeps: boolean;

  constructor(workspace: Workspace, options: WalkOptions) {
    this.#workspace = workspace;
    this.#options = options;
    this.#cwdDepth = segmentsOf(workspace.cwd).length;
    this.#keeps = options.overrides.some((glob) => !glob.negated);
  }

  *below(
    path: string,
    prefix: string,
    segments: readonly string[],
    above: Level | undefined,
    parents: readonly string[],
    depth: number,
  ): Generator<Step> {
    if (depth > this.#options.maxDepth) return;
    let entries: readonly DirectoryEntry[];
    try {
      entries = this.#workspace.readdir(path);
    } catch (error) {
      yield { kind: "error", path, error };
      return;
    }
    const level = enter(
      this.#workspace,
      `/${segments.join("/")}`,
      segments.length,
      entries,
      above,
      this.#options.ignore,
    );
    for (const entry of entries) {
      const child = prefix + entry.name;
      let kind = entry.kind;
      if (kind === "link") {
        if (!this.#options.follow) continue;
        try {
          kind = this.#workspace.stat(child).kind;
        } catch (error) {
          yield { kind: "error", path: child, error };
          continue;
        }
      }
      if (kind !== "file" && kind !== "directory") continue;
      const own = [...segments, entry.name];
      if (!this.#wanted(entry.name, own, kind === "directory", level)) {
        yield { kind: "pause" };
        continue;
      }
      if (kind === "directory") {
        if (!this.#options.follow) yield* this.below(child, `${child}/`, own, level, parents, depth + 1);
        else yield* this.#followed(child, own, level, parents, depth + 1);
      } else if (this.#fits(child)) yield { kind: "file", path: child };
    }
  }

  *#followed(
    path: string,
    segments: readonly string[],
    level: Level | undefined,
    parents: readonly string[],
    depth: number,
  ): Generator<Step> {
    const real = this.#workspace.realpath(path);
    if (parents.includes(real)) yield { kind: "loop", path };
    else yield* this.below(path, `${path}/`, segments, level, [...parents, real], depth);
  }

  #wanted(name: string, segments: readonly string[], directory: boolean, level: Level | undefined): boolean {
    const { overrides, ofType, ignore, hidden } = this.#options;
    if (overrides.length > 0) {
      const found = decide(overrides, segments.slice(this.#cwdDepth), directory);
      if (found) return !found.negated;
      if (this.#keeps && !directory) return false;
    }
    const judgement = judge(level, segments, directory, ignore, this.#cwdDepth);
    if (judgement === "ignore") return false;
    const type = directory ? undefined : ofType?.(name);
    if (type === "ignore") return false;
    return hidden || type === "keep" || judgement === "keep" || !name.startsWith(".");
  }

  #fits(path: string): boolean {
    if (this.#options.maxSize === Number.POSITIVE_INFINITY) return true;
    try {
      return this.#workspace.stat(path).size <= this.#options.maxSize;
    } catch (error) {
      if (error instanceof FileError) return true;
      throw error;
    }
  }
}
