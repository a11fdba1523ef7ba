/** Literals that every match contains, and the search for them that hands the rarest byte to the native search first. */
import { encode } from "../bytes/text.ts";
import { literalText, type Node } from "./ast.ts";
import { onlyMember } from "./charset.ts";

/** The longest text that every match of the node contains; "" when none is certain. */
export function requiredLiteral(node: Node): string {
  switch (node.kind) {
    case "set":
      return literalText(node) ?? "";
    case "concat": {
      let best = "";
      let run = "";
      const end = () => {
        if (run.length > best.length) best = run;
        run = "";
      };
      for (const part of node.parts) {
        const text = part.kind === "set" ? singleText(part) : literalText(part);
        if (text !== undefined) {
          run += text;
          continue;
        }
        end();
        const inner = requiredLiteral(part);
        if (inner.length > best.length) best = inner;
      }
      end();
      return best;
    }
    case "group":
    case "atomic":
      return requiredLiteral(node.node);
    case "look":
      return node.negative ? "" : requiredLiteral(node.node);
    case "repeat":
      return node.min > 0 ? requiredLiteral(node.node) : "";
    default:
      return "";
  }
}

function singleText(node: Node & { kind: "set" }): string | undefined {
  const code = onlyMember(node.set);
  return code === undefined ? undefined : String.fromCodePoint(code);
}

/** Finds one literal again and again. */
export class LiteralSearch {
  private readonly needle: Buffer;
  /** The needle from its rarest byte on: the native search looks for the first byte of what it is given. */
  private readonly tail: Buffer;
  private readonly skip: number;

  constructor(text: string) {
    this.needle = Buffer.from(encode(text));
    let skip = 0;
    for (let i = 1; i < this.needle.length; i += 1) {
      if (commonness(this.needle[i] ?? 0) < commonness(this.needle[skip] ?? 0)) skip = i;
    }
    // A tail of one byte would be found too often where the needle is longer.
    if (this.needle.length > 1 && skip === this.needle.length - 1) skip -= 1;
    this.skip = skip;
    this.tail = this.needle.subarray(skip);
  }

  /** The next occurrence at or after `from`, or -1. */
  next(bytes: Buffer, from: number): number {
    const { needle, skip, tail } = this;
    if (skip === 0) return bytes.indexOf(needle, from);
    for (let at = from + skip; ; at += 1) {
      at = bytes.indexOf(tail, at);
      if (at < 0) return -1;
      let same = true;
      for (let i = 0; i < skip && same; i += 1) same = bytes[at - skip + i] === needle[i];
      if (same) return at - skip;
    }
  }
}

/** A rough rank of how often a byte occurs in text, logs and source code. */
function commonness(byte: number): number {
  if (byte === 0x20) return 10;
  if (byte >= 0x61 && byte <= 0x7a) return "etaoinsrhl".includes(String.fromCharCode(byte)) ? 9 : 7;
  if (byte === 0x30 || byte === 0x31) return 8;
  if (byte >= 0x30 && byte <= 0x39) return 6;
  if (byte === 0x2e || byte === 0x2f || byte === 0x2d || byte === 0x22 || byte === 0x3a) return 6;
  if (byte >= 0x41 && byte <= 0x5a) return 4;
  return byte >= 0x80 ? 5 : 3;
}
