// Walks the trees: contents after their directory, or before it with -depth. Errors are diagnosed, the walk goes on.
import { type DirectoryEntry, FileError, type FileStat, quoteName } from "../../src/plugin.ts";
import type { Parsed } from "./parse.ts";
import type { FindOptions } from "./predicate.ts";
import { type Evaluate, exists, fail, type Run, Visit } from "./visit.ts";

/** Entries between two looks at the clock. */
const STRIDE = 32;

export async function walk(parsed: Parsed, run: Run): Promise<void> {
  const walker = new Walker(parsed.options, run, parsed.expression(run));
  for (const path of parsed.paths) {
    if (run.over) return;
    await walker.tree(path);
  }
}

/** A directory whose entries are being visited. */
interface Level {
  readonly visit: Visit;
  readonly prefix: string;
  readonly entries: readonly DirectoryEntry[];
  /** The directory without links, known under -L only. */
  readonly real: string;
  next: number;
}

class Walker {
  readonly #options: Readonly<FindOptions>;
  readonly #run: Run;
  readonly #evaluate: Evaluate;
  #device = 0;
  #count = 0;

  constructor(options: Readonly<FindOptions>, run: Run, evaluate: Evaluate) {
    this.#options = options;
    this.#run = run;
    this.#evaluate = evaluate;
  }

  async tree(path: string): Promise<void> {
    const { workspace } = this.#run.ctx;
    let stat: FileStat;
    const followed = this.#options.follow !== "P";
    try {
      stat = (followed ? exists(workspace, path) : undefined) ?? workspace.lstat(path);
    } catch (error) {
      await fail(this.#run, error, path);
      return;
    }
    this.#device = stat.dev;
    const place = { path, name: baseName(path), start: path, depth: 0 };
    const levels: Level[] = [];
    await this.#enter(new Visit(place, workspace, stat.kind, followed, stat), levels);
    for (let level = levels.at(-1); level && !this.#run.over; level = levels.at(-1)) {
      const entry = level.entries[level.next];
      if (entry) {
        level.next += 1;
        const visit = this.#child(level, entry);
        // Most entries are plain files: no promise for them.
        const done = visit.kind === "directory" ? this.#enter(visit, levels) : this.#apply(visit);
        if (done) await done;
      } else {
        levels.pop();
        if (this.#options.depthFirst) await this.#apply(level.visit);
      }
      const rest = this.#rest();
      if (rest) await rest;
    }
  }

  #child(level: Level, { name, kind }: DirectoryEntry): Visit {
    const { visit } = level;
    const place = { path: level.prefix + name, name, start: visit.start, depth: visit.depth + 1 };
    const { workspace } = this.#run.ctx;
    const followed = this.#options.follow === "L";
    if (followed && kind === "link") {
      const target = exists(workspace, place.path);
      if (target) return new Visit(place, workspace, target.kind, true, target);
    }
    return new Visit(place, workspace, kind, followed);
  }

  /** Visits a directory and opens it, or puts the visit off until its contents are done. Files are only visited. */
  async #enter(visit: Visit, levels: Level[]): Promise<void> {
    const directory = visit.kind === "directory";
    const real = directory && this.#options.follow === "L" ? this.#run.ctx.workspace.realpath(visit.path) : "";
    if (real !== "" && (await this.#loops(visit, real, levels))) return;
    if (!this.#options.depthFirst || !directory) await this.#apply(visit);
    if (!directory || this.#run.over) return;
    const open = await this.#open(visit, real);
    if (open) levels.push(open);
    else if (this.#options.depthFirst) await this.#apply(visit);
  }

  async #open(visit: Visit, real: string): Promise<Level | undefined> {
    if (visit.pruned || visit.depth >= this.#options.maxDepth) return undefined;
    try {
      if (this.#options.oneFileSystem && visit.stat().dev !== this.#device) return undefined;
      const entries = this.#run.ctx.workspace.readdir(visit.path);
      const prefix = visit.path.endsWith("/") ? visit.path : `${visit.path}/`;
      return { visit, prefix, entries, real, next: 0 };
    } catch (error) {
      await fail(this.#run, error, visit.path);
      return undefined;
    }
  }

  /** A followed link may lead back to a directory that is being walked: it is diagnosed, and not visited. */
  async #loops(visit: Visit, real: string, levels: readonly Level[]): Promise<boolean> {
    const above = levels.find((level) => level.real === real);
    if (!above) return false;
    this.#run.status = 1;
    await this.#run.out.flush();
    await this.#run.io.diagnose(
      `File system loop detected; ${quoteName(visit.path)} is part of the same file system loop as ` +
        `${quoteName(above.visit.path)}.`,
    );
    return true;
  }

  #apply(visit: Visit): Promise<void> | undefined {
    if (visit.depth < this.#options.minDepth) return undefined;
    try {
      const value = this.#evaluate(visit);
      if (typeof value === "boolean") return undefined;
      return value.then(
        () => undefined,
        (error: unknown) => this.#failed(error, visit),
      );
    } catch (error) {
      return this.#failed(error, visit);
    }
  }

  #failed(error: unknown, visit: Visit): Promise<void> {
    if (!(error instanceof FileError)) throw error;
    return fail(this.#run, error, visit.path);
  }

  #rest(): Promise<void> | undefined {
    const full = this.#run.out.drain();
    if (full) return full;
    this.#count += 1;
    return this.#count % STRIDE === 0 ? this.#run.ctx.pause() : undefined;
  }
}

/** What -name sees of an operand: no directory and no slashes at the end. */
function baseName(path: string): string {
  const trimmed = path.replace(/(?<=.)\/+$/, "");
  return trimmed === "/" ? "/" : trimmed.slice(trimmed.lastIndexOf("/") + 1);
}
