// The input files of sed as one stream of lines. It reads a block ahead only when asked whether there is more, so that
// `sed 5q` takes no more than it needs.
import { CommandError, FileError, type Io, type LineBlock, LineReader, type Source } from "../../src/plugin.ts";

export class Input {
  /** The current line, without its newline. */
  bytes: Buffer = Buffer.alloc(0);
  lineStart = 0;
  lineEnd = 0;
  /** The current line had its newline. */
  ended = true;
  lineNumber = 0;
  /** Name of the file that the current line is from; `-` is standard input. */
  file = "-";
  /** The lines that follow in the current block: [position, limit). */
  position = 0;
  limit = 0;

  /** A file that cannot be read was met. */
  failed = false;
  readonly #files: string[];
  readonly #io: Io;
  readonly #newline: number;
  #reader: LineReader | undefined;
  #source: Source | undefined;
  #openFile = "-";
  #next: LineBlock | undefined;
  #blockFile = "-";
  #exhausted = false;

  constructor(files: readonly string[], io: Io, newline: number) {
    this.#files = [...files];
    this.#io = io;
    this.#newline = newline;
  }

  /** Is it known whether another line follows? If not, `fill` finds out. */
  get known(): boolean {
    return this.position < this.limit || this.#next !== undefined || this.#exhausted;
  }

  get more(): boolean {
    return this.position < this.limit || this.#next !== undefined;
  }

  /** Makes the next line the current one; false when there is none, or when it is not known. */
  take(): boolean {
    if (this.position >= this.limit && !this.#enterBlock()) return false;
    const { bytes, position, limit } = this;
    const found = bytes.indexOf(this.#newline, position);
    // A block may end without a newline only at the end of a file.
    const end = found < 0 || found >= limit ? limit : found;
    this.lineStart = position;
    this.lineEnd = end;
    this.ended = end < limit;
    this.position = Math.min(end + 1, limit);
    this.lineNumber += 1;
    this.file = this.#blockFile;
    return true;
  }

  /** Makes [position, limit) the lines that come next, where there are any. */
  enter(): boolean {
    return this.position < this.limit || this.#enterBlock();
  }

  /** Reads until it is known whether there is more. */
  async fill(beforeWaiting: () => void | Promise<void>): Promise<void> {
    while (!this.known) {
      if (!this.#reader && !(await this.#open())) {
        this.#exhausted = true;
        return;
      }
      const next = this.#reader?.next() ?? null;
      if (next instanceof Promise) await beforeWaiting();
      const block = next instanceof Promise ? await next : next;
      if (block) {
        this.#next = block;
        this.#blockFile = this.#openFile;
        return;
      }
      this.#closeFile();
    }
  }

  close(): void {
    this.#closeFile();
  }

  /**
   * Gives what was read beyond the current line back to standard input, for its next reader: `(sed 1q; cat) < file`. GNU
   * can do so for a file only, unless it reads byte by byte (-u).
   */
  unread(unbuffered: boolean): void {
    const source = this.#source;
    if (this.#openFile !== "-" || !source?.unread || !(unbuffered || source.fileSize !== undefined)) return;
    const rest = this.#reader?.rest;
    if (rest) source.unread(rest);
    if (this.#next) source.unread(this.#next.bytes.subarray(this.#next.start, this.#next.end));
    if (this.position < this.limit) source.unread(this.bytes.subarray(this.position, this.limit));
  }

  #enterBlock(): boolean {
    const block = this.#next;
    if (!block) return false;
    this.#next = undefined;
    this.bytes = block.bytes;
    this.position = block.start;
    this.limit = block.end;
    return true;
  }

  async #open(): Promise<boolean> {
    for (let file = this.#files.shift(); file !== undefined; file = this.#files.shift()) {
      try {
        this.#source = file === "-" ? this.#io.stdin : this.#io.open(file);
        this.#openFile = file;
        this.#reader = new LineReader(this.#source, this.#newline);
        return true;
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        if (error.code === "EISDIR") throw new CommandError(`read error on ${file}: ${error.message}`, { exitCode: 4 });
        await this.#io.diagnose(`can't read ${file}: ${error.message}`);
        this.failed = true;
      }
    }
    return false;
  }

  #closeFile(): void {
    if (this.#openFile !== "-") this.#source?.close();
    this.#reader = undefined;
    this.#source = undefined;
  }
}
