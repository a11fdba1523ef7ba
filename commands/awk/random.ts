// rand and srand: the same numbers in every run unless a program seeds with the time.

export class Random {
  #seed = 0;
  #state = 1;

  /** At least 0 and below 1. */
  next(): number {
    // Mulberry32, twice for 53 bits.
    const high = this.#bits() >>> 5;
    const low = this.#bits() >>> 6;
    return (high * 67_108_864 + low) / 9_007_199_254_740_992;
  }

  /** Gives the seed before. */
  seed(value: number): number {
    const before = this.#seed;
    this.#seed = Math.trunc(value);
    this.#state = this.#seed | 0;
    // Neighbouring seeds must not begin alike.
    for (let i = 0; i < 4; i += 1) this.#bits();
    return before;
  }

  #bits(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}
