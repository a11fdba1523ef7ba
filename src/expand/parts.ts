// Walks the parts of a word and sends what they expand to into a sink. What a `${..}` means is in parameter/.
import { decode } from "../bytes/text.ts";
import type { Arithmetic, ExtendedGlob, Tilde, Word, WordPart } from "../syntax/tree.ts";
import { evaluate } from "./arithmetic/index.ts";
import type { Integer } from "./arithmetic/integer.ts";
import { rangeText } from "./braces.ts";
import type { Environment } from "./environment.ts";
import { chain, each, type Maybe } from "./maybe.ts";
import { expandParameter } from "./parameter/index.ts";
import { escapeGlob, escapeRegex, PatternSink, type Sink, TextSink } from "./sink.ts";
import { separatorsOf } from "./splitting.ts";
import type { Context, Walk } from "./walk.ts";

export function expandParts(
  parts: readonly WordPart[],
  sink: Sink,
  env: Environment,
  context: Context = "word",
): Maybe<void> {
  return each(parts, (part) => expandPart(part, sink, env, context));
}

/** A word as one text: no splitting, no globs. */
export function expandText(word: Word, env: Environment, context: Context = "word"): Maybe<string> {
  if (word.literal !== undefined) return word.literal;
  const sink = new TextSink(separatorsOf(env.get("IFS")).join, env.limits.maxWordBytes);
  return chain(expandParts(word.parts, sink, env, context), () => sink.text);
}

/** The body of a heredoc: as in double quotes, except that spaces join `$*` whatever IFS is. */
export function expandBody(word: Word, env: Environment): Maybe<string> {
  if (word.literal !== undefined) return word.literal;
  const sink = new TextSink(" ", env.limits.maxWordBytes);
  return chain(expandParts(word.parts, sink, env, "quoted"), () => sink.text);
}

/** A word as a glob in which quoted text matches itself. */
export function expandGlob(word: Word, env: Environment): Maybe<string> {
  return word.literal === undefined ? withSink(word, escapeGlob, env) : escapeGlob(word.literal);
}

/** A word as an extended regular expression in which quoted text matches itself. */
export function expandExpression(word: Word, env: Environment): Maybe<string> {
  return withSink(word, escapeRegex, env);
}

/** Arithmetic text is expanded as in double quotes, then evaluated. */
export function expandInteger(node: Arithmetic, env: Environment): Maybe<Integer> {
  if (node.literal !== undefined) return evaluate(node.literal, env);
  const sink = new TextSink(" ", env.limits.maxWordBytes);
  return chain(expandParts(node.parts, sink, env, "quoted"), () => evaluate(sink.text, env));
}

function withSink(word: Word, quote: (text: string) => string, env: Environment): Maybe<string> {
  const sink = new PatternSink(quote, separatorsOf(env.get("IFS")).join, env.limits.maxWordBytes);
  return chain(expandParts(word.parts, sink, env), () => sink.text);
}

const walk: Walk = { parts: expandParts, text: expandText, glob: expandGlob, integer: expandInteger };

function expandPart(part: WordPart, sink: Sink, env: Environment, context: Context): Maybe<void> {
  switch (part.kind) {
    case "literal":
      return send(part.value, sink, context);
    case "quoted":
      return context === "quoted" ? sink.inside(part.value) : sink.quoted(part.value);
    case "double-quoted":
      return expandQuoted(part.parts, sink, env, context);
    case "parameter":
      return expandParameter(part, sink, env, context === "quoted", walk);
    case "command-substitution":
      return chain(env.substitute(part), (bytes) => give(outputText(bytes), sink, context));
    case "arithmetic-expansion":
      return chain(expandInteger(part.expression, env), (value) => give(String(value), sink, context));
    case "process-substitution":
      return chain(env.processSubstitution(part), (path) => sink.quoted(path));
    case "tilde":
      return sink.quoted(home(part, env));
    case "brace-list":
      return unexpandedBraces(part.items, sink, env, context);
    case "brace-range":
      return send(rangeText(part), sink, context);
    case "extended-glob":
      return extendedGlob(part, sink, env, context);
  }
}

/** Text of the source. */
function send(text: string, sink: Sink, context: Context): void {
  if (context === "word") sink.literal(text);
  else give(text, sink, context);
}

/** Text that an expansion gave. */
function give(text: string, sink: Sink, context: Context): void {
  if (context === "quoted") sink.inside(text);
  else sink.expanded(text);
}

/** Quotes keep a field even when it is empty, except that `"$@"` without parameters is no field at all. */
function expandQuoted(parts: readonly WordPart[], sink: Sink, env: Environment, context: Context): Maybe<void> {
  if (context !== "quoted" && !parts.some(isList)) sink.quoted("");
  return expandParts(parts, sink, env, "quoted");
}

function isList(part: WordPart): boolean {
  if (part.kind !== "parameter" || part.length) return false;
  if (part.name === "@" || part.subscript === "@") return true;
  const { operation } = part;
  if (operation?.kind === "names") return operation.separate;
  return operation?.kind === "keys" && part.subscript !== "*";
}

/** Trailing newlines and NULs are dropped, as bash does (with a warning for the latter). */
function outputText(bytes: Uint8Array): string {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 10 || bytes[end - 1] === 0)) end -= 1;
  const kept = bytes.subarray(0, end);
  return decode(kept.includes(0) ? kept.filter((byte) => byte !== 0) : kept);
}

/** `~user` stays as it is: a workspace has no users. */
function home({ user }: Tilde, env: Environment): string {
  if (user === "") return env.get("HOME") ?? env.home;
  if (user === "+") return env.get("PWD") ?? "~+";
  if (user === "-") return env.get("OLDPWD") ?? "~-";
  return `~${user}`;
}

/** Braces that nothing expands, in assignments and patterns, are text; what is in them expands all the same. */
function unexpandedBraces(items: readonly Word[], sink: Sink, env: Environment, context: Context): Maybe<void> {
  send("{", sink, context);
  const done = each(items, (item, index) => {
    if (index > 0) send(",", sink, context);
    return expandParts(item.parts, sink, env, context);
  });
  return chain(done, () => send("}", sink, context));
}

function extendedGlob(part: ExtendedGlob, sink: Sink, env: Environment, context: Context): Maybe<void> {
  sink.glob(`${part.operator}(`);
  const done = each(part.alternatives, (word, index) => {
    if (index > 0) sink.glob("|");
    return expandParts(word.parts, sink, env, context);
  });
  return chain(done, () => sink.glob(")"));
}
