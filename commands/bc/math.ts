// The functions of bc -l by their series, with digits to spare, truncated to the scale.
import { add, compare, divide, multiply, type Num, negate, ONE, rescale, subtract, tens, ZERO } from "./number.ts";

/** Digits beyond the scale that are worked with. */
const SPARE = 12;

export function exponential(x: Num, scale: number): Num {
  const size = Math.max(0, Number(x.digits / tens(x.scale)));
  const work = scale + SPARE + Math.ceil(size * 0.44);
  let halvings = 0;
  let small = rescale(x, work);
  for (; abs(small) > tens(work) / 4n; halvings += 1) small = { digits: small.digits / 2n, scale: work };
  // Each squaring loses a bit.
  const result = sum(ONE, work, (term, n) => ({
    digits: (term.digits * small.digits) / tens(work) / BigInt(n),
    scale: work,
  }));
  let power = result;
  for (; halvings > 0; halvings -= 1) power = { digits: (power.digits * power.digits) / tens(work), scale: work };
  return rescale(power, scale);
}

export function logarithm(x: Num, scale: number): Num {
  if (x.digits <= 0n) return { digits: (1n - tens(scale)) * tens(scale), scale };
  const work = scale + SPARE;
  const value = rescale(x, Math.max(work, x.scale) + 4);
  const precision = value.scale;
  const unit = tens(precision);
  let twos = 0n;
  let digits = value.digits;
  for (; digits > (unit * 4n) / 3n; twos += 1n) digits /= 2n;
  for (; digits < (unit * 2n) / 3n; twos -= 1n) digits *= 2n;
  const near = atanh(((digits - unit) * unit) / (digits + unit), unit) * 2n;
  const two = atanh(unit / 3n, unit) * 2n;
  return rescale({ digits: near + two * twos, scale: precision }, scale);
}

function atanh(x: bigint, unit: bigint): bigint {
  const square = (x * x) / unit;
  let [total, power] = [0n, x];
  for (let n = 1n; power !== 0n; n += 2n) {
    total += power / n;
    power = (power * square) / unit;
  }
  return total;
}

export function sine(x: Num, scale: number): Num {
  const work = scale + SPARE + x.digits.toString().length;
  const half = multiply(arctangent(ONE, work), { digits: 2n, scale: 0 }, work);
  const turns = divide(
    add(
      x,
      x.digits < 0n
        ? negate(divide(half, { digits: 2n, scale: 0 }, work))
        : divide(half, { digits: 2n, scale: 0 }, work),
    ),
    half,
    0,
  );
  const left = rescale(subtract(x, multiply(half, turns, work)), work);
  const quarter = ((turns.digits % 4n) + 4n) % 4n;
  const value = quarter % 2n === 0n ? series(left, work, 1) : series(left, work, 0);
  return rescale(quarter < 2n ? value : negate(value), scale);
}

export function cosine(x: Num, scale: number): Num {
  if (x.digits === 0n) return rescale(ONE, scale);
  const work = scale + SPARE;
  const half = multiply(arctangent(ONE, work), { digits: 2n, scale: 0 }, work);
  return sine(add(x, half), scale);
}

/** sin for `first` 1, cos for 0. */
function series(x: Num, work: number, first: 0 | 1): Num {
  const unit = tens(work);
  const square = (x.digits * x.digits) / unit;
  let term = first === 1 ? x.digits : unit;
  let total = 0n;
  for (let n = BigInt(first); term !== 0n; n += 2n) {
    total += term;
    term = (-term * square) / unit / ((n + 1n) * (n + 2n));
  }
  return { digits: total, scale: work };
}

export function arctangent(x: Num, scale: number): Num {
  const work = scale + SPARE;
  const unit = tens(work);
  if (compare(x, ONE) === 0) {
    // Machin's formula.
    return rescale({ digits: 4n * arc(unit / 5n, unit) - arc(unit / 239n, unit), scale: work }, scale);
  }
  if (abs(x) > tens(x.scale)) {
    const quarter = arctangent(ONE, work);
    const half = { digits: quarter.digits * 2n, scale: work };
    const inverse = arctangent(divide(ONE, x, work), work);
    return rescale(subtract(x.digits < 0n ? negate(half) : half, inverse), scale);
  }
  let value = rescale(x, work).digits;
  let doubled = 1n;
  // atan x = 2 atan(x / (1 + sqrt(1 + x^2)))
  for (; value * value * 25n > unit * unit; doubled *= 2n)
    value = (value * unit) / (unit + root(unit * unit + value * value));
  return rescale({ digits: arc(value, unit) * doubled, scale: work }, scale);
}

function arc(x: bigint, unit: bigint): bigint {
  const square = (x * x) / unit;
  let [total, power] = [0n, x];
  for (let n = 1n; power !== 0n; n += 2n) {
    total += power / n;
    power = (-power * square) / unit;
  }
  return total;
}

function root(value: bigint): bigint {
  let guess = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

function sum(first: Num, work: number, next: (term: Num, n: number) => Num): Num {
  let term = rescale(first, work);
  let total = ZERO;
  for (let n = 1; term.digits !== 0n; n += 1) {
    total = add(total, term);
    term = next(term, n);
  }
  return total;
}

function abs({ digits }: Num): bigint {
  return digits < 0n ? -digits : digits;
}
