// Regular expressions as V8's own, where both surely find the same match and soon: each character decides which way the
// pattern goes on, so that V8's first match is the longest one and nothing is tried twice. All others are left to the
// engine. Input is the extended syntax that regex.ts writes.

export interface Script {
  /** Without flags: for tests. */
  readonly tester: RegExp;
  /** With `g`: for searches from a place. */
  readonly finder: RegExp;
  /** Right for ASCII text only. */
  readonly asciiOnly: boolean;
}

/** A longer text may take the square of its length, for patterns that can begin anywhere. */
export const SCRIPT_TEXT_LIMIT = 4096;

/** Bits 0 to 127: ASCII; 128: anything beyond. */
type CharSet = bigint;

const BEYOND = 1n << 128n;
const EVERY = (1n << 129n) - 1n;

interface Part {
  readonly source: string;
  /** What it may begin with. */
  readonly first: CharSet;
  readonly nullable: boolean;
  /** Sets that may come next where a choice is left open inside, each with what it must differ from: the follow set. */
  readonly open: readonly CharSet[];
}

class Undecided extends Error {}

export function scriptFor(source: string, ignoreCase: boolean): Script | undefined {
  if (ignoreCase || /[\0\u0080-\uffff]/.test(source)) return undefined;
  try {
    const parser = new ScriptParser(source);
    const part = parser.whole();
    return { tester: new RegExp(part.source), finder: new RegExp(part.source, "g"), asciiOnly: parser.wide };
  } catch (error) {
    if (error instanceof Undecided || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

class ScriptParser {
  wide = false;
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  whole(): Part {
    const part = this.#alternation();
    if (this.#at < this.#source.length) throw new Undecided();
    // At the end of the pattern nothing follows, and every open choice is settled by taking more.
    return part;
  }

  #alternation(): Part {
    const branches = [this.#branch()];
    while (this.#source[this.#at] === "|") {
      this.#at += 1;
      branches.push(this.#branch());
    }
    const [only] = branches;
    if (only !== undefined && branches.length === 1) return only;
    let first = 0n;
    for (const branch of branches) {
      if (branch.nullable || (first & branch.first) !== 0n) throw new Undecided();
      first |= branch.first;
    }
    return {
      source: branches.map((branch) => branch.source).join("|"),
      first,
      nullable: false,
      open: branches.flatMap((branch) => branch.open),
    };
  }

  #branch(): Part {
    const parts: Part[] = [];
    let start = "";
    let end = "";
    if (this.#source[this.#at] === "^") {
      this.#at += 1;
      start = "^";
    }
    for (;;) {
      const char = this.#source[this.#at];
      if (char === undefined || char === "|" || char === ")") break;
      if (char === "$") {
        this.#at += 1;
        const after = this.#source[this.#at];
        if (after !== undefined && after !== "|" && after !== ")") throw new Undecided();
        end = "$";
        break;
      }
      parts.push(this.#repeated());
    }
    const sequence = parts.reduce(follow, NOTHING);
    if (parts.length === 0 && start === "" && end === "") throw new Undecided();
    // An anchor is decided by the place, not by a character: only alone, or for one branch at a time.
    const anchored = start !== "" || end !== "";
    if (anchored && this.#nested > 0) throw new Undecided();
    return { ...sequence, source: `${start}${sequence.source}${end}` };
  }
  #nested = 0;

  #repeated(): Part {
    const atom = this.#atom();
    const char = this.#source[this.#at];
    let quantifier = "";
    let least = 1;
    let most = 1;
    if (char === "*" || char === "+" || char === "?") {
      this.#at += 1;
      quantifier = char;
      least = char === "+" ? 1 : 0;
      most = char === "?" ? 1 : Number.POSITIVE_INFINITY;
    } else if (char === "{") {
      const found = /^\{(\d+)(,?)(\d*)\}/.exec(this.#source.slice(this.#at, this.#at + 16));
      if (!found) throw new Undecided();
      const [whole, low, comma, high] = found;
      this.#at += whole.length;
      quantifier = whole;
      least = Number(low);
      most = comma === "" ? least : high === "" ? Number.POSITIVE_INFINITY : Number(high);
      if (least > 100 || (most !== Number.POSITIVE_INFINITY && (most > 100 || most < least))) throw new Undecided();
    }
    if (quantifier === "") return atom;
    const next = this.#source[this.#at];
    if (next === "*" || next === "+" || next === "?" || next === "{") throw new Undecided();
    if (atom.nullable) throw new Undecided();
    // Going round again must not be mistaken for going on inside.
    if (most > 1) for (const set of atom.open) if ((set & atom.first) !== 0n) throw new Undecided();
    const open = least === most ? atom.open : [...atom.open, atom.first];
    return { source: atom.source + quantifier, first: atom.first, nullable: least === 0, open };
  }

  #atom(): Part {
    const char = this.#source[this.#at] ?? "";
    if (char === "(") {
      this.#at += 1;
      this.#nested += 1;
      const inner = this.#alternation();
      this.#nested -= 1;
      if (this.#source[this.#at] !== ")") throw new Undecided();
      this.#at += 1;
      return { ...inner, source: `(${inner.source})` };
    }
    if (char === "[") return this.#set();
    this.#at += 1;
    if (char === ".") {
      this.wide = true;
      return one("[^]", EVERY);
    }
    if (char === "\\") {
      const escaped = this.#source[this.#at];
      // Word edges and classes are the engine's.
      if (escaped === undefined || /[A-Za-z0-9<>`']/.test(escaped)) throw new Undecided();
      this.#at += 1;
      return literal(escaped);
    }
    if ("*+?{^".includes(char)) throw new Undecided();
    return literal(char);
  }

  #set(): Part {
    let at = this.#at + 1;
    const source = this.#source;
    const negated = source[at] === "^";
    if (negated) at += 1;
    const begin = at;
    let set = 0n;
    for (;;) {
      const char = source[at];
      if (char === undefined) throw new Undecided();
      if (char === "]" && at > begin) break;
      if (char === "[" && source[at + 1] === ":") {
        const end = source.indexOf(":]", at);
        const named = CLASSES[source.slice(at + 2, end)];
        if (named === undefined) throw new Undecided();
        // Classes know letters beyond ASCII; this one does not.
        this.wide = true;
        set |= named;
        at = end + 2;
        continue;
      }
      if (char === "[") throw new Undecided();
      if (source[at + 1] === "-" && source[at + 2] !== "]" && source[at + 2] !== undefined) {
        const high = source[at + 2] ?? "";
        if (high === "[" || high < char) throw new Undecided();
        set |= range(char.charCodeAt(0), high.charCodeAt(0));
        at += 3;
        continue;
      }
      set |= range(char.charCodeAt(0), char.charCodeAt(0));
      at += 1;
    }
    this.#at = at + 1;
    if (negated) {
      this.wide = true;
      set = EVERY & ~set;
    }
    return one(written(set), set);
  }
}

const NOTHING: Part = { source: "", first: 0n, nullable: true, open: [] };

/** One after the other: what is left open in the first must not begin the second. */
function follow(left: Part, right: Part): Part {
  for (const set of left.open) if ((set & right.first) !== 0n) throw new Undecided();
  return {
    source: left.source + right.source,
    first: left.nullable ? left.first | right.first : left.first,
    nullable: left.nullable && right.nullable,
    open: right.nullable ? [...left.open, ...right.open] : right.open,
  };
}

function one(source: string, first: CharSet): Part {
  return { source, first, nullable: false, open: [] };
}

function literal(char: string): Part {
  const code = char.charCodeAt(0);
  return one(escaped(code), range(code, code));
}

function range(low: number, high: number): CharSet {
  return ((1n << BigInt(high - low + 1)) - 1n) << BigInt(low);
}

function written(set: CharSet): string {
  const beyond = (set & BEYOND) !== 0n;
  const listed = beyond ? EVERY & ~set : set;
  let source = "";
  for (let code = 0; code < 128; code += 1) if ((listed >> BigInt(code)) & 1n) source += escaped(code);
  return beyond ? `[^${source}]` : `[${source}]`;
}

function escaped(code: number): string {
  const char = String.fromCharCode(code);
  return /[A-Za-z0-9 _]/.test(char) ? char : `\\x${code.toString(16).padStart(2, "0")}`;
}

const DIGIT = range(48, 57);
const UPPER = range(65, 90);
const LOWER = range(97, 122);
const CLASSES: Readonly<Record<string, CharSet>> = {
  digit: DIGIT,
  upper: UPPER,
  lower: LOWER,
  alpha: UPPER | LOWER,
  alnum: UPPER | LOWER | DIGIT,
  xdigit: DIGIT | range(65, 70) | range(97, 102),
  space: range(9, 13) | range(32, 32),
  blank: range(9, 9) | range(32, 32),
  punct: range(33, 47) | range(58, 64) | range(91, 96) | range(123, 126),
};
