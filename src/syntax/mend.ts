// What to do about a syntax error: for each kind an advice, and texts that might be what was meant.
import type { Diagnostic, Span } from "../diagnostic/diagnostic.ts";
import { isReserved } from "./keyword.ts";
import { lint } from "./lint/index.ts";
import { type Parsed, parseText } from "./parse.ts";

interface Mend {
  readonly advice: string;
  /** Whole texts, the likeliest first; only one that parses is shown. */
  readonly candidates: readonly string[];
}

/** Longer texts, and those of several lines, get advice without an example. */
const LONGEST_EXAMPLE = 400;

/** Adds `help` to the error of a failed parse. */
export function withHelp(source: string, parsed: Parsed): Parsed {
  const [first, ...others] = parsed.diagnostics;
  if (!first || first.help !== undefined) return parsed;
  const help = helpFor(source, first, parsed);
  return help === undefined ? parsed : { ...parsed, diagnostics: [{ ...first, help }, ...others] };
}

function helpFor(source: string, diagnostic: Diagnostic, parsed: Parsed): string | undefined {
  if (source.length <= LONGEST_EXAMPLE) {
    const advice = lint(source, parsed).find((each) => each.help !== undefined);
    if (advice?.help !== undefined) return `${capital(advice.message)}. Use: ${advice.help}`;
  }
  const rule = MENDS[diagnostic.code];
  const span = diagnostic.span ?? { start: 0, end: 0 };
  if (!rule) return undefined;
  const short = source.length <= LONGEST_EXAMPLE && !source.trimEnd().includes("\n");
  const { advice, candidates } = rule(short ? source.trimEnd() : "", span, diagnostic.message);
  const example = short ? candidates.find((each) => each.trim() !== "" && parses(each)) : undefined;
  return example === undefined ? advice : `${advice}, for example: ${example}`;
}

function parses(text: string): boolean {
  return parseText(text).diagnostics.length === 0;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Rule = (source: string, span: Span, message: string) => Mend;

const MENDS: Readonly<Record<string, Rule>> = {
  "syntax.unterminated-quote": closeQuote,
  "syntax.unterminated-expansion": closeExpansion,
  "syntax.unterminated-command": closeCommand,
  "syntax.unterminated-array": (source) => ({ advice: "Close it with `)`", candidates: [`${source})`] }),
  "syntax.unterminated-pattern": (source, span) => ({
    advice: "Close the pattern with `)`, or quote it",
    candidates: [`${source})`, quoteToken(source, span.start)],
  }),
  "syntax.missing-keyword": addKeyword,
  "syntax.empty-stage": (source, span) => ({
    advice: "Put a command there, or take the operator out",
    candidates: [cut(source, span), cutNext(source, span)],
  }),
  "syntax.missing-command": (source, span, message) => ({
    advice: message.startsWith("nothing after") ? "Add a command, or end the line before it" : "Put a command there",
    candidates: [
      message.startsWith("nothing after") ? source.slice(0, span.start).trimEnd() : insert(source, span.start, ": "),
    ],
  }),
  "syntax.unexpected-token": unexpectedToken,
  "syntax.missing-target": nameTarget,
  "syntax.bad-substitution": (source, span) => ({
    advice: `Use \${name}, \${name:-default}, or $(command) for the output of a command`,
    candidates: [commandInBraces(source, span)],
  }),
  "syntax.bad-name": (source, span) => ({
    advice: "A name is letters, digits and `_`, without `$`",
    candidates: [source.slice(0, span.start) + source.slice(span.start).replace(/^\$\{?(\w+)\}?/, "$1")],
  }),
  "syntax.missing-body": (source, span) => ({
    advice: "Put the body in braces",
    candidates: [
      `${source.slice(0, span.start)}{ ${source.slice(span.start).replace(/[;\s]+$/, "")}; }`,
      `${source} { :; }`,
    ],
  }),
  "syntax.bad-condition": (source) => ({
    advice: "An expression is like [[ -f FILE ]], [[ $a == b* ]] or [[ $n -gt 3 ]], with words that need it quoted",
    candidates: [source],
  }),
  "syntax.bad-for": () => ({
    advice: "Write it as in: for ((i = 0; i < 3; i++)); do echo $i; done",
    candidates: [],
  }),
  "syntax.bad-descriptor": () => ({ advice: "Use a small number: 0 is stdin, 1 stdout, 2 stderr", candidates: [] }),
};

function insert(source: string, at: number, text: string): string {
  return source.slice(0, at) + text + source.slice(at);
}

function cut(source: string, span: Span): string {
  return `${source.slice(0, span.start).trimEnd()} ${source.slice(span.end).trimStart()}`.trim();
}

/** Takes out the operator that comes after this one. */
function cutNext(source: string, span: Span): string {
  return source.slice(0, span.end) + source.slice(span.end).replace(/^\s*[|&;]+\s*/, " ");
}

function closeQuote(source: string, span: Span): Mend {
  const quote = source.charAt(span.start);
  const advice = quote === "`" ? "Close it, or use $(...)" : "Close it";
  const candidates: string[] = [];
  const before = source.slice(0, span.start);
  const after = source.slice(span.start + 1);
  const insideWord = /[A-Za-z0-9]$/.test(before) && /^[A-Za-z]/.test(after);
  const other = quote === "'" ? '"' : "'";
  if (insideWord) {
    const from = before.search(/\S+$/);
    const to = after.search(/\s|$/);
    candidates.push(
      `${before.slice(0, from)}${other}${before.slice(from)}${quote}${after.slice(0, to)}${other}${after.slice(to)}`,
    );
  }
  if (after.trim() === "") {
    candidates.push(`${before})${quote}`, `${before}}${quote}`, `${before.replace(/(\S+)$/, `${quote}$1`)}${quote}`);
  }
  for (const found of after.matchAll(/\S(?=\s)/g)) candidates.push(insert(source, span.start + found.index + 2, quote));
  candidates.push(source + quote, before + after);
  return { advice, candidates: candidates.slice(0, 20) };
}

function closeExpansion(source: string, span: Span): Mend {
  const opener = /^(?:\$\(\(|\$\{|\$\[|\[|\$\(|[<>]\()/.exec(source.slice(span.start))?.[0] ?? "";
  const closer = opener === "$((" ? "))" : opener === "${" ? "}" : opener.endsWith("[") ? "]" : ")";
  const candidates: string[] = [];
  if (closer === "}") {
    const name = /^\$\{[!#]?\w+/.exec(source.slice(span.start))?.[0];
    if (name !== undefined) candidates.push(insert(source, span.start + name.length, closer));
  }
  if (opener === "$((") candidates.push(`${source})`);
  candidates.push(source + closer, `${source}; ${closer}`);
  for (let at = source.length; at > span.start && candidates.length < 12; at--) {
    if (/["\s]/.test(source.charAt(at))) candidates.push(insert(source, at, closer));
  }
  return { advice: `Close it with \`${closer}\``, candidates };
}

function closeCommand(source: string, span: Span, message: string): Mend {
  const opener = /`([^`]+)`/.exec(message)?.[1] ?? "";
  const closers: Readonly<Record<string, string>> = { "(": ")", "((": "))", "for ((": "))", "[[": " ]]", "{": "; }" };
  const closer = closers[opener] ?? ")";
  const advice = `Close it with \`${closer.replace(/[; ]/g, "")}\``;
  const candidates = [`${source}${closer}`, `${source.replace(/[\s;]+$/, "")}${closer}`, `${source})`];
  if (opener === "{" && /\s\}$/.test(source)) candidates.unshift(source.replace(/\s*\}$/, "; }"));
  if (opener === "[[") candidates.push(source.replace(/\s*\]?\]?\s*(;|$)/, " ]]$1"));
  return { advice, candidates: opener === "(" ? [...candidates, quoteToken(source, span.start)] : candidates };
}

const ENDS = [
  "; fi",
  "; done",
  "; esac",
  ";; esac",
  " esac",
  "; then :; fi",
  "; do :; done",
  "; :; done",
  "; :; fi",
  " in *) ;; esac",
];

/** Shown where nothing of the text itself can be completed. */
const EXAMPLES = [
  "if [ -f notes.txt ]; then echo yes; fi",
  'for file in *.txt; do echo "$file"; done',
  'case "$1" in a) echo one ;; esac',
];

function addKeyword(source: string, span: Span, message: string): Mend {
  const base = source.replace(/[\s;]+$/, "");
  const separated = base.replace(/(?<=[^;\s&|])\s+(?=(?:then|do)(?:\s|$))/g, "; ");
  if (message.includes("needs `in`")) {
    return { advice: "Add `in` after the word", candidates: [insert(source, span.start, "in ")] };
  }
  const keyword = /without `(\w+)`/.exec(message)?.[1] ?? /before `(\w+)`/.exec(message)?.[1] ?? "";
  const advice =
    /before `/.test(message) || separated !== base ? `Put \`;\` before \`${keyword}\`` : `Add \`${keyword}\``;
  const candidates = [
    separated,
    ...ENDS.map((end) => separated + end),
    ...ENDS.map((end) => `${separated} ${end.slice(2)}`),
    ...EXAMPLES.filter((line) => line.includes(` ${keyword} `)),
  ];
  return { advice, candidates };
}

function nameTarget(source: string, span: Span, message: string): Mend {
  if (message.startsWith("missing delimiter"))
    return { advice: "Name the word that ends the text, as in: cat <<EOF", candidates: [] };
  const name = source.charAt(span.end - 1) === "<" ? " in.txt" : " out.txt";
  return {
    advice: "Name a file after it",
    candidates: [source.replace(/>\s+>/, ">>"), insert(source, span.end, name)],
  };
}

function unexpectedToken(source: string, span: Span): Mend {
  const token = source.slice(span.start, span.end);
  if (token === "(") {
    return {
      advice: "Quote the parentheses",
      candidates: [quoteToken(source, span.start), quoteOne(source, span.start)],
    };
  }
  if (token === ")")
    return { advice: "Take it out, or quote it", candidates: [cutExact(source, span), quoteOne(source, span.start)] };
  if (token.startsWith(";")) {
    return {
      advice: "One `;` between two commands",
      candidates: [replace(source, span, ";"), cut(source, span), source.replace(/&\s*;/, "&")],
    };
  }
  if (token === "!") return { advice: "Put it first", candidates: [`! ${cut(source, span)}`] };
  if (isReserved(token)) {
    const candidates = [
      cut(source, span)
        .replace(/[;\s]+$/, "")
        .replace(/^[;\s]+/, ""),
    ];
    return { advice: `Nothing before it opens what \`${token}\` belongs to: take it out`, candidates };
  }
  const separated = `${source.slice(0, span.start).trimEnd()}; ${source.slice(span.start)}`;
  return {
    advice: "Separate commands with `;`, or take it out",
    candidates: [separated, cut(source, span), quoteOne(source, span.start)],
  };
}

function cutExact(source: string, span: Span): string {
  return source.slice(0, span.start) + source.slice(span.end);
}

function replace(source: string, span: Span, text: string): string {
  return source.slice(0, span.start) + text + source.slice(span.end);
}

/** Quotes the blank-separated token around `at`, its parentheses included. */
function quoteToken(source: string, at: number): string {
  const from = source.slice(0, at).search(/[^\s;&|]*$/);
  const rest = source.slice(from);
  const token = /^[^\s;&|()'"]*(?:\([^()'"]*\)[^\s;&|()'"]*)+/.exec(rest)?.[0] ?? /^[^\s;&|'"]*/.exec(rest)?.[0] ?? "";
  return token === "" ? "" : `${source.slice(0, from)}'${token}'${source.slice(from + token.length)}`;
}

function quoteOne(source: string, at: number): string {
  return `${source.slice(0, at)}\\${source.slice(at)}`;
}

/** `${ls -l}` was meant as `$(ls -l)`. */
function commandInBraces(source: string, span: Span): string {
  const text = source.slice(span.start, span.end);
  return /^\$\{\s*\w+ [^}]*\}$/.test(text) ? replace(source, span, `$(${text.slice(2, -1).trim()})`) : "";
}
