// Compares two operands: files by their lines, directories by their entries, one level or all of them.
import {
  type Context,
  compileGlob,
  compilePattern,
  FileError,
  type FileStat,
  type Io,
  type Pattern,
  Writer,
} from "../../src/plugin.ts";
import { fullTime } from "../file-time.ts";
import { readAll } from "../input.ts";
import { joinPath, lastName } from "../transfer.ts";
import { printColumns, printContext, printNormal, printUnified } from "./format.ts";
import { classes, type Likeness, lineAt, type Side, sideOf } from "./lines.ts";
import { type Change, editScript } from "./script.ts";

export interface Choices {
  readonly style: "normal" | "unified" | "context" | "columns" | "brief";
  readonly context: number;
  readonly likeness: Likeness;
  readonly ignoreBlank: boolean;
  readonly ignoreMatching: readonly string[];
  readonly text: boolean;
  readonly minimal: boolean;
  readonly reportSame: boolean;
  readonly recursive: boolean;
  readonly newFile: boolean;
  readonly oneWayNew: boolean;
  readonly labels: readonly string[];
  readonly exclude: readonly string[];
  readonly width: number;
  readonly suppressCommon: boolean;
  readonly leftColumn: boolean;
  readonly expandTabs: boolean;
  /** Options as they are named in the line before each pair of files in a directory. */
  readonly line: string;
}

/** Bytes in which a NUL makes a file binary. */
const SNIFFED = 32 * 1024;

interface Input {
  readonly name: string;
  readonly stat: FileStat | undefined;
}

export class Comparer {
  readonly #choices: Choices;
  readonly #io: Io;
  readonly #ctx: Context;
  readonly #out: Writer;
  readonly #excluded: readonly ((name: string) => boolean)[];
  readonly #ignored: readonly Pattern[];

  constructor(choices: Choices, io: Io, ctx: Context) {
    this.#choices = choices;
    this.#io = io;
    this.#ctx = ctx;
    this.#out = new Writer(io.stdout);
    this.#excluded = choices.exclude.map((glob) => {
      const compiled = compileGlob(glob);
      return (name: string) => compiled.test(name);
    });
    this.#ignored = choices.ignoreMatching.map((source) => compilePattern([source], { syntax: "basic" }));
  }

  /** 0 the same, 1 different, 2 trouble. */
  async operands(first: string, second: string): Promise<number> {
    const stats = [first, second].map((name) => (name === "-" ? undefined : this.#find(name)));
    let missing = false;
    for (const [at, name] of [first, second].entries()) {
      const other = stats[1 - at];
      const allowed = this.#choices.newFile || (this.#choices.oneWayNew && at === 0);
      if (name === "-" || stats[at] || (allowed && other)) continue;
      await this.#out.flush();
      await this.#io.diagnoseFile(new FileError("ENOENT", name), name);
      missing = true;
    }
    if (missing) return 2;
    let [left, right] = [first, second];
    const folders = stats.map((stat) => stat?.kind === "directory");
    if (folders[0] && stats[1] && !folders[1]) left = joinPath(first, lastName(second));
    else if (folders[1] && stats[0] && !folders[0]) right = joinPath(second, lastName(first));
    const status =
      folders[0] && (folders[1] || !stats[1]) && second !== "-"
        ? await this.#folders(left, right)
        : folders[1] && !stats[0] && first !== "-"
          ? await this.#folders(left, right)
          : await this.#pair(left, right);
    await this.#out.flush();
    return status;
  }

  #find(name: string): FileStat | undefined {
    return this.#ctx.workspace.exists(name);
  }

  async #folders(left: string, right: string): Promise<number> {
    const { newFile, oneWayNew, recursive } = this.#choices;
    let status = 0;
    const worst = (found: number): void => {
      status = Math.max(status, found);
    };
    const [mine, theirs] = [this.#entries(left), this.#entries(right)];
    for (const name of [...new Set([...mine, ...theirs])].sort((a, b) =>
      Buffer.compare(Buffer.from(a), Buffer.from(b)),
    )) {
      const rest = this.#ctx.pause();
      if (rest) await rest;
      const [from, to] = [joinPath(left, name), joinPath(right, name)];
      const [fromStat, toStat] = [this.#find(from), this.#find(to)];
      const here = mine.includes(name);
      if (!here || !theirs.includes(name)) {
        const asEmpty = newFile || (oneWayNew && !here);
        const folder = (here ? fromStat : toStat)?.kind === "directory";
        if (!asEmpty || (folder && !recursive)) {
          this.#out.text(`Only in ${here ? left : right}: ${name}\n`);
          worst(1);
        } else worst(folder ? await this.#folders(from, to) : await this.#pair(from, to, true));
      } else if (fromStat?.kind === "directory" && toStat?.kind === "directory") {
        if (recursive) worst(await this.#folders(from, to));
        else this.#out.text(`Common subdirectories: ${from} and ${to}\n`);
      } else if (fromStat?.kind === "directory" || toStat?.kind === "directory") {
        const word = (stat: FileStat | undefined): string =>
          stat?.kind === "directory" ? "directory" : stat?.size === 0 ? "regular empty file" : "regular file";
        this.#out.text(`File ${from} is a ${word(fromStat)} while file ${to} is a ${word(toStat)}\n`);
        worst(1);
      } else worst(await this.#pair(from, to, true));
      const full = this.#out.drain();
      if (full) await full;
    }
    return status;
  }

  #entries(folder: string): string[] {
    if (!this.#find(folder)) return [];
    const names = this.#ctx.workspace.readdir(folder).map(({ name }) => name);
    return names.filter((name) => !this.#excluded.some((matches) => matches(name)));
  }

  async #pair(left: string, right: string, inFolder = false): Promise<number> {
    const inputs: [Input, Input] = [
      { name: left, stat: left === "-" ? undefined : this.#find(left) },
      { name: right, stat: right === "-" ? undefined : this.#find(right) },
    ];
    const contents: Buffer[] = [];
    for (const { name, stat } of inputs) {
      try {
        const absent = name !== "-" && !stat && (this.#choices.newFile || this.#choices.oneWayNew);
        contents.push(absent ? Buffer.alloc(0) : await this.#read(name, contents[0], left));
      } catch (error) {
        await this.#out.flush();
        await this.#io.diagnoseFile(error, name);
        return 2;
      }
    }
    const [a = Buffer.alloc(0), b = Buffer.alloc(0)] = contents;
    return this.#contents(inputs, a, b, inFolder);
  }

  async #read(name: string, first: Buffer | undefined, firstName: string): Promise<Buffer> {
    // `diff - -` reads stdin once.
    if (name === "-" && first && firstName === "-") return first;
    if (name === "-") return readAll(this.#io.stdin);
    const source = this.#io.open(name);
    try {
      return await readAll(source);
    } finally {
      source.close();
    }
  }

  async #contents(inputs: readonly [Input, Input], a: Buffer, b: Buffer, inFolder: boolean): Promise<number> {
    const { style, likeness, text, reportSame } = this.#choices;
    const [left, right] = [inputs[0].name, inputs[1].name];
    const binary = !text && [a, b].some((bytes) => bytes.subarray(0, SNIFFED).includes(0));
    if (a.equals(b)) {
      if (style === "columns" && !binary) await this.#script(inputs, [sideOf(a), sideOf(b)], inFolder);
      if (reportSame) this.#out.text(`Files ${left} and ${right} are identical\n`);
      return 0;
    }
    if (binary) {
      this.#out.text(`${style === "brief" ? "Files" : "Binary files"} ${left} and ${right} differ\n`);
      return 1;
    }
    const sides: [Side, Side] = [sideOf(a, likeness.stripCr), sideOf(b, likeness.stripCr)];
    const differs = await this.#script(inputs, sides, inFolder);
    if (!differs && reportSame) this.#out.text(`Files ${left} and ${right} are identical\n`);
    return differs ? 1 : 0;
  }

  async #script(inputs: readonly [Input, Input], sides: readonly [Side, Side], inFolder: boolean): Promise<boolean> {
    const choices = this.#choices;
    const { of, size } = classes(sides, choices.likeness);
    const styled = choices.style === "unified" || choices.style === "context";
    const changes = await editScript(of, size, {
      horizon: styled ? choices.context : 0,
      minimal: choices.minimal,
      keepEnd: sides[0].incomplete !== sides[1].incomplete,
      identical: (i, j) => lineAt(sides[0], i).equals(lineAt(sides[1], j)),
      pause: () => this.#ctx.pause(),
    });
    const trivial = new Set(changes.filter((change) => this.#isTrivial(change, sides)));
    const differs = changes.length > trivial.size;
    if (choices.style === "brief") {
      if (differs) this.#out.text(`Files ${inputs[0].name} and ${inputs[1].name} differ\n`);
      return differs;
    }
    if (!differs && choices.style !== "columns") return false;
    const [left, right] = inputs;
    if (inFolder) this.#out.text(`diff${choices.line} ${quoted(left.name)} ${quoted(right.name)}\n`);
    const headers: [string, string] = [this.#header(left, 0), this.#header(right, 1)];
    const printed = { sides, changes, trivial, headers, out: this.#out };
    if (choices.style === "unified") printUnified(printed, choices.context);
    else if (choices.style === "context") printContext(printed, choices.context);
    else if (choices.style === "columns") printColumns(printed, choices);
    else printNormal(printed);
    return differs;
  }

  #header({ name, stat }: Input, at: number): string {
    const label = this.#choices.labels[at];
    if (label !== undefined) return label;
    // A file that is taken for empty has the beginning of time.
    const ms = name === "-" ? Date.now() : (stat?.mtimeMs ?? 0);
    return `${/[\n"\\]/.test(name) ? JSON.stringify(name) : name}\t${fullTime(ms, this.#ctx.env.TZ)}`;
  }

  /** -B: only empty lines (blank ones where blanks do not count); -I: only lines that match. */
  #isTrivial({ at0, deleted, at1, inserted }: Change, sides: readonly [Side, Side]): boolean {
    if (!this.#choices.ignoreBlank && this.#ignored.length === 0) return false;
    const blanks = this.#choices.likeness.space !== "keep";
    const each = (side: Side, from: number, count: number): boolean => {
      for (let line = from; line < from + count; line += 1) {
        const bytes = lineAt(side, line);
        const length = bytes.length - (bytes[bytes.length - 1] === 10 ? 1 : 0);
        const empty = blanks ? /^\s*$/.test(bytes.toString("latin1")) : length === 0;
        if (this.#choices.ignoreBlank && empty) continue;
        if (!this.#ignored.some((pattern) => pattern.test(bytes, 0, length))) return false;
      }
      return true;
    };
    return each(sides[0], at0, deleted) && each(sides[1], at1, inserted);
  }
}

function quoted(name: string): string {
  return /^[\w./,:=@%+-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}
