// Lengths and slices. Text is counted in characters (code points; an undecodable byte is one), lists in elements.
import type { Arithmetic, ParameterOperation } from "../../syntax/tree.ts";
import { IndexedArray } from "../arrays.ts";
import { type Environment, ExpansionError } from "../environment.ts";
import { chain, type Maybe } from "../maybe.ts";
import type { Walk } from "../walk.ts";
import type { Found, Target } from "./target.ts";

type Slice = Extract<ParameterOperation, { kind: "slice" }>;

const SURROGATE = /[\ud800-\udfff]/;

export function lengthOf(found: Found): string {
  if (found === undefined) return "0";
  if (typeof found === "object") return String(found.list.length);
  return String(SURROGATE.test(found) ? Array.from(found).length : found.length);
}

/** `${x:offset:length}`: for text by characters, for `$@` by number with `$0` at 0, for arrays by index. */
export function slice(operation: Slice, target: Target, found: Found, env: Environment, walk: Walk): Maybe<Found> {
  return chain(walk.integer(operation.offset, env), (offset) => {
    const { length } = operation;
    if (length === undefined) return cut(Number(offset), undefined, undefined, target, found, env);
    return chain(walk.integer(length, env), (count) => cut(Number(offset), Number(count), length, target, found, env));
  });
}

function cut(
  offset: number,
  length: number | undefined,
  node: Arithmetic | undefined,
  target: Target,
  found: Found,
  env: Environment,
): Found {
  if (found === undefined) return undefined;
  if (typeof found === "string") return cutText(found, offset, length, node);
  const { list, star } = found;
  const start = listStart(target, list.length, offset, env);
  const values = isPositional(target) ? [env.name, ...list] : list;
  if (start === undefined || start >= values.length) return { list: [], star };
  if (length !== undefined && length < 0) throw negative(length, node);
  return { list: values.slice(start, length === undefined ? undefined : start + length), star };
}

/** Where in the list a slice begins: arrays may have holes, so the offset is an index and not a count. */
function listStart(target: Target, count: number, offset: number, env: Environment): number | undefined {
  if (isPositional(target)) return fromEnd(offset, count + 1);
  const array = env.variable(target.name)?.value;
  if (!(array instanceof IndexedArray)) return fromEnd(offset, count);
  const index = fromEnd(offset, array.end);
  if (index === undefined) return undefined;
  const at = array.indices().findIndex((candidate) => candidate >= index);
  return at < 0 ? undefined : at;
}

function isPositional(target: Target): boolean {
  return target.name === "@" || target.name === "*";
}

function fromEnd(offset: number, size: number): number | undefined {
  const start = offset < 0 ? offset + size : offset;
  return start < 0 ? undefined : start;
}

function cutText(text: string, offset: number, length: number | undefined, node: Arithmetic | undefined): string {
  const characters = SURROGATE.test(text) ? Array.from(text) : undefined;
  const size = characters?.length ?? text.length;
  const start = fromEnd(offset, size);
  if (start === undefined || start > size) return "";
  const end = length === undefined ? size : length < 0 ? size + length : Math.min(size, start + length);
  if (end < start) throw negative(length ?? 0, node);
  return characters === undefined ? text.slice(start, end) : characters.slice(start, end).join("");
}

function negative(length: number, node: Arithmetic | undefined): ExpansionError {
  return new ExpansionError(`${node?.literal?.trim() ?? length}: substring expression < 0`);
}
