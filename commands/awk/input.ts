// The main input: the operands in ARGV one after the other, with assignments among them, or standard input.
import type { FileError, Pattern } from "../../src/plugin.ts";
import { FileError as FileFailure } from "../../src/plugin.ts";
import { AwkArray } from "./array.ts";
import { expandString } from "./escape.ts";
import type { Machine } from "./machine.ts";
import { RecordReader } from "./record-reader.ts";
import { EXIT, type Exec, NORMAL } from "./signal.ts";
import { AwkError, inputValue } from "./value.ts";

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=([\s\S]*)$/;

/** Slots of the globals that the input knows. */
export interface InputSlots {
  readonly filename: number;
  readonly argc: number;
  readonly argv: number;
  readonly argind: number;
  readonly errno: number;
}

export class Input {
  reader: RecordReader | undefined;
  /** A file could not be read: as in gawk, that ends the program. */
  failed = false;
  /** No more input, whatever there is. */
  exited = false;
  beginFile: Exec | undefined;
  endFile: Exec | undefined;
  /** Records that this does not match may be passed over. */
  only: Pattern | undefined;
  /** Assigns a variable by name, as an operand `name=value` does. */
  assign: (name: string, value: string) => void = () => undefined;
  readonly #machine: Machine;
  readonly #slots: InputSlots;
  #argument = 1;
  #anyFile = false;
  #done = false;

  constructor(machine: Machine, slots: InputSlots) {
    this.#machine = machine;
    this.#slots = slots;
  }

  /** Makes the next record the current one; false at the end of all input. */
  next(): boolean | Promise<boolean> {
    const read = this.read();
    if (read === true) {
      this.take();
      return true;
    }
    if (read === false) return false;
    return read.then((got) => {
      if (got) this.take();
      return got;
    });
  }

  /** Goes to the next record and counts it, but leaves $0 alone: it is in `reader`. */
  read(): boolean | Promise<boolean> {
    const { reader } = this;
    if (reader === undefined) return this.#slow(false);
    const got = this.#advance(reader);
    if (got === true) {
      this.#count();
      return true;
    }
    return this.#slow(got);
  }

  /** $0 becomes the record that was read. */
  take(): void {
    const { reader } = this;
    if (reader) this.#machine.row.set(reader.block, reader.start, reader.end);
  }

  /** `nextfile`: the rest of this file is passed over. */
  async skipFile(): Promise<void> {
    if (this.reader) await this.#endFile();
  }

  close(): void {
    this.reader?.close();
  }

  #advance(reader: RecordReader): boolean | Promise<boolean> {
    if (this.only !== undefined && reader.sparse) return reader.nextMatching(this.only);
    return reader.next(this.#machine.separator);
  }

  #count(): void {
    const machine = this.#machine;
    machine.nr += 1;
    machine.fnr += 1;
    machine.lastReader = this.reader;
  }

  async #slow(pending: boolean | Promise<boolean>): Promise<boolean> {
    let got: boolean | Promise<boolean> = pending;
    for (;;) {
      if (got instanceof Promise) {
        // What was printed must not wait for a slow producer.
        await this.#machine.streams.stdout.flush();
        got = await got;
      }
      if (got) {
        this.#count();
        return true;
      }
      if (this.reader) await this.#endFile();
      if (this.exited || !(await this.#open())) return false;
      got = this.reader ? this.#advance(this.reader) : false;
    }
  }

  async #endFile(): Promise<void> {
    this.#machine.row.keep();
    this.reader?.close();
    this.reader = undefined;
    await this.#hook(this.endFile);
  }

  async #hook(exec: Exec | undefined): Promise<void> {
    if (!exec) return;
    const signal = await exec();
    if (signal === EXIT) this.exited = true;
    else if (signal !== NORMAL) this.reader = undefined;
  }

  /** Opens the next file; false when there is none. */
  async #open(): Promise<boolean> {
    const machine = this.#machine;
    const { globals, streams, io } = machine;
    const { argc, argv } = this.#slots;
    while (!this.#done) {
      const count = machine.number(globals[argc]);
      if (this.#argument >= count) {
        this.#done = true;
        if (this.#anyFile) return false;
        await this.#start("", new RecordReader(io.stdin), undefined);
        return true;
      }
      const list = globals[argv];
      const index = this.#argument;
      this.#argument += 1;
      const operand = list instanceof AwkArray ? machine.text(list.peek(index)) : "";
      if (operand === "") continue;
      const assignment = ASSIGNMENT.exec(operand);
      if (assignment) {
        this.assign(assignment[1] ?? "", assignment[2] ?? "");
        continue;
      }
      this.#anyFile = true;
      globals[this.#slots.argind] = index;
      await streams.stdout.drain();
      const opened = this.#source(operand);
      if (opened instanceof RecordReader) {
        await this.#start(operand, opened, undefined);
        return true;
      }
      if (this.beginFile) {
        // BEGINFILE sees the failure in ERRNO, and passes the file over with nextfile.
        await this.#start(operand, undefined, opened);
        if (this.exited) return false;
        continue;
      }
      await this.#diagnose(operand, opened);
      if (this.exited) return false;
    }
    return false;
  }

  #source(name: string): RecordReader | FileError {
    try {
      return new RecordReader(name === "-" ? this.#machine.io.stdin : this.#machine.io.open(name));
    } catch (error) {
      if (error instanceof FileFailure) return error;
      throw error;
    }
  }

  async #start(name: string, reader: RecordReader | undefined, error: FileError | undefined): Promise<void> {
    const machine = this.#machine;
    this.reader = reader;
    machine.globals[this.#slots.filename] = name === "" ? undefined : name;
    machine.globals[this.#slots.errno] = error?.message ?? "";
    machine.fnr = 0;
    await this.#hook(this.beginFile);
  }

  async #diagnose(name: string, error: FileError): Promise<void> {
    const { io, streams } = this.#machine;
    await streams.stdout.flush();
    if (error.code === "EISDIR") {
      await io.diagnose(`warning: command line argument \`${name}' is a directory: skipped`);
      return;
    }
    this.failed = true;
    this.exited = true;
    await io.diagnoseFile(error, name, "cannot open file");
  }
}

/** A value that comes from outside: `-v`, operands. */
export function outsideValue(text: string): ReturnType<typeof inputValue> {
  return inputValue(expandString(text));
}

export function checkName(name: string): void {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw new AwkError(`\`${name}' is not a legal variable name`);
}
