// Finds the lines that a script does nothing to, many at once. A line is idle when no command at the top of the script
// selects it; such lines are printed (or not) in blocks, without a cycle each.
import type { Pattern } from "../../src/plugin.ts";
import type { Input } from "./input.ts";
import type { Script } from "./script.ts";

/** After so many lines that were not idle, */
const VAIN = 32;
/** so many are taken without asking. */
const REST = 1000;

interface Triggers {
  readonly patterns: readonly Pattern[];
  /** Line numbers, ascending. */
  readonly lines: readonly number[];
  /** The last line is selected. */
  readonly last: boolean;
  /** Something in the script asks for the number of a line. */
  readonly numbers: boolean;
}

export class IdleLines {
  readonly #triggers: Triggers;
  readonly #newline: number;
  /** Per pattern: where the next line that it matches starts, in the block of `#block`. */
  readonly #nextMatch: number[];
  #block: Buffer | undefined;
  /** Times in a row that no line was idle; below zero while it is not worth asking. */
  #vain = 0;

  /** Undefined where every line has to be looked at. */
  static of(script: Script, newline: number): IdleLines | undefined {
    const triggers = triggersOf(script);
    return triggers && new IdleLines(triggers, newline);
  }

  private constructor(triggers: Triggers, newline: number) {
    this.#triggers = triggers;
    this.#newline = newline;
    this.#nextMatch = triggers.patterns.map(() => -1);
  }

  /**
   * Passes over the idle lines at the start of [position, limit) and gives where they end. Only to be called while no
   * range is open.
   */
  pass(input: Input): number {
    const { bytes, position } = input;
    if (this.#vain < 0) {
      this.#vain += 1;
      return position;
    }
    let to = this.#triggers.last ? this.#lastLine(input) : input.limit;
    if (this.#block !== bytes) {
      this.#block = bytes;
      this.#nextMatch.fill(-1);
    }
    for (const [index, pattern] of this.#triggers.patterns.entries()) {
      let next = this.#nextMatch[index] ?? -1;
      if (next < position) {
        const found = pattern.nextLine(bytes, position, input.limit);
        next = found < 0 ? input.limit : found;
        this.#nextMatch[index] = next;
      }
      if (next < to) to = next;
    }
    if (to <= position) {
      this.#vain = this.#vain < VAIN ? this.#vain + 1 : -REST;
      return position;
    }
    this.#vain = 0;
    if (this.#triggers.numbers) to = this.#count(input, to);
    input.position = to;
    return to;
  }

  /** Counts lines up to `to` or to the next one that a number selects. */
  #count(input: Input, to: number): number {
    const { bytes } = input;
    const { lines, patterns, last } = this.#triggers;
    const next = lines.find((line) => line > input.lineNumber) ?? Number.POSITIVE_INFINITY;
    // Nobody will ask again.
    if (next === Number.POSITIVE_INFINITY && patterns.length === 0 && !last) return to;
    let at = input.position;
    let number = input.lineNumber;
    while (at < to && number + 1 !== next) {
      const found = bytes.indexOf(this.#newline, at);
      at = found < 0 || found >= to ? to : found + 1;
      number += 1;
    }
    input.lineNumber = number;
    return at;
  }

  #lastLine({ bytes, position, limit }: Input): number {
    const found = limit - position < 2 ? -1 : bytes.lastIndexOf(this.#newline, limit - 2);
    return found < position ? position : found + 1;
  }
}

function triggersOf({ commands }: Script): Triggers | undefined {
  const patterns: Pattern[] = [];
  const lines: number[] = [];
  let last = false;
  let numbers = false;
  const jumps = commands.some(({ name }) => name === "n" || name === "N");
  for (const { name, address, end, substitution } of commands) {
    // A range may start late, when its first line was read by n or N.
    if (jumps && end && address?.kind === "line") return undefined;
    // An empty regex means the last one used, which has to be known.
    if (address?.kind === "regex" && !address.regex) return undefined;
    if (end?.kind === "regex" && !end.regex) return undefined;
    if (substitution && !substitution.regex) return undefined;
    if (name === "=" || (address && address.kind !== "regex" && address.kind !== "last")) numbers = true;
    if (end && end.kind !== "regex" && end.kind !== "last") numbers = true;
  }
  for (let index = 0; index < commands.length; index += 1) {
    const command = commands[index];
    if (!command || command.name === ":" || command.name === "#") continue;
    if (command.negated) return undefined;
    const { address } = command;
    if (!address) {
      const regex = command.substitution?.regex;
      if (!regex) return undefined;
      patterns.push(regex.pattern);
      continue;
    }
    if (address.kind === "regex" && address.regex) patterns.push(address.regex.pattern);
    else if (address.kind === "line") lines.push(address.line);
    else if (address.kind === "last") last = true;
    else if (address.kind === "step") return undefined;
    if (command.name === "{") index = command.target - 1;
  }
  lines.sort((a, b) => a - b);
  return patterns.length > 4 ? undefined : { patterns, lines, last, numbers };
}
