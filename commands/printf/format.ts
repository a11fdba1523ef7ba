// Takes a printf format apart once, so that it can be used again for every round of arguments.
import { CommandError, encode } from "../../src/plugin.ts";
import { expandEscapes } from "../escapes.ts";

export interface Directive {
  readonly minus: boolean;
  readonly plus: boolean;
  readonly blank: boolean;
  readonly zero: boolean;
  readonly alternate: boolean;
  /** `*`: the next argument. */
  readonly width: number | "*";
  readonly precision: number | "*" | undefined;
  /** The letter; `T` for `%(...)T`. */
  readonly conversion: string;
  /** The time format of `%(...)T`. */
  readonly time?: string;
}

/** The widest field; a number of more digits than that would take seconds and all memory. */
export const WIDEST = 1_000_000;

/** Refuses what would fill memory. The precision of a text only cuts it. */
export function checkField(conversion: string, width: number, precision: number | undefined): void {
  const digits = "sbqcT".includes(conversion) ? 0 : (precision ?? 0);
  if (width <= WIDEST && digits <= WIDEST) return;
  const what = width > WIDEST ? "width" : "precision";
  throw new CommandError(`%${conversion}: ${what} of more than 1000000`, {
    help: "For long runs of one character use: head -c N /dev/zero | tr '\\0' 0",
  });
}

export type Piece = Uint8Array | Directive | FormatProblem;

/** Where a format is wrong, what comes before it is printed all the same. */
export class FormatProblem {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

const DIRECTIVE = /%([-+ #0']*)(\*|\d*)(?:\.(\*|-?\d*))?(?:hh|ll|[hlLjztq])?(\([^)]*\)T|[diouxXcsbqQeEfFgGaA])/y;

/** `conversions`: the letters that are known; others end the format with a problem. */
export function parseFormat(format: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < format.length) {
    const found = format.indexOf("%", at);
    const percent = found < 0 ? format.length : found;
    if (percent > at) pieces.push(encode(expandEscapes(format.slice(at, percent), "format").text));
    if (found < 0) break;
    if (format[percent + 1] === "%") {
      pieces.push(Uint8Array.of(37));
      at = percent + 2;
      continue;
    }
    DIRECTIVE.lastIndex = percent;
    const parts = DIRECTIVE.exec(format);
    if (!parts) {
      pieces.push(problem(format.slice(percent)));
      break;
    }
    pieces.push(directive(parts));
    at = DIRECTIVE.lastIndex;
  }
  return pieces;
}

function directive([, flags = "", width = "", precision, conversion = ""]: RegExpExecArray): Directive {
  const timed = conversion.startsWith("(");
  return {
    minus: flags.includes("-"),
    plus: flags.includes("+"),
    blank: flags.includes(" "),
    zero: flags.includes("0"),
    alternate: flags.includes("#"),
    width: width === "*" ? "*" : Number(width),
    precision: precision === "*" ? "*" : precision === undefined ? undefined : precisionOf(Number(precision)),
    conversion: timed ? "T" : conversion,
    ...(timed ? { time: conversion.slice(1, -2) } : {}),
  };
}

/** A negative precision counts as none (C17, 7.21.6.1). */
function precisionOf(value: number): number | undefined {
  return value < 0 ? undefined : value;
}

function problem(rest: string): FormatProblem {
  const prefix = /^%[-+ #0']*(?:\*|\d*)(?:\.(?:\*|-?\d*))?(?:hh|ll|[hlLjztq])?/.exec(rest)?.[0] ?? "%";
  const letter = rest.slice(prefix.length, prefix.length + 1);
  if (letter === "") return new FormatProblem(`\`${rest}': missing format character`);
  return new FormatProblem(`\`${letter}': invalid format character`);
}
