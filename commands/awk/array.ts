// Associative arrays. Small whole numbers are kept as numbers and come first in order; other keys keep the order in which
// they came. There is no hash order as in other awks.
import { AwkError, compareText, type Value } from "./value.ts";

/** A whole number from 0 to 999,999,999, or any other text. */
export type Key = string | number;

/** Elements that one array may have: beyond it the memory of the whole shell is in danger. */
const SIZE_LIMIT = 8_000_000;

/** What an element is: a place that a program may change while it holds it. */
export class Cell {
  value: Value = undefined;
}

export class AwkArray {
  /** Elements 0, 1, 2, ... that came in order, as most lists do. */
  #list: (Cell | undefined)[] = [];
  #listed = 0;
  readonly #others = new Map<Key, Cell>();
  /** How many of the others have numbers as keys. */
  #numbers = 0;

  get size(): number {
    return this.#listed + this.#others.size;
  }

  /** The element, made when it is not there: referring to an element makes it. */
  cell(key: Key): Cell {
    if (typeof key === "number") return this.#numbered(key);
    const known = this.#others.get(key);
    if (known !== undefined) return known;
    if (this.size >= SIZE_LIMIT) tooLarge();
    const made = new Cell();
    // A piece of a block of input would keep the whole block alive.
    this.#others.set(key.length > 12 ? ownCopy(key) : key, made);
    return made;
  }

  peek(key: Key): Value {
    return this.#find(key)?.value;
  }

  has(key: Key): boolean {
    return this.#find(key) !== undefined;
  }

  set(key: Key, value: Value): void {
    this.cell(key).value = value;
  }

  delete(key: Key): void {
    if (typeof key === "number" && this.#list[key] !== undefined) {
      this.#list[key] = undefined;
      this.#listed -= 1;
      if (this.#listed === 0) this.#list = [];
    } else if (this.#others.delete(key) && typeof key === "number") this.#numbers -= 1;
  }

  clear(): void {
    this.#list = [];
    this.#listed = 0;
    this.#others.clear();
    this.#numbers = 0;
  }

  /** Small whole numbers in ascending order, then all others as they came. */
  keys(): Key[] {
    const keys: Key[] = [];
    const list = this.#list;
    for (let i = 0; i < list.length; i += 1) if (list[i] !== undefined) keys.push(i);
    if (this.#numbers > 0) {
      for (const key of this.#others.keys()) if (typeof key === "number") keys.push(key);
      keys.sort((a, b) => Number(a) - Number(b));
    }
    for (const key of this.#others.keys()) if (typeof key !== "number") keys.push(key);
    return keys;
  }

  #find(key: Key): Cell | undefined {
    if (typeof key === "number" && key < this.#list.length) return this.#list[key] ?? this.#others.get(key);
    return this.#others.get(key);
  }

  #numbered(key: number): Cell {
    const list = this.#list;
    let known = key < list.length ? list[key] : undefined;
    if (known !== undefined) return known;
    if (this.#numbers > 0) {
      known = this.#others.get(key);
      if (known !== undefined) return known;
    }
    if (this.size >= SIZE_LIMIT) tooLarge();
    const made = new Cell();
    // Lists begin at 0 or at 1.
    if (key > list.length + (list.length === 0 ? 1 : 0)) {
      this.#others.set(key, made);
      this.#numbers += 1;
      return made;
    }
    if (key > list.length) list.push(undefined);
    if (key === list.length) list.push(made);
    else list[key] = made;
    this.#listed += 1;
    return made;
  }
}

function tooLarge(): never {
  throw new AwkError(`an array has more than ${SIZE_LIMIT} elements`, "delete what is done with");
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
