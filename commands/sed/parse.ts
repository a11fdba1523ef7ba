// Compiles the text of a sed script. Errors carry GNU's messages and places. No I/O.
import { CommandError, encode, PatternError } from "../../src/plugin.ts";
import { characterEscape } from "./escape.ts";
import { bracketEnd, compileRegex, type Regex, regexMessage } from "./regex.ts";
import { parseReplacement } from "./replacement.ts";
import type { Address, Command, RangeEnd, Script, Substitution, Transliteration } from "./script.ts";

/** One -e or -f. */
export interface Fragment {
  readonly text: string;
  /** The script file's name; undefined for -e. */
  readonly file: string | undefined;
}

export interface ParseOptions {
  readonly extended: boolean;
  readonly newline: number;
  readonly sandbox: boolean;
}

/** Throws `CommandError` as GNU sed words it, exit 1. */
export function parseScript(fragments: readonly Fragment[], options: ParseOptions): Script {
  return new Parser(fragments, options).parse();
}

const WITHOUT_ARGUMENT = "=dDFgGhHnNpPxz";

class Parser {
  readonly #fragments: readonly Fragment[];
  readonly #options: ParseOptions;
  readonly #source: string;
  readonly #commands: Command[] = [];
  /** Indices of the `{` that are open. */
  readonly #open: number[] = [];
  #at = 0;

  constructor(fragments: readonly Fragment[], options: ParseOptions) {
    this.#fragments = fragments;
    this.#options = options;
    this.#source = fragments.map(({ text }) => text).join("\n");
  }

  parse(): Script {
    // Whatever follows: that is what GNU sed 4.9 does.
    const quiet = this.#source.startsWith("#n");
    for (;;) {
      this.#skip(/[\s;]*/y);
      if (this.#at >= this.#source.length) break;
      this.#command();
    }
    if (this.#open.length > 0) throw this.#error("unmatched `{'", 0);
    const labels = new Map<string, number>();
    for (const [index, { name, label }] of this.#commands.entries()) {
      if (name !== ":" || label === undefined) continue;
      labels.set(label, index);
    }
    for (const command of this.#commands) {
      if (!"btT".includes(command.name)) continue;
      const target = command.label === "" ? this.#commands.length : labels.get(command.label ?? "");
      if (target === undefined) {
        const known = labels.size === 0 ? "The script has no labels." : `Labels: ${[...labels.keys()].join(", ")}`;
        throw new CommandError(`can't find label for jump to \`${command.label}'`, { exitCode: 4, help: known });
      }
      command.target = target;
    }
    return { commands: this.#commands, quiet };
  }

  #command(): void {
    const address = this.#address();
    let end: RangeEnd | undefined;
    if (address) {
      this.#skip(/\s*/y);
      if (this.#peek() === ",") {
        this.#at += 1;
        this.#skip(/\s*/y);
        end = this.#rangeEnd();
      }
      const start = address.kind === "step" && address.step === 0 ? address.first : undefined;
      if ((address.kind === "zero" || start === 0) && end?.kind !== "regex") {
        this.#next();
        throw this.#error("invalid usage of line address 0");
      }
    }
    this.#skip(/\s*/y);
    let negated = false;
    while (this.#peek() === "!") {
      this.#at += 1;
      if (negated) throw this.#error("multiple `!'s");
      negated = true;
      this.#skip(/\s*/y);
    }
    const name = this.#next();
    if (name === "") throw this.#error("missing command");
    const base = { name, address, end, negated };
    if (end && (name === "q" || name === "Q")) throw this.#error("command only uses one address");
    this.#body(name, base);
  }

  #body(name: string, base: Pick<Command, "name" | "address" | "end" | "negated">): void {
    const add = (more: Partial<Command> = {}): void => {
      this.#commands.push({
        text: undefined,
        target: -1,
        label: undefined,
        file: undefined,
        number: -1,
        substitution: undefined,
        transliteration: undefined,
        ...base,
        ...more,
      });
    };
    if (WITHOUT_ARGUMENT.includes(name)) {
      add();
      this.#endOfCommand();
      return;
    }
    switch (name) {
      case "#":
        if (base.address) throw this.#error("comments don't accept any addresses");
        this.#skip(/[^\n]*/y);
        return;
      case "{":
        this.#open.push(this.#commands.length);
        add();
        return;
      case "}": {
        const open = this.#open.pop();
        if (open === undefined) throw this.#error("unexpected `}'");
        if (base.address) throw this.#error("} doesn't want any addresses");
        const opening = this.#commands[open];
        add();
        if (opening) opening.target = this.#commands.length;
        this.#endOfCommand();
        return;
      }
      case ":": {
        if (base.address) throw this.#error(": doesn't want any addresses");
        const label = this.#label(/[^\s;]*/y);
        if (label === "") throw this.#error('":" lacks a label');
        // `{:a}`: the brace closes the group.
        const trimmed = this.#open.length > 0 && label.endsWith("}") ? label.slice(0, -1) : label;
        this.#at -= label.length - trimmed.length;
        add({ label: trimmed });
        return;
      }
      case "b":
      case "t":
      case "T":
        add({ label: this.#label(/[^\s;}]*/y) });
        this.#endOfCommand();
        return;
      case "a":
      case "i":
      case "c":
        add({ text: Buffer.from(encode(this.#text())) });
        return;
      case "r":
      case "R":
      case "w":
      case "W":
        if (this.#options.sandbox) throw this.#error("e/r/w commands disabled in sandbox mode");
        add({ file: this.#fileName() });
        return;
      case "q":
      case "Q":
      case "l": {
        this.#skip(/[ \t]*/y);
        const digits = this.#skip(/\d*/y);
        add({ number: digits === "" ? -1 : Number(digits) });
        this.#endOfCommand();
        return;
      }
      case "s":
        add({ substitution: this.#substitution() });
        return;
      case "y":
        add({ transliteration: this.#transliteration() });
        this.#endOfCommand();
        return;
      case "v":
        this.#skip(/[^\n;]*/y);
        add({ name: "#" });
        return;
      case "e":
        throw this.#error("the e command is not available: no program is started from a script");
    }
    if (name === ",") throw this.#error(base.address ? "unexpected `,'" : "unknown command: `,'");
    throw this.#error(`unknown command: \`${name}'`);
  }

  #address(): Address | undefined {
    const char = this.#peek();
    if (char === "$") {
      this.#at += 1;
      return { kind: "last" };
    }
    if (char === "/" || char === "\\") {
      this.#at += 1;
      return { kind: "regex", regex: this.#addressRegex() };
    }
    if (char === "+" || char === "~") {
      this.#at += 2;
      throw this.#error("invalid usage of +N or ~N as first address");
    }
    const digits = this.#skip(/\d+/y);
    if (digits === "") return undefined;
    const first = Number(digits);
    this.#skip(/\s*/y);
    if (this.#peek() === "~") {
      this.#at += 1;
      const step = Number(this.#skip(/\d*/y));
      return step === 0 && first > 0 ? { kind: "line", line: first } : { kind: "step", first, step };
    }
    return first === 0 ? { kind: "zero" } : { kind: "line", line: first };
  }

  #rangeEnd(): RangeEnd {
    const char = this.#peek();
    if (char === "+" || char === "~") {
      this.#at += 1;
      const count = Number(this.#skip(/\d*/y));
      return char === "+" ? { kind: "plus", lines: count } : { kind: "multiple", of: count };
    }
    const address = this.#address();
    if (!address) {
      this.#next();
      throw this.#error("unexpected `,'");
    }
    if (address.kind === "zero") return { kind: "line", line: 0 };
    return address;
  }

  #addressRegex(): Regex | undefined {
    const delimiter = this.#source[this.#at - 1] === "\\" ? this.#next() : "/";
    const source = this.#delimited(delimiter, true);
    if (source === undefined) throw this.#error("unterminated address regex");
    let ignoreCase = false;
    let multiLine = false;
    for (;;) {
      if (this.#peek() === "I") ignoreCase = true;
      else if (this.#peek() === "M") multiLine = true;
      else break;
      this.#at += 1;
    }
    return this.#regex(source, ignoreCase, multiLine);
  }

  #regex(source: string, ignoreCase: boolean, multiLine: boolean): Regex | undefined {
    if (source === "") {
      if (ignoreCase || multiLine) throw this.#error("cannot specify modifiers on empty regexp");
      return undefined;
    }
    const { extended, newline } = this.#options;
    try {
      return compileRegex(source, { extended, newline, ignoreCase, multiLine });
    } catch (error) {
      if (error instanceof PatternError) throw this.#error(regexMessage(error.message), this.#at, error.help);
      throw error;
    }
  }

  #substitution(): Substitution {
    const delimiter = this.#next();
    const source = delimiter === "" ? undefined : this.#delimited(delimiter, true);
    const right = source === undefined ? undefined : this.#delimited(delimiter, false);
    if (source === undefined || right === undefined) throw this.#error("unterminated `s' command");
    const flags = this.#flags();
    const regex = this.#regex(source, flags.ignoreCase, flags.multiLine);
    const replacement = parseReplacement(right);
    if (regex && replacement.highest > regex.groups) {
      throw this.#error(`invalid reference \\${replacement.highest} on \`s' command's RHS`);
    }
    const { global, nth, print, file } = flags;
    return { regex, replacement, global, nth: nth ?? 1, print, file };
  }

  #flags() {
    const flags = {
      global: false,
      print: false,
      ignoreCase: false,
      multiLine: false,
      nth: undefined as number | undefined,
      file: undefined as string | undefined,
    };
    for (;;) {
      this.#skip(/[ \t]*/y);
      const char = this.#next();
      switch (char) {
        case "":
        case "\n":
        case ";":
          return flags;
        case "}":
        case "#":
          this.#at -= 1;
          return flags;
        case "g":
          if (flags.global) throw this.#error("multiple `g' options to `s' command");
          flags.global = true;
          break;
        case "p":
          if (flags.print) throw this.#error("multiple `p' options to `s' command");
          flags.print = true;
          break;
        case "i":
        case "I":
          flags.ignoreCase = true;
          break;
        case "m":
        case "M":
          flags.multiLine = true;
          break;
        case "e":
          throw this.#error("the e option of s is not available: no program is started from a script");
        case "w":
          if (this.#options.sandbox) throw this.#error("e/r/w commands disabled in sandbox mode");
          flags.file = this.#fileName();
          return flags;
        default: {
          if (!/\d/.test(char)) throw this.#error("unknown option to `s'");
          if (flags.nth !== undefined) throw this.#error("multiple number options to `s' command");
          flags.nth = Number(char + this.#skip(/\d*/y));
          if (flags.nth === 0) throw this.#error("number option to `s' command may not be zero");
        }
      }
    }
  }

  #transliteration(): Transliteration {
    const delimiter = this.#next();
    const from = delimiter === "" ? undefined : this.#delimited(delimiter, false);
    const to = from === undefined ? undefined : this.#delimited(delimiter, false);
    if (from === undefined || to === undefined) throw this.#error("unterminated `y' command");
    const left = this.#letters(from);
    const right = this.#letters(to);
    if (left.length !== right.length) throw this.#error("strings for `y' command are different lengths");
    const map = new Map<string, string>();
    for (const [index, char] of left.entries()) if (!map.has(char)) map.set(char, right[index] ?? "");
    if (/^[\0-\x7f]*$/.test([...left, ...right].join(""))) {
      const table = Uint8Array.from({ length: 256 }, (_, byte) => byte);
      for (const [char, other] of map) table[char.charCodeAt(0)] = other.charCodeAt(0);
      return { kind: "bytes", table };
    }
    return { kind: "characters", map };
  }

  #letters(source: string): string[] {
    const letters: string[] = [];
    for (let at = 0; at < source.length; ) {
      const escaped = source.charAt(at) === "\\" ? characterEscape(source, at) : undefined;
      if (escaped) {
        letters.push(escaped.text);
        at = escaped.end;
      } else {
        // Before any other character, as before itself, a backslash goes away.
        if (source.charAt(at) === "\\" && at + 1 < source.length) at += 1;
        const char = String.fromCodePoint(source.codePointAt(at) ?? 0);
        letters.push(char);
        at += char.length;
      }
    }
    return letters;
  }

  /**
   * Reads up to the delimiter. A backslash before it goes away, as before a newline in a replacement; undefined where
   * the delimiter is missing.
   */
  #delimited(delimiter: string, regex: boolean): string | undefined {
    let text = "";
    while (this.#at < this.#source.length) {
      const char = this.#source.charAt(this.#at);
      if (regex && char === "[" && delimiter !== "[") {
        const end = bracketEnd(this.#source, this.#at);
        const bracket = this.#source.slice(this.#at, end);
        this.#at = end;
        if (!bracket.endsWith("]") || bracket.length < 3) return undefined;
        text += bracket;
        continue;
      }
      this.#at += 1;
      if (char === delimiter) return text;
      if (char === "\n") {
        this.#at -= 1;
        return undefined;
      }
      if (char !== "\\") {
        text += char;
        continue;
      }
      const next = this.#next();
      if (next === "") return undefined;
      if (next === "\n") text += "\n";
      else if (next === delimiter && (regex || next !== "&")) text += next;
      else text += `\\${next}`;
    }
    return undefined;
  }

  /** The text of `a`, `i` and `c`: on the same line, or on lines of its own after a backslash. */
  #text(): string {
    this.#skip(/[ \t]*/y);
    if (this.#at >= this.#source.length) throw this.#error("expected \\ after `a', `c' or `i'");
    if (this.#peek() === "\\") {
      this.#at += 1;
      // Blanks after the backslash belong to the text, unless nothing else is on the line.
      this.#skip(/[ \t]*\n/y);
      if (this.#at >= this.#source.length && !this.#source.endsWith("\n")) return "";
    }
    let text = "";
    while (this.#at < this.#source.length) {
      const char = this.#next();
      if (char === "\n") break;
      if (char !== "\\") {
        text += char;
        continue;
      }
      const escaped = characterEscape(this.#source, this.#at - 1);
      if (escaped) {
        text += escaped.text;
        this.#at = escaped.end;
      } else text += this.#next();
    }
    return `${text}\n`;
  }

  #label(pattern: RegExp): string {
    this.#skip(/[ \t]*/y);
    return this.#skip(pattern);
  }

  #fileName(): string {
    this.#skip(/[ \t]*/y);
    const name = this.#skip(/[^\n]*/y);
    if (name === "") throw this.#error("missing filename in r/R/w/W commands");
    return name;
  }

  #endOfCommand(): void {
    this.#skip(/[ \t\r]*/y);
    const char = this.#peek();
    if (char === "" || char === "}" || char === "#") return;
    this.#at += 1;
    if (char !== "\n" && char !== ";") throw this.#error("extra characters after command");
  }

  #peek(): string {
    return this.#source.charAt(this.#at);
  }

  /** The next character, or an empty string at the end, which is not passed. */
  #next(): string {
    const char = this.#source.charAt(this.#at);
    if (char !== "") this.#at += 1;
    return char;
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  /** Places as GNU counts them: bytes read of this -e, or the line of a script file. */
  #error(message: string, at = this.#at, help?: string): CommandError {
    const options = { exitCode: 1, ...(help === undefined ? {} : { help }) };
    let start = 0;
    for (const [index, { text, file }] of this.#fragments.entries()) {
      if (at > start + text.length && index < this.#fragments.length - 1) {
        start += text.length + 1;
        continue;
      }
      const read = this.#source.slice(start, at);
      if (file !== undefined) {
        const line = read.replace(/\n$/, "").split("\n").length;
        return new CommandError(`file ${file} line ${line}: ${message}`, options);
      }
      const number = this.#fragments.slice(0, index + 1).filter((each) => each.file === undefined).length;
      return new CommandError(`-e expression #${number}, char ${encode(read).length}: ${message}`, options);
    }
    return new CommandError(message, options);
  }
}
