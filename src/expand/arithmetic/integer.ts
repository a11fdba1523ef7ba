// 64-bit two's complement arithmetic. A value is a plain number while it is a safe integer, which is nearly always and
// many times faster, and a bigint beyond; every operation gives the form that fits.

export type Integer = number | bigint;

export type Binary = (a: Integer, b: Integer) => Integer;

const LOWEST = -(2n ** 63n);

/** Wraps around as a C `intmax_t` does. */
export function wrap(value: bigint): Integer {
  const wrapped = BigInt.asIntN(64, value);
  const small = Number(wrapped);
  return Number.isSafeInteger(small) ? small : wrapped;
}

/** Decimal digits to an integer, wrapping around; a chunk at a time, so that time is linear. */
export function fromDecimal(digits: string): Integer {
  if (digits.length <= 15) return Number(digits);
  let value = 0n;
  for (let at = 0; at < digits.length; at += 15) {
    const chunk = digits.slice(at, at + 15);
    value = BigInt.asIntN(64, value * 10n ** BigInt(chunk.length) + BigInt(chunk));
  }
  return wrap(value);
}

export function isZero(value: Integer): boolean {
  return value === 0 || value === 0n;
}

export function negate(value: Integer): Integer {
  return typeof value === "number" ? 0 - value : wrap(-value);
}

export function complement(value: Integer): Integer {
  return typeof value === "number" ? -1 - value : wrap(~value);
}

export const add: Binary = (a, b) => {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return wrap(BigInt(a) + BigInt(b));
};

export const subtract: Binary = (a, b) => {
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return wrap(BigInt(a) - BigInt(b));
};

export const multiply: Binary = (a, b) => {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    if (Number.isSafeInteger(product)) return product + 0;
  }
  return wrap(BigInt(a) * BigInt(b));
};

/** Towards zero. The caller has refused a divisor of 0. */
export const divide: Binary = (a, b) =>
  typeof a === "number" && typeof b === "number" ? Math.trunc(a / b) + 0 : wrap(BigInt(a) / BigInt(b));

/** The sign follows the dividend; the lowest integer by -1 is 0, where C traps. */
export const remainder: Binary = (a, b) =>
  typeof a === "number" && typeof b === "number"
    ? (a % b) + 0
    : a === LOWEST && b === -1
      ? 0
      : wrap(BigInt(a) % BigInt(b));

/** By squaring, wrapping at each step. The caller has refused a negative exponent. */
export const power: Binary = (a, b) => {
  let base = BigInt(a);
  let result = 1n;
  for (let exponent = BigInt(b); exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = BigInt.asIntN(64, result * base);
    base = BigInt.asIntN(64, base * base);
  }
  return wrap(result);
};

/** The count is taken modulo 64, as x86-64 and bash there do. */
export const shiftLeft: Binary = (a, b) => wrap(BigInt(a) << (BigInt(b) & 63n));

export const shiftRight: Binary = (a, b) => wrap(BigInt(a) >> (BigInt(b) & 63n));

export const and: Binary = (a, b) => (isInt32(a) && isInt32(b) ? Number(a) & Number(b) : wrap(BigInt(a) & BigInt(b)));

export const or: Binary = (a, b) => (isInt32(a) && isInt32(b) ? Number(a) | Number(b) : wrap(BigInt(a) | BigInt(b)));

export const xor: Binary = (a, b) => (isInt32(a) && isInt32(b) ? Number(a) ^ Number(b) : wrap(BigInt(a) ^ BigInt(b)));

function isInt32(value: Integer): boolean {
  return typeof value === "number" && (value | 0) === value;
}
