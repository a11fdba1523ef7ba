// What an expression sees: one entry of the walk, and the run that it belongs to. Metadata is read only when asked for.
import {
  type Context,
  FileError,
  type FileKind,
  type FileStat,
  type Io,
  quoteName,
  type Workspace,
  type Writer,
} from "../../src/plugin.ts";

/** Which links are followed: none, those given as operands, all. */
export type Follow = "P" | "H" | "L";

/** True, false, or a promise where an action runs another command. */
export type Evaluate = (visit: Visit) => boolean | Promise<boolean>;

/** A parsed expression becomes a function once a run is there. */
export type Bind = (run: Run) => Evaluate;

/** One walk: its output, its clock and what it has come to. */
export interface Run {
  readonly io: Io;
  readonly ctx: Context;
  readonly out: Writer;
  /** Milliseconds; ages count from here. */
  readonly now: number;
  readonly zone: string | undefined;
  readonly follow: Follow;
  status: number;
  /** Set by -quit. */
  over: boolean;
  /** Work left for the end, as the batches of `-exec ... +`. */
  readonly atEnd: (() => Promise<void>)[];
}

/** Diagnoses a failed file operation in its place among the output, and makes the exit status 1. */
export async function fail(run: Run, error: unknown, path: string, what = ""): Promise<void> {
  if (!(error instanceof FileError)) throw error;
  run.status = 1;
  await run.out.flush();
  await run.io.diagnose(`${what}${what === "" ? "" : " "}${quoteName(path)}: ${error.message}`);
}

export class Visit {
  readonly path: string;
  readonly name: string;
  /** The operand that the walk started from. */
  readonly start: string;
  readonly depth: number;
  /** The kind after following links as -P, -H and -L say. */
  readonly kind: FileKind;
  /** Set by -prune: do not go into this directory. */
  pruned = false;
  readonly #workspace: Workspace;
  readonly #followed: boolean;
  #stat: FileStat | undefined;

  constructor(
    place: { readonly path: string; readonly name: string; readonly start: string; readonly depth: number },
    workspace: Workspace,
    kind: FileKind,
    /** Links count as what they point to. */
    followed: boolean,
    stat?: FileStat,
  ) {
    this.path = place.path;
    this.name = place.name;
    this.start = place.start;
    this.depth = place.depth;
    this.kind = kind;
    this.#workspace = workspace;
    this.#followed = followed;
    this.#stat = stat;
  }

  /** Throws `FileError` when the entry has gone. */
  stat(): FileStat {
    this.#stat ??= this.#followed
      ? (exists(this.#workspace, this.path) ?? this.#workspace.lstat(this.path))
      : this.#workspace.lstat(this.path);
    return this.#stat;
  }

  /** The kind seen the other way: of the link itself under -L, of its target otherwise (-xtype); undefined: nowhere. */
  otherKind(): FileKind | undefined {
    if (this.#followed) return this.#workspace.lstat(this.path).kind;
    return this.kind === "link" ? exists(this.#workspace, this.path)?.kind : this.kind;
  }

  /** Where a link points; empty for anything else. */
  linkTarget(): string {
    return this.kind === "link" ? this.#workspace.readlink(this.path) : "";
  }
}

/** stat of what a path leads to, or undefined: a link out of the workspace or in a circle leads nowhere. */
export function exists(workspace: Workspace, path: string): FileStat | undefined {
  try {
    return workspace.exists(path);
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}
