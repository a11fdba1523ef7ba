// One line of a list of checksums: written, and read back in any of the forms that GNU's tools take.
import type { Algorithm } from "./algorithms.ts";

export interface Line {
  readonly name: string;
  readonly digest: string;
}

export interface LineStyle {
  readonly tagged: boolean;
  readonly binary: boolean;
  /** The line ends with NUL, and nothing is escaped. */
  readonly zero: boolean;
}

/** `bytes` of the digest decide what the tag says: `BLAKE2b-256`. */
export function formatLine({ name, digest }: Line, algorithm: Algorithm, style: LineStyle): string {
  const escaped = style.zero ? name : escapeName(name);
  const lead = escaped === name ? "" : "\\";
  const end = style.zero ? "\0" : "\n";
  const bits = digest.length * 4;
  const tag = bits === algorithm.bytes * 8 ? algorithm.tag : `${algorithm.tag}-${bits}`;
  if (style.tagged) return `${lead}${tag} (${escaped}) = ${digest}${end}`;
  return `${lead}${digest} ${style.binary ? "*" : " "}${escaped}${end}`;
}

/** How a name stands in a report: with a backslash before it where it had to be escaped. */
export function reportedName(name: string): string {
  return name.includes("\n") ? `\\${escapeName(name)}` : name;
}

/** What a line says of which algorithm, or undefined. Only `untagged` may lack a tag. */
export function parseLine(
  text: string,
  algorithms: readonly Algorithm[],
  untagged: Algorithm | undefined,
): (Line & { readonly algorithm: Algorithm }) | undefined {
  const trimmed = text.replace(/^[ \t]+/, "");
  const escaped = trimmed.startsWith("\\");
  const line = escaped ? trimmed.slice(1) : trimmed;
  for (const algorithm of algorithms) {
    const found = taggedLine(line, algorithm);
    if (found) return named(found, escaped, algorithm);
  }
  const plain = /^([0-9a-fA-F]+)(?: [ *]?|\t)([\s\S]+)$/.exec(line);
  if (!untagged || !plain) return undefined;
  const [, digest = "", name = ""] = plain;
  return fits(digest, untagged) ? named({ name, digest }, escaped, untagged) : undefined;
}

function taggedLine(line: string, algorithm: Algorithm): Line | undefined {
  if (!line.startsWith(algorithm.tag)) return undefined;
  const rest = /^(-\d+)? ?\(([\s\S]*)\)[ \t]*=[ \t]*([0-9a-fA-F]+)$/.exec(line.slice(algorithm.tag.length));
  if (!rest) return undefined;
  const [, bits, name = "", digest = ""] = rest;
  if (bits === undefined ? digest.length !== algorithm.bytes * 2 : digest.length * 4 !== -Number(bits))
    return undefined;
  return fits(digest, algorithm) ? { name, digest } : undefined;
}

function fits(digest: string, algorithm: Algorithm): boolean {
  if (!algorithm.variable) return digest.length === algorithm.bytes * 2;
  return digest.length % 2 === 0 && digest.length <= algorithm.bytes * 2;
}

function named(line: Line, escaped: boolean, algorithm: Algorithm): (Line & { algorithm: Algorithm }) | undefined {
  const name = escaped ? unescapeName(line.name) : line.name;
  return name === undefined ? undefined : { name, digest: line.digest.toLowerCase(), algorithm };
}

function escapeName(name: string): string {
  return name.replace(/[\\\n\r]/g, (char) => (char === "\n" ? "\\n" : char === "\r" ? "\\r" : "\\\\"));
}

/** Undefined where a backslash is followed by anything else. */
function unescapeName(name: string): string | undefined {
  if (/\\(?![\\nr])/.test(name.replaceAll("\\\\", ""))) return undefined;
  return name.replace(/\\([\\nr])/g, (_, letter) => (letter === "n" ? "\n" : letter === "r" ? "\r" : "\\"));
}
