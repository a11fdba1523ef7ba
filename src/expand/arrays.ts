// Values of array variables. They hold text and order; subscripts are evaluated elsewhere.
import { encode } from "../bytes/text.ts";

/** A sparse array: indices need not be contiguous, and iteration goes in ascending order. */
export class IndexedArray {
  #elements: Map<number, string>;
  #last = -1;
  #sorted = true;

  constructor(values: Iterable<string> = []) {
    this.#elements = new Map();
    for (const value of values) this.push(value);
  }

  get size(): number {
    return this.#elements.size;
  }

  /** The index after the highest one; negative subscripts count back from here. */
  get end(): number {
    return this.#last + 1;
  }

  get(index: number): string | undefined {
    return this.#elements.get(index < 0 ? index + this.end : index);
  }

  /** Sets an element; false where a negative index reaches before the start. */
  set(index: number, value: string): boolean {
    const at = index < 0 ? index + this.end : index;
    if (at < 0) return false;
    if (at > this.#last) this.#last = at;
    else if (!this.#elements.has(at)) this.#sorted = false;
    this.#elements.set(at, value);
    return true;
  }

  push(value: string): void {
    this.set(this.end, value);
  }

  delete(index: number): boolean {
    const at = index < 0 ? index + this.end : index;
    if (!this.#elements.delete(at)) return false;
    if (at === this.#last) this.#last = this.indices().at(-1) ?? -1;
    return true;
  }

  indices(): number[] {
    this.#sort();
    return [...this.#elements.keys()];
  }

  values(): string[] {
    this.#sort();
    return [...this.#elements.values()];
  }

  copy(): IndexedArray {
    const copy = new IndexedArray();
    copy.#elements = new Map(this.#elements);
    copy.#last = this.#last;
    copy.#sorted = this.#sorted;
    return copy;
  }

  #sort(): void {
    if (this.#sorted) return;
    this.#elements = new Map([...this.#elements].sort(([a], [b]) => a - b));
    this.#sorted = true;
  }
}

/** A map from text to text, iterated in the order of bash's hash table, so that loops over keys print what bash does. */
export class AssociativeArray {
  readonly #elements: Map<string, string>;
  #keys: string[] | undefined;

  constructor(entries: Iterable<readonly [string, string]> = []) {
    this.#elements = new Map(entries);
  }

  get size(): number {
    return this.#elements.size;
  }

  get(key: string): string | undefined {
    return this.#elements.get(key);
  }

  set(key: string, value: string): void {
    if (!this.#elements.has(key)) this.#keys = undefined;
    this.#elements.set(key, value);
  }

  delete(key: string): boolean {
    this.#keys = undefined;
    return this.#elements.delete(key);
  }

  keys(): string[] {
    this.#keys ??= inBucketOrder([...this.#elements.keys()]);
    return [...this.#keys];
  }

  values(): string[] {
    return this.keys().map((key) => this.#elements.get(key) ?? "");
  }

  copy(): AssociativeArray {
    return new AssociativeArray(this.#elements);
  }
}

/** Buckets of a new table in bash 5.2; it grows fourfold at two entries a bucket. */
const BUCKETS = 1024;

/** By bucket, the newest key first within one: how bash 5.2 walks its table. */
function inBucketOrder(keys: string[]): string[] {
  let buckets = BUCKETS;
  while (keys.length > buckets * 2) buckets *= 4;
  const rows = keys.map((key, age) => ({ key, age, bucket: fnv1(encode(key)) & (buckets - 1) }));
  rows.sort((a, b) => a.bucket - b.bucket || b.age - a.age);
  return rows.map((row) => row.key);
}

/** 32-bit FNV-1 over signed bytes. */
function fnv1(bytes: Uint8Array): number {
  let hash = 2166136261;
  for (const byte of bytes) hash = Math.imul(hash, 16777619) ^ ((byte << 24) >> 24);
  return hash >>> 0;
}
