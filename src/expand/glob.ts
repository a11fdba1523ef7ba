// Shell patterns as JavaScript's regular expressions.
const CLASSES: Readonly<Record<string, string>> = {
  alnum: "\\p{L}\\p{N}",
  alpha: "\\p{L}",
  blank: " \\t",
  cntrl: "\\0-\\x1f\\x7f",
  digit: "0-9",
  graph: "\\x21-\\x7e\\u{a1}-\\u{10ffff}",
  lower: "\\p{Ll}",
  print: "\\x20-\\x7e\\u{a0}-\\u{10ffff}",
  punct: "!-\\/:-@\\[-`\\{-~",
  space: "\\s",
  upper: "\\p{Lu}",
  word: "\\p{L}\\p{N}_",
  xdigit: "0-9A-Fa-f",
};

export function globSource(pattern: string, extended: boolean): string {
  return new Translator(pattern, extended).sequence("");
}

class Translator {
  #at = 0;
  readonly #pattern: string;
  readonly #extended: boolean;
  constructor(pattern: string, extended: boolean) {
    this.#pattern = pattern;
    this.#extended = extended;
  }

  sequence(stops: string): string {
    let source = "";
    while (this.#at < this.#pattern.length) {
      const char = this.#pattern.charAt(this.#at);
      if (stops.includes(char)) break;
      if (this.#extended && "?*+@!".includes(char) && this.#pattern[this.#at + 1] === "(") source += this.#group(char, stops);
      else if (char === "*") {
        while (this.#pattern[this.#at] === "*" && !(this.#extended && this.#pattern[this.#at + 1] === "(")) this.#at += 1;
        source += "[^]*";
      } else {
        this.#at += 1;
        source += char === "?" ? "[^]" : char === "[" ? this.#bracket() : this.#plain(char);
      }
    }
    return source;
  }

  #plain(char: string): string {
    const text = char === "\\" ? this.#pattern.charAt(this.#at++) || "\\" : char;
    return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  }

  #group(operator: string, outer: string): string {
    const start = this.#at;
    this.#at += 2;
    const alternatives: string[] = [];
    for (;;) {
      alternatives.push(this.sequence("|)"));
      if (this.#at >= this.#pattern.length) {
        this.#at = start + 1;
        return this.#plain(operator);
      }
      if (this.#pattern.charAt(this.#at++) === ")") break;
    }
    const any = alternatives.join("|");
    if (operator === "@") return `(?:${any})`;
    if (operator !== "!") return `(?:${any})${operator}`;
    const at = this.#at;
    const rest = this.sequence(outer);
    this.#at = at;
    return `(?:(?!(?:${any})${rest}$)[^]*)`;
  }

  #bracket(): string {
    const found = /^([!^]?)(\]?(?:\\.|\[:[a-z]+:\]|\[([.=])[^]*?\3\]|[^\]\\])*)\]/s.exec(this.#pattern.slice(this.#at));
    if (found === null) return "\\[";
    this.#at += found[0].length;
    let set = "";
    const items = (found[2] ?? "").matchAll(/\\(.)|\[:([a-z]+):\]|\[[.=](.)[.=]\]|(.)/gsu);
    for (const [, escaped, name, collating, char] of items) {
      if (name !== undefined) set += CLASSES[name] ?? "";
      else if (char === "-") set += "-";
      else set += (escaped ?? collating ?? char ?? "").replace(/[\\\]\[^&~|{}()/-]/g, "\\$&");
    }
    set = set.replace(/^-/, "\\-").replace(/-$/, (dash, at) => (set[at - 1] === "\\" ? dash : "\\-"));
    return found[1] ? `[^${set}]` : set === "" ? "(?!)" : `[${set}]`;
  }
}
