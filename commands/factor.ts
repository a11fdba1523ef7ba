// factor: prime factors of numbers of any size, by trial division and Pollard's rho with Miller and Rabin's test.
import { type Context, decode, defineCommand, PURE, Writer, z } from "../src/plugin.ts";
import { eachLine } from "./input.ts";

export const factor = defineCommand({
  name: "factor",
  summary: "Print the prime factors of numbers",
  args: () => ({ numbers: z.array(z.string()).default([]) }),
  cli: {
    numbers: { positional: true, placeholder: "number" },
  },
  readsStdin: true,
  examples: [
    { does: "one number", run: "factor 60", prints: "60: 2 2 3 5\n" },
    { does: "numbers from stdin", run: "echo 7 8 | factor", prints: "7: 7\n8: 2 2 2\n" },
  ],
  effects: () => PURE,
  async run({ numbers }, io, ctx) {
    const out = new Writer(io.stdout);
    let status = 0;
    const print = async (word: string): Promise<void> => {
      if (!/^\+?\d+$/.test(word)) {
        await out.flush();
        await io.diagnose(`'${word}' is not a valid positive integer`);
        status = 1;
        return;
      }
      const value = BigInt(word.replace("+", ""));
      const factors = (await factorsOf(value, ctx)).map(String);
      out.text(`${value}:${factors.map((text) => ` ${text}`).join("")}\n`);
    };
    if (numbers.length > 0) for (const word of numbers) await print(word);
    else {
      const words: string[] = [];
      await eachLine(io.stdin, out, (bytes, start, end) => {
        words.push(
          ...decode(bytes.subarray(start, end))
            .split(/[ \t]+/)
            .filter((word) => word !== ""),
        );
      });
      for (const word of words) await print(word);
    }
    await out.flush();
    return status;
  },
});

/** Trial divisors end here; beyond it Pollard's rho is faster. */
const TRIED = 100_000n;

async function factorsOf(given: bigint, ctx: Context): Promise<bigint[]> {
  const factors: bigint[] = [];
  let rest = given;
  for (let prime = 2n; prime * prime <= rest && prime < TRIED; prime += prime === 2n ? 1n : 2n) {
    for (; rest % prime === 0n; rest /= prime) factors.push(prime);
  }
  const parts = rest > 1n ? [rest] : [];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (part < TRIED * TRIED || isPrime(part)) factors.push(part);
    else {
      const found = await divisorOf(part, ctx);
      parts.push(found, part / found);
    }
  }
  return factors.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base % modulus;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** Miller and Rabin's test with the first primes as bases: exact below 3.3e24, beyond it as good as sure. */
function isPrime(value: bigint): boolean {
  let odd = value - 1n;
  let twos = 0;
  for (; odd % 2n === 0n; odd /= 2n) twos += 1;
  return [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n].every((base) => {
    let x = power(base, odd, value);
    if (x === 1n || x === value - 1n) return true;
    for (let round = 1; round < twos; round += 1) {
      x = (x * x) % value;
      if (x === value - 1n) return true;
    }
    return false;
  });
}

async function divisorOf(value: bigint, ctx: Context): Promise<bigint> {
  for (let shift = 1n; ; shift += 1n) {
    let [slow, fast, found] = [2n, 2n, 1n];
    const step = (x: bigint): bigint => (x * x + shift) % value;
    while (found === 1n) {
      let product = 1n;
      const [slowBefore, fastBefore] = [slow, fast];
      for (let round = 0; round < 100; round += 1) {
        slow = step(slow);
        fast = step(step(fast));
        product = (product * (slow > fast ? slow - fast : fast - slow)) % value;
      }
      found = gcd(product, value);
      if (found === value) {
        [slow, fast, found] = [slowBefore, fastBefore, 1n];
        while (found === 1n) {
          slow = step(slow);
          fast = step(step(fast));
          found = gcd(slow > fast ? slow - fast : fast - slow, value);
        }
      }
      const rest = ctx.pause();
      if (rest) await rest;
    }
    if (found !== value) return found;
  }
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}
