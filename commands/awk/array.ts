// Associative arrays. Keys keep the order in which they came, and small whole numbers are kept as numbers; there is no
// hash order as in other awks.
import { compareText, type Value } from "./value.ts";

/** A whole number from 0 to 999,999,999, or any other text. */
export type Key = string | number;

/** What an element is: a place that a program may change while it holds it. */
export class Cell {
  value: Value = undefined;
}

export class AwkArray {
  readonly cells = new Map<Key, Cell>();
  /** Called when a program changes an element of an array that means something (ENVIRON does not, PROCINFO does not). */

  get size(): number {
    return this.cells.size;
  }

  /** The element, made when it is not there: referring to an element makes it. */
  cell(key: Key): Cell {
    const known = this.cells.get(key);
    if (known !== undefined) return known;
    const made = new Cell();
    // A piece of a block of input would keep the whole block alive.
    this.cells.set(typeof key === "string" && key.length > 12 ? ownCopy(key) : key, made);
    return made;
  }

  peek(key: Key): Value {
    return this.cells.get(key)?.value;
  }

  has(key: Key): boolean {
    return this.cells.has(key);
  }

  set(key: Key, value: Value): void {
    this.cell(key).value = value;
  }

  delete(key: Key): void {
    this.cells.delete(key);
  }

  clear(): void {
    this.cells.clear();
  }

  /** Keys as they came; ascending when all are small whole numbers. */
  keys(): Key[] {
    const keys = [...this.cells.keys()];
    let ascending = true;
    let last = -1;
    for (const key of keys) {
      if (typeof key !== "number") return keys;
      if (key < last) ascending = false;
      last = key;
    }
    return ascending ? keys : keys.sort((a, b) => Number(a) - Number(b));
  }
}

/** A string that shares no memory with another. */
export function ownCopy(text: string): string {
  return ` ${text}`.slice(1);
}

/** The key of a subscript's text. */
export function textKey(text: string): Key {
  const first = text.charCodeAt(0);
  if (!(first >= 48 && first <= 57) || text.length > 9) return text;
  if (first === 48) return text.length === 1 ? 0 : text;
  let value = 0;
  for (let i = 0; i < text.length; i += 1) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return text;
    value = value * 10 + digit;
  }
  return value;
}

export function keyText(key: Key): string {
  return typeof key === "number" ? `${key}` : key;
}

export function compareKeys(a: Key, b: Key): number {
  return compareText(keyText(a), keyText(b));
}
