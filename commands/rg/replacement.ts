// The text that -r prints for a match: $1, $name, ${1}, ${name} and $$, as Rust's regex crate reads them.
import { type Captures, encode } from "../../src/plugin.ts";

type Piece = Uint8Array | { readonly group: string };

export type Replacement = (captures: Captures, bytes: Uint8Array) => Uint8Array;

export function parseReplacement(text: string): Replacement {
  const pieces: Piece[] = [];
  let last = 0;
  for (const found of text.matchAll(/\$(?:\$|\{([^}]*)\}|([0-9A-Za-z_]+))/g)) {
    pieces.push(encode(text.slice(last, found.index)));
    const group = found[1] ?? found[2];
    pieces.push(group === undefined ? encode("$") : { group });
    last = found.index + found[0].length;
  }
  pieces.push(encode(text.slice(last)));
  return (captures, bytes) =>
    Buffer.concat(pieces.map((piece) => (piece instanceof Uint8Array ? piece : groupOf(piece.group, captures, bytes))));
}

/** A group that took no part, or that there is not, is empty. */
function groupOf(name: string, captures: Captures, bytes: Uint8Array): Uint8Array {
  const number = /^\d+$/.test(name) ? Number(name) : captures.names?.[name];
  const group = number === undefined ? undefined : captures.groups[number];
  return group ? bytes.subarray(group.start, group.end) : new Uint8Array();
}
