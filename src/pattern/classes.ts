/**
 * The named character classes: POSIX's as the C library defines them for C.UTF-8, and Perl's, which are ASCII only
 * unless Unicode properties are asked for by name.
 */
import { type CharSet, fromPairs, fromTable, negate, type Ranges, union } from "./charset.ts";
import { property } from "./unicode.ts";

const ASCII: Record<string, Ranges> = {
  alpha: [0x41, 0x5a, 0x61, 0x7a],
  digit: [0x30, 0x39],
  alnum: [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a],
  upper: [0x41, 0x5a],
  lower: [0x61, 0x7a],
  space: [0x09, 0x0d, 0x20, 0x20],
  blank: [0x09, 0x09, 0x20, 0x20],
  punct: [0x21, 0x2f, 0x3a, 0x40, 0x5b, 0x60, 0x7b, 0x7e],
  print: [0x20, 0x7e],
  graph: [0x21, 0x7e],
  cntrl: [0, 0x1f, 0x7f, 0x7f],
  xdigit: [0x30, 0x39, 0x41, 0x46, 0x61, 0x66],
  word: [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a],
};

const NO_BREAK_SPACES = fromPairs([0xa0, 0xa0, 0x2007, 0x2007, 0x202f, 0x202f]);

/** The members beyond ASCII, after glibc's gen_unicode_ctype rules. */
const WIDE: Record<string, () => CharSet> = {
  alpha: () => union([named("Alphabetic"), named("Nd")]),
  alnum: () => union([named("Alphabetic"), named("Nd")]),
  word: () => union([named("Alphabetic"), named("Nd")]),
  upper: () => named("Uppercase"),
  lower: () => named("Lowercase"),
  space: () => union([except(named("Zs"), NO_BREAK_SPACES), named("Zl"), named("Zp")]),
  blank: () => except(named("Zs"), NO_BREAK_SPACES),
  print: () => except(named("Assigned"), union([named("Zl"), named("Zp"), named("Cc"), named("Cs")])),
  graph: () => except(wideClass("print"), wideClass("space")),
  punct: () => except(wideClass("graph"), wideClass("alnum")),
  cntrl: () => union([named("Cc"), named("Zl"), named("Zp")]),
};

/** The class of that name in C.UTF-8, `word` being letters, digits and `_`; undefined for an unknown name. */
export function posixClass(name: string): CharSet | undefined {
  const known = posixClasses.get(name);
  if (known !== undefined) return known;
  const made = makePosixClass(name);
  if (made !== undefined) posixClasses.set(name, made);
  return made;
}

/** The sets are immutable and their tables large, so each is made once. */
const posixClasses = new Map<string, CharSet>();

function makePosixClass(name: string): CharSet | undefined {
  const ascii = Object.hasOwn(ASCII, name) ? ASCII[name] : undefined;
  if (ascii === undefined) return undefined;
  const wide = WIDE[name];
  return wide === undefined ? { ascii } : fromTable(ascii, () => wide().wide?.() ?? []);
}

export function asciiClass(name: string): CharSet | undefined {
  const ascii = Object.hasOwn(ASCII, name) ? ASCII[name] : undefined;
  return ascii === undefined ? undefined : { ascii };
}

/** The property `\p{name}` with Perl's shorthands; undefined when there is none of that name. */
export function unicodeProperty(name: string): CharSet | undefined {
  const plain = name.replaceAll(/[ _-]/g, "").toLowerCase();
  if (plain === "any") return fromPairs([0, 0xd7ff, 0xe000, 0x10ffff]);
  if (plain === "l&") return union([named("Lu"), named("Ll"), named("Lt")]);
  if (plain === "xan" || plain === "xwd") {
    return union([named("L"), named("N"), fromPairs(plain === "xwd" ? [0x5f, 0x5f] : [])]);
  }
  if (plain === "xsp" || plain === "xps") return named("White_Space");
  for (const form of [name, `Script=${name}`, `Script=${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()}`]) {
    const ranges = property(form);
    if (ranges !== undefined) return fromPairs(ranges);
  }
  return undefined;
}

function wideClass(name: string): CharSet {
  return WIDE[name]?.() ?? { ascii: [] };
}

function named(name: string): CharSet {
  return fromPairs(property(name) ?? []);
}

function except(set: CharSet, removed: CharSet): CharSet {
  return negate(union([negate(set), removed]));
}
