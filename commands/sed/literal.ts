// `s/text/other/` alone, where the pattern is a plain string: replaced block by block, without looking at lines.
import type { Input } from "./input.ts";
import type { Output } from "./output.ts";
import type { Script } from "./script.ts";

export interface LiteralReplacement {
  readonly from: Buffer;
  readonly to: Buffer;
  readonly global: boolean;
}

/** Undefined where the script does anything else. */
export function literalReplacement({ commands }: Script, newline: number): LiteralReplacement | undefined {
  const [command] = commands.filter(({ name }) => name !== "#");
  const substitution = command?.substitution;
  if (commands.length !== 1 || !command || !substitution || command.address || command.negated) return undefined;
  const literal = substitution.regex?.pattern.literal;
  const { constant } = substitution.replacement;
  if (!literal?.length || !constant || literal.includes(newline)) return undefined;
  if (substitution.nth !== 1 || substitution.print || substitution.file !== undefined) return undefined;
  return { from: Buffer.from(literal), to: constant, global: substitution.global };
}

/** Replaces in all lines that are there, and passes over them. */
export function replaceInBlock(
  { from, to, global }: LiteralReplacement,
  input: Input,
  out: Output,
  newline: number,
): void {
  const { bytes, position, limit } = input;
  let copied = position;
  for (let at = bytes.indexOf(from, position); at >= 0 && at < limit; ) {
    out.piece(bytes, copied, at);
    out.piece(to, 0, to.length);
    copied = at + from.length;
    let next = copied;
    if (!global) {
      next = bytes.indexOf(newline, copied);
      if (next < 0 || next >= limit) break;
    }
    at = bytes.indexOf(from, next);
  }
  if (copied < limit) out.lines(bytes, copied, limit);
  else out.unended();
  input.position = limit;
}
