/** A compiled pattern over bytes: the engine, and the fastest way to search lines that suits the pattern. */
import { encode } from "../bytes/text.ts";
import { literalText, type Node } from "./ast.ts";
import { Engine } from "./engine.ts";
import { AutomatonLines, FilteredLines, type LineSearch, LiteralLines, ScriptLines } from "./lines.ts";
import { requiredLiteral } from "./literal.ts";
import { parse } from "./parse.ts";
import type { Captures, Match, Pattern, PatternOptions } from "./pattern.ts";
import { scriptFor } from "./script.ts";

/**
 * Several sources are alternatives. A source is one pattern: whoever takes a list with newlines (grep) splits it first.
 * Sources are text in surrogateescape, as all arguments are.
 */
export function compilePattern(sources: readonly string[], options: PatternOptions): Pattern {
  return new BytePattern(sources, options);
}

class BytePattern implements Pattern {
  readonly literal?: Uint8Array;
  private readonly engine: Engine;
  private readonly node: Node;
  private readonly terminator: number;
  private search: LineSearch | undefined;

  constructor(sources: readonly string[], options: PatternOptions) {
    const parsed = parse(sources, options);
    this.node = parsed.node;
    this.engine = new Engine(parsed, options);
    this.terminator = options.newline ?? 10;
    const text = literalText(parsed.node);
    if (text !== undefined) this.literal = encode(text);
  }

  get linear(): boolean {
    return this.engine.regular;
  }

  test(bytes: Uint8Array, from: number, to: number): boolean {
    return this.engine.test(bytes, from, to);
  }

  find(bytes: Uint8Array, lineStart: number, lineEnd: number, from = lineStart): Match | undefined {
    return this.engine.find(bytes, lineStart, lineEnd, from);
  }

  captures(bytes: Uint8Array, lineStart: number, lineEnd: number, from = lineStart): Captures | undefined {
    return this.engine.captures(bytes, lineStart, lineEnd, from);
  }

  nextLine(bytes: Uint8Array, from: number, to: number): number {
    this.search ??= this.lineSearch();
    return this.search.next(bytes, from, to);
  }

  countLines(bytes: Uint8Array, from: number, to: number): number {
    this.search ??= this.lineSearch();
    return this.search.count(bytes, from, to);
  }

  private lineSearch(): LineSearch {
    const { engine, node, terminator } = this;
    const text = literalText(node);
    const terminates = String.fromCharCode(terminator);
    if (text !== undefined && text !== "" && !text.includes(terminates)) return new LiteralLines(text, terminator);
    const automaton = new AutomatonLines(engine, terminator);
    const script = scriptFor(node, { terminator, edgesNeedAscii: engine.edgesNeedAscii });
    if (script !== undefined) return new ScriptLines(script, terminator, automaton);
    const literal = requiredLiteral(node);
    if (literal !== "" && !literal.includes(terminates)) {
      return new FilteredLines(engine, literal, terminator, automaton);
    }
    return automaton;
  }
}
