// Runs a compiled script: the cycle, the addresses, the commands. It works synchronously inside a block of lines and
// comes back to its driver to wait for input or output, or to let the event loop breathe.
import { CommandError, type Context, decode, encode } from "../../src/plugin.ts";
import type { Files } from "./files.ts";
import { IdleLines } from "./idle.ts";
import type { Input } from "./input.ts";
import { unambiguous } from "./list.ts";
import type { Output } from "./output.ts";
import type { Regex } from "./regex.ts";
import type { Address, Command, RangeEnd, Script } from "./script.ts";
import { Space } from "./space.ts";
import { Substituter } from "./substitute.ts";

export interface MachineOptions {
  /** -n. */
  readonly quiet: boolean;
  readonly newline: number;
  /** Columns of `l`. */
  readonly lineLength: number;
  /** N without a next line prints nothing. */
  readonly posix: boolean;
}

/** Why the machine stopped: `more` it must know whether another line follows, `pause` it has worked for long. */
export type Stop = "more" | "pause" | "end" | "quit";

/** Commands executed between two looks at the clock. */
const BUDGET = 500;

export class Machine {
  exitCode = 0;
  /** What came of the clock: to be awaited after `pause`. */
  rest: Promise<void> | undefined;
  readonly #script: Script;
  readonly #options: MachineOptions;
  #input: Input;
  readonly #files: Files;
  readonly #context: Context;
  readonly #idle: IdleLines | undefined;
  readonly #substituter = new Substituter();
  #out: Output;
  #pattern = new Space();
  #hold = new Space();
  /** The command to go on with; -1 between two cycles. */
  #at = -1;
  readonly #lineEnd: string;
  /** The command to go on with was selected before the machine had to wait. */
  #inside = false;
  #budget = BUDGET;
  /** A substitution was made since the last line was read or `t` taken. */
  #replaced = false;
  #lastRegex: Regex | undefined;
  /** Printed at the end of the cycle or before the next line is read. */
  #queue: Command[] = [];
  /** Per command: the range is open; and the line number at which it ends, where it has one. */
  readonly #active: boolean[];
  /** A range from a line number is over for good. */
  readonly #closed: boolean[];
  readonly #rangeEnd: number[];
  #openRanges = 0;

  constructor(script: Script, options: MachineOptions, input: Input, files: Files, out: Output, context: Context) {
    this.#script = script;
    this.#options = options;
    this.#input = input;
    this.#files = files;
    this.#out = out;
    this.#context = context;
    this.#lineEnd = String.fromCharCode(options.newline);
    this.#idle = IdleLines.of(script, options.newline);
    this.#active = script.commands.map(() => false);
    this.#closed = script.commands.map(() => false);
    this.#rangeEnd = script.commands.map(() => 0);
    this.#resetRanges();
  }

  /** A new file begins, with line 1, where files are separate. */
  begin(input: Input, out: Output): void {
    this.#input = input;
    this.#out = out;
    this.#resetRanges();
  }

  /** Works until it has to wait. */
  run(): Stop {
    for (;;) {
      if (this.#at < 0) {
        if (!this.#readLine()) return this.#input.known ? "end" : "more";
        this.#at = 0;
      }
      const stop = this.#execute();
      if (stop) return stop;
    }
  }

  /** The next line becomes the pattern space. Idle lines before it are dealt with. */
  #readLine(): boolean {
    const input = this.#input;
    if (!input.enter()) return false;
    if (this.#idle && this.#openRanges === 0) {
      const from = input.position;
      const to = this.#idle.pass(input);
      if (to > from) {
        if (!this.#options.quiet) this.#out.lines(input.bytes, from, to);
        if (to >= input.limit) return false;
      }
    }
    if (!input.take()) return false;
    this.#pattern.view(input.bytes, input.lineStart, input.lineEnd);
    this.#pattern.ended = input.ended;
    this.#replaced = false;
    return true;
  }

  #endCycle(print: boolean): void {
    if (print && !this.#options.quiet) this.#print();
    if (this.#queue.length > 0) this.#printQueue();
    this.#at = -1;
  }

  #print(): void {
    const { bytes, start, end } = this.#pattern;
    this.#out.line(bytes, start, end, this.#pattern.ended);
  }

  #printQueue(): void {
    for (const { text, file, name } of this.#queue.splice(0)) {
      this.#out.complete();
      if (text) this.#out.raw(text);
      else if (file !== undefined && name === "r") this.#files.copy(file, this.#out);
      else if (file !== undefined) this.#files.copyLine(file, this.#out);
    }
  }

  #execute(): Stop | undefined {
    const { commands } = this.#script;
    const input = this.#input;
    for (let at = this.#at; at < commands.length; at += 1) {
      const command = commands[at];
      if (!command) break;
      this.#budget -= 1;
      if (this.#budget < 0) {
        this.#budget = BUDGET;
        this.rest = this.#context.pause();
        if (this.rest) {
          this.#at = at;
          return "pause";
        }
      }
      if (this.#inside) this.#inside = false;
      else if (command.address) {
        if ((command.address.kind === "last" || command.end?.kind === "last") && !input.known) {
          this.#at = at;
          return "more";
        }
        if (this.#selected(at, command, command.address) === command.negated) {
          if (command.name === "{") at = command.target - 1;
          continue;
        }
      } else if (command.negated) {
        if (command.name === "{") at = command.target - 1;
        continue;
      }
      switch (command.name) {
        case "s":
          if (!this.#substitute(command)) {
            this.#at = at;
            this.#inside = true;
            this.rest = this.#context.pause();
            if (this.rest) return "pause";
            at -= 1;
          }
          break;
        case "p":
          this.#print();
          break;
        case "d":
          this.#endCycle(false);
          return undefined;
        case "b":
          at = command.target - 1;
          break;
        case "t":
          if (this.#replaced) {
            this.#replaced = false;
            at = command.target - 1;
          }
          break;
        case "T":
          if (this.#replaced) this.#replaced = false;
          else at = command.target - 1;
          break;
        case "n":
        case "N": {
          if (!input.known) {
            this.#at = at;
            this.#inside = true;
            return "more";
          }
          if (!input.more) {
            this.#endCycle(command.name === "n" || !this.#options.posix);
            return undefined;
          }
          if (command.name === "n" && !this.#options.quiet) this.#print();
          if (this.#queue.length > 0) this.#printQueue();
          if (command.name === "n") this.#nextLine();
          else this.#appendNextLine();
          break;
        }
        case "D": {
          const found = this.#newlineIn();
          if (found < 0) {
            this.#endCycle(false);
            return undefined;
          }
          this.#pattern.start = found + 1;
          at = -1;
          break;
        }
        case "P": {
          const found = this.#newlineIn();
          const { bytes, start, end, ended } = this.#pattern;
          this.#out.line(bytes, start, found < 0 ? end : found, found >= 0 || ended);
          break;
        }
        case "h":
          this.#hold.copy(this.#pattern);
          break;
        case "H":
          this.#append(this.#hold, this.#pattern);
          break;
        case "g":
          this.#pattern.copy(this.#hold);
          break;
        case "G":
          this.#append(this.#pattern, this.#hold);
          break;
        case "x":
          [this.#pattern, this.#hold] = [this.#hold, this.#pattern];
          break;
        case "z":
          this.#pattern.clear();
          break;
        case "y":
          this.#transliterate(command);
          break;
        case "=":
          this.#out.text(input.lineNumber + this.#lineEnd);
          break;
        case "F":
          this.#out.text(input.file + this.#lineEnd);
          break;
        case "l": {
          const { bytes, start, end } = this.#pattern;
          const length = command.number < 0 ? this.#options.lineLength : command.number;
          this.#out.text(unambiguous(bytes, start, end, length) + this.#lineEnd);
          break;
        }
        case "i":
          if (command.text) this.#out.block(command.text);
          break;
        case "c":
          if (command.text && !(command.end && this.#active[at])) this.#out.block(command.text);
          this.#endCycle(false);
          return undefined;
        case "a":
        case "r":
        case "R":
          this.#queue.push(command);
          break;
        case "w":
        case "W":
          this.#write(command);
          break;
        case "q":
        case "Q":
          if (command.name === "q") {
            this.#endCycle(true);
            // GNU's q leaves no line unended.
            this.#out.complete();
          }
          this.exitCode = Math.max(0, command.number) & 255;
          return "quit";
      }
    }
    this.#endCycle(true);
    return undefined;
  }

  #nextLine(): void {
    const input = this.#input;
    input.take();
    this.#pattern.view(input.bytes, input.lineStart, input.lineEnd);
    this.#pattern.ended = input.ended;
    this.#replaced = false;
  }

  /** N. A pattern space that is a view of the block grows over the next line without a copy. */
  #appendNextLine(): void {
    const input = this.#input;
    const pattern = this.#pattern;
    const { bytes, end } = pattern;
    input.take();
    if (bytes === input.bytes && end + 1 === input.lineStart && bytes[end] === this.#options.newline) {
      pattern.view(bytes, pattern.start, input.lineEnd);
    } else {
      pattern.appendByte(this.#options.newline);
      pattern.append(input.bytes, input.lineStart, input.lineEnd);
    }
    this.#pattern.ended = input.ended;
    this.#replaced = false;
  }

  #append(to: Space, from: Space): void {
    const { bytes, start, end } = from;
    to.appendByte(this.#options.newline);
    to.append(bytes, start, end);
    to.ended = from.ended;
  }

  #newlineIn(): number {
    const { bytes, start, end } = this.#pattern;
    const found = bytes.indexOf(this.#options.newline, start);
    return found < end ? found : -1;
  }

  /** False when it has to go on. */
  #substitute(command: Command): boolean {
    const { substitution } = command;
    if (!substitution) return true;
    const regex = this.#regex(substitution.regex);
    if (substitution.replacement.highest > regex.groups) {
      throw new CommandError(`invalid reference \\${substitution.replacement.highest} on \`s' command's RHS`);
    }
    const block = this.#pattern.bytes === this.#input.bytes;
    // A long text takes its time: a kilobyte counts as a command.
    this.#budget -= (this.#pattern.end - this.#pattern.start) >> 10;
    const outcome = this.#substituter.apply(substitution, regex, this.#pattern, block);
    if (outcome === undefined) return false;
    if (!outcome) return true;
    this.#replaced = true;
    if (substitution.print) this.#print();
    if (substitution.file !== undefined) this.#writeLine(substitution.file);
    return true;
  }

  #transliterate({ transliteration }: Command): void {
    if (!transliteration) return;
    const { bytes, start, end } = this.#pattern;
    if (transliteration.kind === "bytes") {
      const result = Buffer.allocUnsafe(end - start);
      for (let at = start, to = 0; at < end; at += 1, to += 1) {
        result[to] = transliteration.table[bytes[at] ?? 0] ?? 0;
      }
      this.#pattern.view(result, 0, result.length);
      return;
    }
    const { map } = transliteration;
    const text = Array.from(decode(bytes.subarray(start, end)), (char) => map.get(char) ?? char).join("");
    const result = Buffer.from(encode(text));
    this.#pattern.view(result, 0, result.length);
  }

  #write({ name, file }: Command): void {
    if (file === undefined) return;
    if (name === "w") {
      this.#writeLine(file);
      return;
    }
    const found = this.#newlineIn();
    const { bytes, start, end, ended } = this.#pattern;
    this.#files.output(file).line(bytes, start, found < 0 ? end : found, found >= 0 || ended);
  }

  #writeLine(file: string): void {
    const { bytes, start, end } = this.#pattern;
    this.#files.output(file).line(bytes, start, end, this.#pattern.ended);
  }

  #regex(own: Regex | undefined): Regex {
    const regex = own ?? this.#lastRegex;
    if (!regex) throw new CommandError("-e expression #1, char 0: no previous regular expression");
    this.#lastRegex = regex;
    return regex;
  }

  #matches(own: Regex | undefined): boolean {
    const { bytes, start, end } = this.#pattern;
    return this.#regex(own).pattern.test(bytes, start, end);
  }

  #selected(index: number, { end }: Command, address: Address): boolean {
    if (!end) return this.#isAt(address);
    if (this.#active[index]) return this.#goOn(index, end);
    if (!this.#starts(index, address, end)) return false;
    const line = this.#input.lineNumber;
    if (end.kind === "line" || end.kind === "plus" || end.kind === "multiple") {
      const last =
        end.kind === "line"
          ? end.line
          : end.kind === "plus"
            ? line + end.lines
            : end.of === 0
              ? line
              : line + end.of - (line % end.of);
      if (last <= line) {
        this.#closed[index] = true;
        return true;
      }
      this.#rangeEnd[index] = last;
    } else if (end.kind === "last" ? !this.#input.more : end.kind === "step" && this.#isAt(end)) {
      this.#closed[index] = true;
      return true;
    }
    this.#active[index] = true;
    this.#openRanges += 1;
    return true;
  }

  /** A line number that was passed over (by n or N) starts its range late, unless that is over already. */
  #starts(index: number, address: Address, end: RangeEnd): boolean {
    if (address.kind !== "line") return this.#isAt(address);
    const line = this.#input.lineNumber;
    if (this.#closed[index] || line < address.line) return false;
    return end.kind !== "line" || line === address.line || line <= end.line;
  }

  /** Is the line still in the open range? Closes the range at its end. */
  #goOn(index: number, end: RangeEnd): boolean {
    const last = this.#rangeEnd[index] ?? 0;
    const line = this.#input.lineNumber;
    const over =
      end.kind === "step"
        ? this.#isAt(end)
        : end.kind === "regex"
          ? this.#matches(end.regex)
          : end.kind === "last"
            ? !this.#input.more
            : line >= last;
    if (over) {
      this.#active[index] = false;
      this.#closed[index] = true;
      this.#openRanges -= 1;
    }
    // Only a line number can lie behind: `+N` and `~N` take the line that they were asked about.
    return end.kind !== "line" || line <= last;
  }

  #isAt(address: Address): boolean {
    switch (address.kind) {
      case "regex":
        return this.#matches(address.regex);
      case "line":
        return this.#input.lineNumber === address.line;
      case "last":
        return !this.#input.more;
      case "step": {
        const past = this.#input.lineNumber - address.first;
        return address.step <= 0 ? past === 0 : past >= 0 && past % address.step === 0;
      }
      case "zero":
        return false;
    }
  }

  #resetRanges(): void {
    this.#openRanges = 0;
    for (const [index, { address }] of this.#script.commands.entries()) {
      const open = address?.kind === "zero" || (address?.kind === "step" && address.first === 0 && address.step === 0);
      this.#active[index] = open;
      this.#closed[index] = false;
      if (open) this.#openRanges += 1;
    }
  }
}
