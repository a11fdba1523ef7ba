// The lines of one side of a comparison: where they start, and the class of equal lines that each belongs to.

/** What makes two lines equal although their bytes differ. */
export interface Likeness {
  readonly ignoreCase: boolean;
  /** `all`: blanks do not count; `change`: runs of blanks are one, none at the end; `trailing`: none at the end. */
  readonly space: "keep" | "all" | "change" | "trailing";
  readonly stripCr: boolean;
  readonly expandTabs: boolean;
}

export interface Side {
  readonly bytes: Buffer;
  /** Offsets of lines, and the end of the last one. */
  readonly starts: readonly number[];
  readonly count: number;
  /** The last line has no newline. */
  readonly incomplete: boolean;
}

export function sideOf(given: Buffer, stripCr = false): Side {
  const bytes = stripCr ? withoutCarriageReturns(given) : given;
  const starts = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  const incomplete = bytes.length > 0 && bytes[bytes.length - 1] !== 10;
  if (incomplete) starts.push(bytes.length);
  return { bytes, starts, count: starts.length - 1, incomplete };
}

/** The line with its newline, if it has one. */
export function lineAt(side: Side, line: number): Buffer {
  return side.bytes.subarray(side.starts[line] ?? 0, side.starts[line + 1] ?? side.bytes.length);
}

/** The same number for lines that are alike, on either side; and how many classes there are. */
export function classes(
  sides: readonly [Side, Side],
  likeness: Likeness,
): { readonly of: readonly [Int32Array, Int32Array]; readonly size: number } {
  const known = new Map<string, number>();
  const number = (side: Side): Int32Array => {
    const of = new Int32Array(side.count);
    for (let line = 0; line < side.count; line += 1) {
      const key = keyOf(lineAt(side, line).toString("latin1"), likeness);
      let found = known.get(key);
      if (found === undefined) {
        found = known.size;
        known.set(key, found);
      }
      of[line] = found;
    }
    return of;
  };
  const of: [Int32Array, Int32Array] = [number(sides[0]), number(sides[1])];
  return { of, size: known.size };
}

function keyOf(text: string, { ignoreCase, space, expandTabs }: Likeness): string {
  let key = text;
  if (expandTabs) key = expanded(key);
  if (space === "all") key = key.replace(/[ \t\n\v\f\r]+/g, "");
  else if (space === "change") key = key.replace(/[ \t\v\f\r\n]+$/, "").replace(/[ \t\v\f\r]+/g, " ");
  else if (space === "trailing") key = key.replace(/[ \t\v\f\r\n]+$/, "");
  return ignoreCase ? key.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : key;
}

function expanded(text: string): string {
  let column = 0;
  return text.replace(/[^\t]+|\t/g, (part) => {
    const size = part === "\t" ? 8 - (column % 8) : part.length;
    column += size;
    return part === "\t" ? " ".repeat(size) : part;
  });
}

function withoutCarriageReturns(bytes: Buffer): Buffer {
  return bytes.includes("\r\n") ? Buffer.from(bytes.toString("latin1").replace(/\r+(?=\n)/g, ""), "latin1") : bytes;
}
