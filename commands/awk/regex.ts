// Awk's regular expressions: extended ones with the escapes of awk's strings, handed to the pattern engine in GNU's
// spelling. Compiled once for each source.
import {
  compilePattern,
  compileText,
  decode,
  encode,
  type Pattern,
  PatternError,
  type TextPattern,
} from "../../src/plugin.ts";
import { SCRIPT_TEXT_LIMIT, type Script, scriptFor } from "./script.ts";
import { AwkError } from "./value.ts";

/** Where a match lies, and the texts of its groups; the first is the match. */
export interface RegexMatch {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | undefined)[];
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

export class Regex {
  readonly source: string;
  readonly #extended: string;
  readonly #ignoreCase: boolean;
  #text: TextPattern | undefined;
  #bytes: Pattern | undefined;
  /** `null`: not looked at yet. */
  #script: Script | undefined | null = null;

  constructor(source: string, ignoreCase: boolean) {
    this.source = source;
    this.#ignoreCase = ignoreCase;
    this.#extended = toExtended(source);
  }

  test(text: string): boolean {
    const script = this.#scriptFor(text);
    return script ? script.tester.test(text) : this.#compiledText().test(text);
  }

  exec(text: string, from = 0): RegexMatch | undefined {
    const script = this.#scriptFor(text);
    if (!script) return this.#compiledText().exec(text, from);
    script.finder.lastIndex = from;
    const found = script.finder.exec(text);
    return found ? { start: found.index, end: script.finder.lastIndex, groups: found } : undefined;
  }

  /** V8's expression, where it judges this text as the engine would. */
  #scriptFor(text: string): Script | undefined {
    const script = this.script;
    if (script === undefined || text.length > SCRIPT_TEXT_LIMIT) return undefined;
    return script.asciiOnly && BEYOND_ASCII.test(text) ? undefined : script;
  }

  /** For callers that know their text to be short and plain. */
  get script(): Script | undefined {
    if (this.#script === null) this.#script = scriptFor(this.#extended, this.#ignoreCase);
    return this.#script;
  }

  testBytes(bytes: Uint8Array, start: number, end: number): boolean {
    return this.pattern.test(bytes, start, end);
  }

  /** The same pattern over bytes. */
  get pattern(): Pattern {
    this.#bytes ??= this.#compile(() => compilePattern([this.#extended], this.#options()));
    return this.#bytes;
  }

  #compiledText(): TextPattern {
    this.#text ??= this.#compile(() => compileText(this.#extended, this.#options()));
    return this.#text;
  }

  #options(): { syntax: "extended"; ignoreCase: boolean } {
    return { syntax: "extended", ignoreCase: this.#ignoreCase };
  }

  #compile<T>(make: () => T): T {
    try {
      return make();
    } catch (error) {
      if (error instanceof PatternError)
        throw new AwkError(`invalid regular expression /${this.source}/: ${error.message}`);
      throw error;
    }
  }
}

/** Compiled expressions by source; bounded, because a program may make sources without end. */
export class RegexCache {
  readonly #known = new Map<string, Regex>();
  #ignoreCase = false;
  /** Changes when expressions mean something else than before. */
  version = 0;

  get(source: string): Regex {
    let regex = this.#known.get(source);
    if (regex === undefined) {
      if (this.#known.size >= 500) this.#known.clear();
      regex = new Regex(source, this.#ignoreCase);
      this.#known.set(source, regex);
    }
    return regex;
  }

  get ignoreCase(): boolean {
    return this.#ignoreCase;
  }

  set ignoreCase(value: boolean) {
    if (value === this.#ignoreCase) return;
    this.#known.clear();
    this.#ignoreCase = value;
    this.version += 1;
  }
}

const CONTROL: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
};

/** Awk's spelling to GNU's: escapes become the characters they mean, sets are written without backslashes. */
export function toExtended(source: string): string {
  let out = "";
  let at = 0;
  while (at < source.length) {
    const char = source[at] ?? "";
    if (char === "[") {
      const set = readSet(source, at);
      out += set.text;
      at = set.next;
      continue;
    }
    if (char !== "\\") {
      out += char;
      at += 1;
      continue;
    }
    const read = readEscape(source, at + 1);
    at = read.next;
    out += read.literal ? literal(read.text) : read.text;
  }
  return /[\udc80-\udcff]/.test(out) ? decode(encode(out)) : out;
}

interface Escape {
  readonly text: string;
  readonly next: number;
  /** The text stands for itself, whatever it would mean. */
  readonly literal: boolean;
}

function readEscape(source: string, at: number): Escape {
  const char = source[at];
  if (char === undefined) return { text: "\\", next: at, literal: true };
  if (char === "y") return { text: "\\b", next: at + 1, literal: false };
  if ("BwWsS<>`'".includes(char)) return { text: `\\${char}`, next: at + 1, literal: false };
  return readCharacter(source, at, char);
}

function readCharacter(source: string, at: number, char: string): Escape {
  const control = CONTROL[char];
  if (control !== undefined) return { text: control, next: at + 1, literal: true };
  const octal = /^[0-7]{1,3}/.exec(source.slice(at, at + 3))?.[0];
  if (octal !== undefined)
    return { text: byteText(Number.parseInt(octal, 8) & 255), next: at + octal.length, literal: true };
  const hex = char === "x" ? /^[0-9a-fA-F]{1,2}/.exec(source.slice(at + 1, at + 3))?.[0] : undefined;
  if (hex !== undefined) return { text: byteText(Number.parseInt(hex, 16)), next: at + 1 + hex.length, literal: true };
  const whole = String.fromCodePoint(source.codePointAt(at) ?? 0);
  return { text: whole, next: at + whole.length, literal: true };
}

function byteText(value: number): string {
  return value < 0x80 ? String.fromCharCode(value) : String.fromCharCode(0xdc00 + value);
}

function literal(text: string): string {
  return /^[\\^$.[\]|()*+?{}]$/.test(text) ? `\\${text}` : text;
}

/** A bracket expression, where awk knows backslashes and POSIX does not. */
function readSet(source: string, start: number): { readonly text: string; readonly next: number } {
  let at = start + 1;
  let out = "[";
  if (source[at] === "^") {
    out += "^";
    at += 1;
  }
  const opened = at;
  let members = "";
  // These have a place where they mean themselves: a bracket first, a minus last.
  let closing = false;
  let minus = false;
  let caret = false;
  const end = (): { text: string; next: number } => {
    const first = closing ? "]" : "";
    const last = `${caret ? "^" : ""}${minus ? "-" : ""}`;
    if (first === "" && members === "" && caret && out === "[") return { text: minus ? "[-^]" : "\\^", next: at + 1 };
    return { text: `${out}${first}${members}${last}]`, next: at + 1 };
  };
  const one = (char: string): void => {
    if (char === "]") closing = true;
    else if (char === "-") minus = true;
    else if (char === "^") caret = true;
    else members += char === "[" ? "[.[.]" : char;
  };
  for (;;) {
    const char = source[at];
    if (char === undefined)
      throw new AwkError(`invalid regular expression /${source}/: unmatched [`, "write \\[ for the character itself");
    if (char === "]" && at > opened) return end();
    if (char === "[" && (source[at + 1] === ":" || source[at + 1] === "." || source[at + 1] === "=")) {
      const close = source.indexOf(`${source[at + 1]}]`, at + 2);
      if (close > 0) {
        members += source.slice(at, close + 2);
        at = close + 2;
        continue;
      }
    }
    const low = member(source, at);
    if (source[low.next] === "-" && source[low.next + 1] !== "]" && source[low.next + 1] !== undefined) {
      const high = member(source, low.next + 1);
      members += `${bound(low.text)}-${bound(high.text)}`;
      at = high.next;
      continue;
    }
    if (low.text.startsWith("[:")) members += low.text;
    else one(low.text);
    at = low.next;
  }
}

function member(source: string, at: number): { readonly text: string; readonly next: number } {
  const char = source[at] ?? "";
  if (char !== "\\") {
    const whole = String.fromCodePoint(source.codePointAt(at) ?? 0);
    return { text: whole, next: at + whole.length };
  }
  const next = source[at + 1];
  if (next === undefined) return { text: "\\", next: at + 1 };
  if (next === "s") return { text: "[:space:]", next: at + 2 };
  if (next === "w") return { text: "[:alnum:]_", next: at + 2 };
  return readCharacter(source, at + 1, next);
}

/** An end of a range: what would mean something else is written as a collating element. */
function bound(text: string): string {
  return text === "]" || text === "-" || text === "^" || text === "[" ? `[.${text}.]` : text;
}
