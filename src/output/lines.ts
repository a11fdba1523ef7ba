// From entries to clean lines of text: decoding, terminal noise, tags of stderr, masked secrets.

import { cleanText } from "../bytes/clean.ts";
import { type BinaryKind, classifyBytes, completeLength, type Encoding } from "../bytes/guard.ts";
import { decode } from "../bytes/text.ts";
import type { Entry } from "./entries.ts";

export interface Line {
  readonly text: string;
  /** Belongs to stderr: kept when a long output is cut. */
  readonly error: boolean;
}

/** What stdout is, judged from all of it that is in memory. */
export type Nature =
  | { readonly text: true; readonly encoding: Encoding }
  | { readonly text: false; readonly kind: BinaryKind | "legacy text"; readonly legacy?: string };

export function natureOf(entries: readonly Entry[], hiddenNul: boolean): Nature {
  const stdout = Buffer.concat(entries.filter(({ descriptor }) => descriptor === 1).map(({ bytes }) => bytes));
  if (hiddenNul) return { text: false, kind: "binary data" };
  return classifyBytes(stdout);
}

/** Lines in order; stderr is tagged and starts a line of its own. */
export function linesOf(entries: readonly Entry[], encoding: Encoding, mask: (text: string) => string): Line[] {
  const lines: Line[] = [];
  for (const run of runsOf(entries)) {
    const text = mask(cleanText(decodeRun(run, encoding)));
    if (text === "") continue;
    const pieces = (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
    const tag = run.descriptor === 1 ? "" : run.diagnostic ? "[error] " : "[stderr] ";
    for (const [index, piece] of pieces.entries()) {
      lines.push({ text: index === 0 ? tag + piece : piece, error: run.descriptor === 2 });
    }
  }
  return lines;
}

interface Run {
  readonly descriptor: 1 | 2;
  readonly diagnostic: boolean;
  readonly bytes: Uint8Array[];
  readonly help: string | undefined;
}

/** Joins neighbours of one kind. A diagnostic of stderr stands alone; one that went to stdout only adds its help. */
function runsOf(entries: readonly Entry[]): Run[] {
  const runs: Run[] = [];
  for (const { descriptor, diagnostic, bytes, help } of entries) {
    const last = runs.at(-1);
    const alone = descriptor === 2 && diagnostic;
    const joins = last && !alone && help === undefined && last.help === undefined;
    if (joins && last.descriptor === descriptor && !(descriptor === 2 && last.diagnostic)) {
      last.bytes.push(bytes);
    } else {
      runs.push({ descriptor, diagnostic: alone, bytes: [bytes], help });
    }
  }
  return runs;
}

function decodeRun({ bytes, descriptor, help }: Run, encoding: Encoding): string {
  const [only] = bytes;
  const joined = bytes.length === 1 && only ? only : Buffer.concat(bytes);
  const text = descriptor === 1 ? decodeAs(joined, encoding) : decode(joined).toWellFormed();
  return help === undefined ? text : withHelp(text, help);
}

/** `message. help` on one line, or the help below where it has several lines. */
export function withHelp(text: string, help: string): string {
  const message = text.replace(/\n$/, "");
  if (help.includes("\n") || message.includes("\n")) return `${message}\n${help.replace(/\n$/, "")}\n`;
  return `${message}${/[.!?]$/.test(message) ? "" : "."} ${help}\n`;
}

function decodeAs(bytes: Uint8Array, encoding: Encoding): string {
  switch (encoding) {
    case "utf-8":
      return decode(bytes.subarray(startsWithMark(bytes) ? 3 : 0, completeLength(bytes))).toWellFormed();
    case "utf-16le":
    case "utf-16be":
      return new TextDecoder(encoding).decode(bytes);
    case "utf-32le":
    case "utf-32be":
      return decodeUtf32(bytes, encoding === "utf-32le");
  }
}

function startsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength - (bytes.byteLength % 4));
  let text = "";
  for (let at = 4; at < view.byteLength; at += 4) {
    const point = view.getUint32(at, littleEndian);
    text += point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : "\ufffd";
  }
  return text;
}
