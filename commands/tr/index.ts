// tr: translates, deletes or squeezes bytes. What its strings mean stands in sets.ts.
import { defineCommand, PURE, type Sink, type Source, UsageError, z } from "../../src/plugin.ts";
import { type Piece, parseSet } from "./sets.ts";

export const tr = defineCommand({
  name: "tr",
  summary: "Translate, squeeze or delete characters",
  description:
    "Works on bytes, as GNU's does: characters outside ASCII pass through, but cannot be translated one by one. " +
    "Strings know ranges (a-z), classes ([:upper:]), [=x=], [x*n], [x*], and \\n \\t \\\\ \\NNN.",
  args: () => ({
    complement: z.boolean().default(false),
    delete: z.boolean().default(false),
    squeezeRepeats: z.boolean().default(false),
    truncateSet1: z.boolean().default(false),
    string1: z.string(),
    string2: z.string().optional(),
  }),
  cli: {
    complement: { short: ["c", "C"], does: "use all bytes that are not in string1" },
    delete: { short: "d", does: "delete the bytes of string1" },
    squeezeRepeats: { short: "s", does: "leave one of a run of the same byte, if it is in the last string" },
    truncateSet1: { short: "t", does: "cut string1 to the length of string2" },
    string1: { positional: true, placeholder: "string1" },
    string2: { positional: true, placeholder: "string2" },
  },
  examples: [
    { does: "upper case", run: "echo Hello | tr a-z A-Z", prints: "HELLO\n" },
    { does: "one word a line", run: "echo 'a  b c' | tr -s ' ' '\\n'", prints: "a\nb\nc\n" },
    { does: "delete digits", run: "echo a1b22c | tr -d '[:digit:]'", prints: "abc\n" },
  ],
  readsStdin: true,
  stopAtOperand: true,
  effects: () => PURE,
  async run(args, io) {
    const extra = args.delete && !args.squeezeRepeats ? args.string2 : undefined;
    if (extra !== undefined) throw new UsageError(`extra operand '${extra}'`);
    if (args.string2 === undefined && args.delete === args.squeezeRepeats) {
      const why = args.delete ? "two strings must be given when both deleting and squeezing repeats" : undefined;
      throw new UsageError(why ?? `missing operand after '${args.string1}'`);
    }
    const first = parseSet(args.string1);
    const second = args.string2 === undefined ? undefined : parseSet(args.string2);
    if (first.some((piece) => piece.kind === "repeat" && piece.count === 0)) {
      throw new UsageError("the [c*] repeat construct may not appear in string1");
    }
    const plan = planOf(first, second, args);
    await transform(io.stdin, io.stdout, plan);
    return 0;
  },
});

/** What happens to each byte: deleted, else translated, then squeezed. */
interface Plan {
  readonly translate: Uint8Array | undefined;
  readonly remove: Uint8Array | undefined;
  readonly squeeze: Uint8Array | undefined;
}

interface Modes {
  readonly complement: boolean;
  readonly delete: boolean;
  readonly squeezeRepeats: boolean;
  readonly truncateSet1: boolean;
}

function planOf(first: readonly Piece[], second: readonly Piece[] | undefined, modes: Modes): Plan {
  const domain = modes.complement ? others(expand(first, 0)) : expand(first, 0);
  if (modes.delete) {
    const squeeze = modes.squeezeRepeats && second ? mark(expand(second, 0)) : undefined;
    return { translate: undefined, remove: mark(domain), squeeze };
  }
  if (!second) return { translate: undefined, remove: undefined, squeeze: mark(domain) };
  const range = rangeOf(first, second, domain.length, modes);
  const size = modes.truncateSet1 ? Math.min(domain.length, range.length) : domain.length;
  const table = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const last = range[range.length - 1] ?? 0;
  for (let at = 0; at < size; at += 1) table[domain[at] ?? 0] = range[at] ?? last;
  return { translate: table, remove: undefined, squeeze: modes.squeezeRepeats ? mark(range) : undefined };
}

/** The bytes of string2, checked by the rules of translation and filled up by `[x*]`. */
function rangeOf(first: readonly Piece[], second: readonly Piece[], size: number, modes: Modes): readonly number[] {
  for (const piece of second) {
    if (piece.kind === "same") throw new UsageError("[=c=] expressions may not appear in string2 when translating");
    if (piece.kind === "class" && !isCase(piece)) {
      throw new UsageError(
        "when translating, the only character classes that may appear in string2 are 'upper' and 'lower'",
      );
    }
  }
  if (second.filter((piece) => piece.kind === "repeat" && piece.count === 0).length > 1) {
    throw new UsageError("only one [c*] repeat construct may appear in string2");
  }
  const fixed = expand(second, 0).length;
  const range = expand(second, Math.max(0, size - fixed));
  if (range.length === 0 && !modes.truncateSet1) {
    throw new UsageError("when not truncating set1, string2 must be non-empty");
  }
  const starts = modes.complement ? [] : caseStarts(first, 0);
  for (const start of caseStarts(second, Math.max(0, size - fixed))) {
    if (!starts.includes(start)) throw new UsageError("misaligned [:upper:] and/or [:lower:] construct");
  }
  const last = second[second.length - 1];
  if (range.length < size && !modes.truncateSet1 && last?.kind === "class") {
    throw new UsageError(
      "when translating with string1 longer than string2,\nthe latter string must not end with a character class",
    );
  }
  if (modes.complement && first.some((piece) => piece.kind === "class") && new Set(range.slice(0, size)).size > 1) {
    throw new UsageError(
      "when translating with complemented character classes,\nstring2 must map all characters in the domain to one",
    );
  }
  return range;
}

function isCase(piece: Piece): boolean {
  return piece.kind === "class" && (piece.name === "upper" || piece.name === "lower");
}

/** Where [:upper:] and [:lower:] begin in the expanded string. */
function caseStarts(pieces: readonly Piece[], fill: number): readonly number[] {
  const starts: number[] = [];
  let at = 0;
  for (const piece of pieces) {
    if (isCase(piece)) starts.push(at);
    at += expand([piece], fill).length;
  }
  return starts;
}

function expand(pieces: readonly Piece[], fill: number): readonly number[] {
  return pieces.flatMap((piece) =>
    piece.kind === "repeat" ? Array.from({ length: piece.count || fill }, () => piece.byte) : piece.bytes,
  );
}

function others(bytes: readonly number[]): readonly number[] {
  const known = mark(bytes);
  return Array.from(known.keys()).filter((byte) => known[byte] === 0);
}

function mark(bytes: readonly number[]): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of bytes) table[byte] = 1;
  return table;
}

/** Changes each chunk in its place: a chunk that was read belongs to its reader. */
async function transform(source: Source, sink: Sink, { translate, remove, squeeze }: Plan): Promise<void> {
  let previous = -1;
  for (;;) {
    const next = source.read();
    const chunk = next instanceof Promise ? await next : next;
    if (chunk === null) return;
    const size = chunk.length;
    let used = size;
    if (remove) used = removeFrom(chunk, remove);
    else if (translate) for (let at = 0; at < size; at += 1) chunk[at] = translate[chunk[at] ?? 0] ?? 0;
    if (squeeze) {
      const limit = used;
      used = 0;
      for (let at = 0; at < limit; at += 1) {
        const byte = chunk[at] ?? 0;
        if (byte === previous && squeeze[byte] === 1) continue;
        previous = byte;
        chunk[used] = byte;
        used += 1;
      }
    }
    if (used === 0) continue;
    const pending = sink.write(used === size ? chunk : chunk.subarray(0, used));
    if (pending) await pending;
  }
}

function removeFrom(chunk: Uint8Array, remove: Uint8Array): number {
  let used = 0;
  for (let at = 0; at < chunk.length; at += 1) {
    const byte = chunk[at] ?? 0;
    chunk[used] = byte;
    used += 1 - (remove[byte] ?? 0);
  }
  return used;
}
