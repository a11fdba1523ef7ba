// Pathname expansion (POSIX 2.6.6): fields with glob characters become the names of files that match, sorted. A
// directory is read once for each place where it is matched, and its entries are not looked at one by one.
import { compileGlob } from "../pattern/index.ts";
import { compareBytes, type DirectoryEntry, FileError } from "../workspace/index.ts";
import { type Environment, ExpansionError } from "./environment.ts";
import type { FieldSink } from "./fields.ts";
import { chain, each, type Maybe } from "./maybe.ts";

/** Directories read between two chances to pause. */
const PAUSE_EVERY = 32;

/** Patterns longer than this, in UTF-16 units, match no file; Linux has paths of 4096 bytes. */
const LONGEST = 65_536;

/** Replaces the fields that have patterns by what they match. */
export function expandFiles(fields: FieldSink, env: Environment): Maybe<string[]> {
  const argv: string[] = [];
  const done = each(fields.texts, (text, index) => {
    const pattern = fields.patterns[index];
    if (pattern === undefined) {
      argv.push(text);
      return;
    }
    return chain(pattern.length > LONGEST ? [] : matchFiles(pattern, fields.extended, env), (names) => {
      if (names.length > 0) for (const name of names) argv.push(name);
      else if (env.options.failglob) throw new ExpansionError(`no match: ${text}`);
      else if (!env.options.nullglob) argv.push(text);
    });
  });
  return chain(done, () => argv);
}

/** Paths that match, sorted in byte order. What cannot be read does not match. */
function matchFiles(pattern: string, extended: boolean, env: Environment): Maybe<string[]> {
  const walk = new Walk(pattern, extended, env);
  return chain(walk.run(), (paths) => (walk.ordered ? paths : paths.sort(compareBytes)));
}

interface Segment {
  /** Text without glob characters, unescaped. */
  readonly text?: string;
  readonly test?: (name: string) => boolean;
  /** Names that begin with a dot count. */
  readonly hidden: boolean;
  /** `**` with globstar. */
  readonly deep: boolean;
  /** Slashes after it; empty for the last. */
  readonly slashes: string;
}

class Walk {
  readonly #env: Environment;
  readonly #segments: readonly Segment[];
  readonly #root: string;
  #reads = 0;
  #found = 0;

  constructor(pattern: string, extended: boolean, env: Environment) {
    this.#env = env;
    this.#root = /^\/*/.exec(pattern)?.[0] ?? "";
    const found = pattern.slice(this.#root.length).matchAll(/([^/]+)(\/*)/g);
    const segments = Array.from(found, ([, text = "", slashes = ""]) => segmentOf(text, slashes, extended, env));
    this.#segments = segments.filter((segment, index) => !segment.deep || segments[index + 1]?.deep !== true);
  }

  /** Only the last segment looks into a directory, and what it finds comes in byte order. */
  get ordered(): boolean {
    const last = this.#segments.at(-1);
    return (
      last?.test !== undefined && last.slashes === "" && this.#segments.findIndex(isGlob) === this.#segments.length - 1
    );
  }

  run(): Maybe<string[]> {
    return this.#step([this.#root], 0);
  }

  #step(bases: string[], index: number): Maybe<string[]> {
    const segment = this.#segments[index];
    if (segment === undefined || bases.length === 0) return bases;
    const next: string[] = [];
    const last = index === this.#segments.length - 1;
    const done = each(bases, (base) => {
      if (segment.deep) return this.#deep(base, segment, index, next);
      if (segment.text === undefined) return this.#match(base, segment, last, next);
      const path = base + segment.text + segment.slashes;
      if (!last || this.#exists(path)) next.push(path);
    });
    return chain(done, () => this.#step(next, index + 1));
  }

  #match(base: string, segment: Segment, last: boolean, next: string[]): Maybe<void> {
    const directories = !last || segment.slashes !== "";
    for (const entry of this.#read(base)) {
      if (entry.name.startsWith(".") && !segment.hidden) continue;
      if (!segment.test?.(entry.name)) continue;
      if (!directories || this.#isDirectory(base + entry.name, entry))
        this.#add(base + entry.name + segment.slashes, next);
    }
    return this.#pause();
  }

  /**
   * `**`: the directory itself and all below it, links not followed. At the end of a pattern the directory itself counts
   * where it has a name, which bash shows without its slash after a glob; links then count as what they lead to.
   */
  #deep(base: string, segment: Segment, index: number, next: string[]): Maybe<void> {
    if (index < this.#segments.length - 1) {
      next.push(base);
      // As bash has it: `./**/x` looks into linked directories too, one level deep, and `**/x` does not.
      return this.#descend(base, segment, base === "" ? "directories" : "linked directories", next);
    }
    const files = segment.slashes === "";
    const named = files && this.#segments.slice(0, index).some(isGlob) ? base.replace(/\/+$/, "") : base;
    if (base !== "" && this.#leadsToDirectory(base)) this.#add(named, next);
    return this.#descend(base, segment, files ? "all" : "linked directories", next);
  }

  #descend(
    base: string,
    segment: Segment,
    take: "all" | "directories" | "linked directories",
    next: string[],
  ): Maybe<void> {
    const done = each(this.#read(base), (entry) => {
      if (entry.name.startsWith(".") && !segment.hidden) return;
      const path = base + entry.name;
      const directory = entry.kind === "directory";
      if (take === "all") this.#add(path, next);
      else if (directory || (take === "linked directories" && this.#isDirectory(path, entry)))
        this.#add(`${path}/`, next);
      return directory ? this.#descend(`${path}/`, segment, take, next) : undefined;
    });
    return chain(done, () => this.#pause());
  }

  #add(path: string, next: string[]): void {
    this.#found += 1;
    const { maxGlobResults } = this.#env.limits;
    if (this.#found > maxGlobResults) {
      throw new ExpansionError(`glob: more than ${maxGlobResults} names match`, {
        help: "Use find, which prints as it goes",
      });
    }
    next.push(path);
  }

  #read(base: string): readonly DirectoryEntry[] {
    try {
      return this.#env.workspace.readdir(base === "" ? "." : base);
    } catch (error) {
      if (error instanceof FileError) return [];
      throw error;
    }
  }

  #isDirectory(path: string, entry: DirectoryEntry): boolean {
    return entry.kind === "link" ? this.#leadsToDirectory(path) : entry.kind === "directory";
  }

  #leadsToDirectory(path: string): boolean {
    try {
      return this.#env.workspace.exists(path)?.kind === "directory";
    } catch (error) {
      if (error instanceof FileError) return false;
      throw error;
    }
  }

  #exists(path: string): boolean {
    try {
      this.#env.workspace.lstat(path);
      return true;
    } catch (error) {
      if (error instanceof FileError) return false;
      throw error;
    }
  }

  #pause(): Maybe<void> {
    this.#reads += 1;
    return this.#reads % PAUSE_EVERY === 0 ? this.#env.pause() : undefined;
  }
}

function segmentOf(text: string, slashes: string, extended: boolean, env: Environment): Segment {
  const { options } = env;
  const hidden = options.dotglob || /^\\?\./.test(text);
  if (options.globstar && text === "**") return { hidden: options.dotglob, deep: true, slashes };
  if (!/[*?[]|[+@!]\(/.test(text.replace(/\\./gs, ""))) {
    return { text: text.replace(/\\(.)/gs, "$1"), hidden, deep: false, slashes };
  }
  const glob = compileGlob(text, { extglob: extended || options.extglob, ignoreCase: options.nocaseglob });
  return { test: (name) => glob.test(name), hidden, deep: false, slashes };
}

function isGlob(segment: Segment): boolean {
  return segment.text === undefined;
}
