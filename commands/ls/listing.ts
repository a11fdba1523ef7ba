// Gathers what ls shows: operands, then directories with their headings, and subdirectories under -R.
import {
  type Context,
  compileGlob,
  type DirectoryEntry,
  FileError,
  type FileStat,
  type Io,
  Writer,
} from "../../src/plugin.ts";
import type { Choices, Entry } from "./entry.ts";
import { layOut, type Moment, totalLine } from "./layout.ts";
import { quoteForListing, wantsColor } from "./names.ts";
import { sorted } from "./order.ts";

/** Exit statuses of GNU ls: 1 for trouble below an operand, 2 for trouble with an operand. */
const MINOR = 1;
const SERIOUS = 2;

export class Listing {
  status = 0;
  readonly #choices: Choices;
  readonly #io: Io;
  readonly #ctx: Context;
  readonly #out: Writer;
  readonly #moment: Moment;
  readonly #order: NonNullable<Choices["sort"]>;
  readonly #leftOut: (name: string) => boolean;
  #printed = false;

  constructor(choices: Omit<Choices, "escapeInvalid">, io: Io, ctx: Context) {
    const long =
      choices.layout === "long" || choices.numeric || choices.noOwner || choices.longNoGroup || choices.fullTime;
    this.#choices = {
      ...choices,
      escapeInvalid: io.stdout.terminal && !choices.zero,
      layout: long ? "long" : choices.layout,
      hidden: choices.fast ? "all" : choices.hidden,
    };
    this.#io = io;
    this.#ctx = ctx;
    this.#out = new Writer(io.stdout);
    this.#moment = { now: Date.now(), zone: ctx.env.TZ };
    // -u and -c sort by their time when the listing does not show it.
    const byTime = choices.time !== "mtime" && choices.time !== "modification" && !long;
    this.#order = choices.fast ? "none" : (choices.sort ?? (byTime ? "time" : "name"));
    this.#leftOut = exclusion(this.#choices);
  }

  async print(operands: readonly string[]): Promise<void> {
    const choices = this.#choices;
    const found: Entry[] = [];
    for (const path of operands.length > 0 ? operands : ["."]) {
      try {
        found.push(this.#operand(path));
      } catch (error) {
        await this.#out.flush();
        await this.#io.diagnoseFile(error, path, "cannot access");
        this.status = SERIOUS;
      }
    }
    const ordered = sorted(found, choices, this.#order);
    const listed = (entry: Entry): boolean => entry.kind === "directory" && !choices.directory;
    const files = ordered.filter((entry) => !listed(entry));
    const directories = ordered.filter(listed);
    if (files.length > 0) await this.#emit(layOut(files, choices, this.#moment));
    const headings = operands.length > 1 || choices.recursive;
    for (const directory of directories) await this.#directory(directory.path, headings, SERIOUS, []);
    await this.#out.flush();
  }

  async #emit(text: string): Promise<void> {
    this.#printed = true;
    this.#out.text(text);
    const full = this.#out.drain();
    if (full) await full;
  }

  #operand(path: string): Entry {
    const choices = this.#choices;
    const { workspace } = this.#ctx;
    const stays = choices.directory || choices.layout === "long" || choices.indicator === "classify";
    if (choices.dereference || choices.dereferenceCommandLine) {
      const stat = workspace.stat(path);
      return this.#describe(path, path, stat.kind, stat);
    }
    const stat = workspace.lstat(path);
    if (stat.kind === "link" && !stays) {
      const target = this.#follow(path);
      if (target?.kind === "directory") return this.#describe(path, path, target.kind, target);
    }
    // A slash after the name asks for what the link points to.
    if (stat.kind === "link" && path.endsWith("/"))
      return this.#describe(path, path, "directory", workspace.stat(path));
    return this.#describe(path, path, stat.kind, stat);
  }

  async #directory(path: string, heading: boolean, failure: number, above: readonly string[]): Promise<void> {
    const choices = this.#choices;
    const pause = this.#ctx.pause();
    if (pause) await pause;
    let children: readonly DirectoryEntry[];
    try {
      children = this.#ctx.workspace.readdir(path);
    } catch (error) {
      await this.#out.flush();
      await this.#io.diagnoseFile(error, path, "cannot open directory");
      this.status = Math.max(this.status, failure);
      return;
    }
    const entries: Entry[] = [];
    if (choices.hidden === "all") {
      entries.push(
        this.#child(path, { name: ".", kind: "directory" }),
        this.#child(path, { name: "..", kind: "directory" }),
      );
    }
    for (const child of children) if (!this.#leftOut(child.name)) entries.push(this.#child(path, child));
    const ordered = sorted(entries, choices, this.#order);
    const title = heading ? `${this.#printed ? "\n" : ""}${quoteForListing(path, choices)}:\n` : "";
    const total = choices.layout === "long" || choices.size ? `${totalLine(ordered, choices)}\n` : "";
    await this.#emit(title + total + layOut(ordered, choices, this.#moment));
    if (!choices.recursive) return;
    for (const entry of ordered) {
      if (entry.kind !== "directory" || entry.name === "." || entry.name === "..") continue;
      if (choices.dereference && above.length > 0 && this.#loops(entry.path, above)) {
        await this.#out.flush();
        await this.#io.diagnose(`${entry.path}: not listing already-listed directory`);
        this.status = SERIOUS;
        continue;
      }
      const known = choices.dereference ? [...above, this.#ctx.workspace.realpath(path)] : above;
      await this.#directory(entry.path, true, MINOR, known);
    }
  }

  #loops(path: string, above: readonly string[]): boolean {
    return above.includes(this.#ctx.workspace.realpath(path));
  }

  #child(directory: string, { name, kind }: DirectoryEntry): Entry {
    const path = directory.endsWith("/") ? directory + name : directory === "." ? `./${name}` : `${directory}/${name}`;
    if (!this.#needsStat(kind)) return { name, path, kind };
    const { workspace } = this.#ctx;
    try {
      if (this.#choices.dereference && kind === "link") {
        const stat = this.#follow(path);
        if (stat) return this.#describe(name, path, stat.kind, stat);
      }
      return this.#describe(name, path, kind, workspace.lstat(path));
    } catch (error) {
      // The entry went away between reading the directory and looking at it.
      if (error instanceof FileError) return { name, path, kind };
      throw error;
    }
  }

  #describe(name: string, path: string, kind: Entry["kind"], stat: FileStat): Entry {
    const long = this.#choices.layout === "long";
    const wanted = long || wantsColor(this.#choices.color) || this.#choices.groupDirectoriesFirst;
    if (kind !== "link" || !wanted) return { name, path, kind, stat };
    const target = long ? this.#ctx.workspace.readlink(path) : undefined;
    return { name, path, kind, stat, target, targetStat: this.#follow(path) };
  }

  /** What a link leads to inside the workspace, if anything. */
  #follow(path: string): FileStat | undefined {
    try {
      return this.#ctx.workspace.exists(path);
    } catch (error) {
      if (error instanceof FileError) return undefined;
      throw error;
    }
  }

  #needsStat(kind: Entry["kind"]): boolean {
    const choices = this.#choices;
    if (choices.layout === "long" || choices.size || choices.inode || wantsColor(choices.color)) return true;
    if (this.#order === "size" || this.#order === "time") return true;
    if (choices.indicator === "classify" && kind === "file") return true;
    return kind === "link" && (choices.dereference || choices.groupDirectoriesFirst);
  }
}

/** Which names a directory's listing leaves out. */
function exclusion(choices: Choices): (name: string) => boolean {
  const always = choices.ignore.map((pattern) => compileGlob(pattern, { period: true }));
  const unlessAll =
    choices.hidden === "none" ? choices.hide.map((pattern) => compileGlob(pattern, { period: true })) : [];
  const globs = [...always, ...unlessAll];
  const backups = choices.ignoreBackups;
  return (name) =>
    (choices.hidden === "none" && name.startsWith(".")) ||
    (backups && name.endsWith("~")) ||
    globs.some((glob) => glob.test(name));
}
