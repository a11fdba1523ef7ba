// Numbers of bc: an integer of any size and how many of its digits stand after the point. Results are truncated.

export interface Num {
  readonly digits: bigint;
  readonly scale: number;
}

export const ZERO: Num = { digits: 0n, scale: 0 };
export const ONE: Num = { digits: 1n, scale: 0 };

export function tens(count: number): bigint {
  return 10n ** BigInt(count);
}

export function rescale({ digits, scale }: Num, to: number): Num {
  return { digits: to >= scale ? digits * tens(to - scale) : digits / tens(scale - to), scale: to };
}

export function add(a: Num, b: Num): Num {
  const scale = Math.max(a.scale, b.scale);
  return { digits: rescale(a, scale).digits + rescale(b, scale).digits, scale };
}

export function negate(a: Num): Num {
  return { digits: -a.digits, scale: a.scale };
}

export function subtract(a: Num, b: Num): Num {
  return add(a, negate(b));
}

export function multiply(a: Num, b: Num, scale: number): Num {
  const product = { digits: a.digits * b.digits, scale: a.scale + b.scale };
  return rescale(product, Math.min(product.scale, Math.max(scale, a.scale, b.scale)));
}

/** The divisor is not zero. */
export function divide(a: Num, b: Num, scale: number): Num {
  const power = scale + b.scale - a.scale;
  const [above, below] = power >= 0 ? [a.digits * tens(power), b.digits] : [a.digits, b.digits * tens(-power)];
  return { digits: above / below, scale };
}

export function remainder(a: Num, b: Num, scale: number): Num {
  const left = Math.max(a.scale, b.scale + scale);
  const quotient = divide(a, b, scale);
  return rescale(subtract(a, { digits: quotient.digits * b.digits, scale: quotient.scale + b.scale }), left);
}

export function power(a: Num, exponent: bigint, scale: number): Num {
  if (exponent === 0n) return ONE;
  const size = exponent < 0n ? -exponent : exponent;
  const raised = { digits: a.digits ** size, scale: a.scale * Number(size) };
  if (exponent < 0n) return divide(ONE, raised, scale);
  return rescale(raised, Math.min(raised.scale, Math.max(scale, a.scale)));
}

export function squareRoot(a: Num, scale: number): Num {
  const to = Math.max(scale, a.scale);
  return { digits: integerRoot(rescale(a, to * 2).digits), scale: to };
}

function integerRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let guess = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

export function compare(a: Num, b: Num): number {
  const { digits } = subtract(a, b);
  return digits < 0n ? -1 : digits > 0n ? 1 : 0;
}

/** Digits above the base count as the highest of it, but a lone one for itself. */
export function parse(text: string, base: number): Num {
  const [whole = "", fraction = ""] = text.split(".");
  const value = (letter: string): number => Number.parseInt(letter, 36);
  const only = whole.length === 1 && fraction === "";
  const digit = (letter: string): bigint => BigInt(only ? value(letter) : Math.min(value(letter), base - 1));
  if (base === 10 && !/[A-Z]/.test(text))
    return { digits: BigInt(`${whole}${fraction}` || "0"), scale: fraction.length };
  const join = (letters: string): bigint =>
    Array.from(letters).reduce((sum, letter) => sum * BigInt(base) + digit(letter), 0n);
  const scale = fraction.length;
  const part = scale === 0 ? 0n : (join(fraction) * tens(scale)) / BigInt(base) ** BigInt(scale);
  return { digits: join(whole) * tens(scale) + part, scale };
}

export function show(a: Num, base: number): string {
  const sign = a.digits < 0n ? "-" : "";
  const size = a.digits < 0n ? -a.digits : a.digits;
  const unit = tens(a.scale);
  const [whole, fraction] = [size / unit, size % unit];
  if (base === 10) {
    if (size === 0n) return "0";
    const text = a.scale === 0 ? "" : `.${fraction.toString().padStart(a.scale, "0")}`;
    return `${sign}${whole === 0n && text !== "" ? "" : whole}${text}`;
  }
  const wide = String(base - 1).length;
  const digit = (value: number): string =>
    base <= 16 ? value.toString(16).toUpperCase() : ` ${String(value).padStart(wide, "0")}`;
  let text = "";
  for (let left = whole; left > 0n; left /= BigInt(base)) text = digit(Number(left % BigInt(base))) + text;
  if (a.scale > 0) {
    text += ".";
    // As many digits as tell the decimal ones apart.
    let rest = fraction;
    for (let reach = 1n; reach < unit; reach *= BigInt(base)) {
      rest *= BigInt(base);
      text += digit(Number(rest / unit));
      rest %= unit;
    }
  }
  return size === 0n ? "0" : sign + text;
}
