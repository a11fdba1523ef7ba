// The text of a result: what was printed, cut to what a model should read, and the footer.
import { quote } from "../syntax/quote.ts";
import type { Entries } from "./entries.ts";
import type { Line, Nature } from "./lines.ts";
import { linesOf, natureOf } from "./lines.ts";
import { masking } from "./secrets.ts";
import { formatCount, formatDuration, formatSize } from "./size.ts";
import type { Terminal } from "./terminal.ts";

export interface PresentOptions {
  readonly exitCode: number;
  readonly stages: readonly number[];
  readonly durationMs: number;
  readonly maxLines: number;
  readonly maxBytes: number;
  readonly maxLineCharacters: number;
  readonly secrets: readonly string[];
}

export interface Presented {
  readonly text: string;
  readonly truncated: boolean;
}

/** Shares of the limits that go to the head; the tail has the rest. */
const HEAD = 0.2;
/** Diagnostics from the part that is left out that are shown all the same. */
const RESERVED_ERRORS = 20;

export function present(terminal: Terminal, options: PresentOptions): Presented {
  const { entries, spill } = terminal;
  const mask = masking(options.secrets);
  const nature = natureOf(entries.all(), entries.hiddenNul);
  const footer = footerOf(options);
  if (!nature.text) {
    const errors = linesOf(
      [...entries.all(), ...entries.errors].filter(({ descriptor }) => descriptor === 2),
      "utf-8",
      mask,
    );
    const shown = cut([binaryNotice(nature, terminal), ...errors], [], options);
    return { text: `${shown.lines.map(({ text }) => text).join("\n")}\n${footer}`, truncated: shown.dropped > 0 };
  }
  const { encoding } = nature;
  const head = linesOf(entries.gap ? entries.head : entries.all(), encoding, mask);
  const tail = entries.gap ? linesOf(entries.tail, encoding, mask) : [];
  const between = entries.gap ? linesOf(entries.errors, encoding, mask) : [];
  if (head.length + tail.length === 0) return { text: `(no output)\n${footer}`, truncated: false };
  const shown = entries.gap ? cutApart({ head, between, tail }, entries, options) : cut(head, between, options);
  const truncated = entries.gap || shown.dropped > 0 || shown.cutLines > 0;
  if (truncated && !spill.started) {
    spill.start();
    for (const { bytes } of entries.all()) spill.write(bytes);
  }
  const lines = shown.lines.map(({ text }) => text);
  if (truncated) lines.splice(shown.at, 0, ...noticeOf(terminal, shown, head, tail));
  if (
    shown.dropped > 0 &&
    /^\s*[[{]/.test(head[0]?.text ?? "") &&
    /[\]}]\s*$/.test((tail.at(-1) ?? head.at(-1))?.text ?? "")
  ) {
    lines.push("[the JSON above is cut in the middle and does not parse]");
  }
  return { text: `${lines.join("\n")}\n${footer}`, truncated };
}

/** `[exit:0 | 12ms]`, and which stages failed where the status does not tell. */
export function footerOf({
  exitCode,
  stages,
  durationMs,
}: Pick<PresentOptions, "exitCode" | "stages" | "durationMs">): string {
  const failed = stages.slice(0, -1).some((status) => status !== 0 && status !== 141);
  const told = failed ? ` | stages: ${stages.join(" ")}` : "";
  return `[exit:${exitCode} | ${formatDuration(durationMs)}${told}]`;
}

interface Shown {
  readonly lines: readonly Line[];
  /** Where in `lines` something is missing. */
  readonly at: number;
  readonly dropped: number;
  readonly cutLines: number;
}

/** Cuts one run of lines to the limits: head, the diagnostics between, tail. */
function cut(lines: readonly Line[], between: readonly Line[], options: PresentOptions): Shown {
  const short = lines.map((line) => shortened(line, options.maxLineCharacters));
  const cutLines = short.filter((line, index) => line !== lines[index]).length;
  if (short.length <= options.maxLines && sizeOf(short) <= options.maxBytes) {
    return { lines: short, at: short.length, dropped: 0, cutLines };
  }
  const { head, tail, errors } = choose(short, between, short, options);
  const dropped = lines.length - head.length - tail.length;
  return { lines: [...head, ...errors, ...tail], at: head.length, dropped, cutLines };
}

/** The same where what lies between head and tail is known by its counts alone. */
function cutApart(
  { head, between, tail }: Readonly<Record<"head" | "between" | "tail", readonly Line[]>>,
  entries: Entries,
  options: PresentOptions,
): Shown {
  const most = options.maxLineCharacters;
  const { head: begun, tail: ended } = entries.cutLines;
  const opens = entries.head.at(-1)?.descriptor === 1 ? head.length - 1 : -1;
  const front = head.map((line, at) => shortened(line, most, at === opens ? begun : undefined));
  // The tail's first line lacks its beginning: it is shown where there is no other, and it is not the head's last.
  const only = tail.length === 1;
  const same = only && ended === undefined && entries.tail[0]?.descriptor === 1;
  const rest = same ? [] : tail.slice(only ? 0 : 1);
  const back = rest.map((line) => shortened(line, most, only && !line.error ? ended : undefined));
  const chosen = choose(front, between, back, options);
  const lines = [...chosen.head, ...chosen.errors, ...chosen.tail];
  return {
    lines,
    at: chosen.head.length,
    dropped: head.length + tail.length - chosen.head.length - chosen.tail.length,
    cutLines: 0,
  };
}

interface Chosen {
  readonly head: readonly Line[];
  readonly errors: readonly Line[];
  readonly tail: readonly Line[];
}

function choose(
  front: readonly Line[],
  between: readonly Line[],
  back: readonly Line[],
  options: PresentOptions,
): Chosen {
  const head = fitting(front, Math.floor(options.maxLines * HEAD), options.maxBytes * HEAD);
  const same = front === back;
  const candidates = same ? front.slice(head.length) : back;
  const whole = fitting(candidates.toReversed(), options.maxLines - head.length, options.maxBytes * (1 - HEAD));
  const hidden = same
    ? front.slice(head.length, front.length - whole.length)
    : [...front.slice(head.length), ...between, ...back.slice(0, back.length - whole.length)];
  const errors = hidden.filter(({ error }) => error);
  if (errors.length === 0) return { head, errors: [], tail: whole.toReversed() };
  const kept =
    errors.length <= RESERVED_ERRORS
      ? errors
      : [...errors.slice(0, RESERVED_ERRORS / 2), ...errors.slice(-RESERVED_ERRORS / 2)];
  const reserved = fitting(kept, RESERVED_ERRORS, options.maxBytes / 4);
  const tail = fitting(
    candidates.toReversed(),
    options.maxLines - head.length - reserved.length,
    options.maxBytes * (1 - HEAD) - sizeOf(reserved),
  );
  return { head, errors: reserved, tail: tail.toReversed() };
}

/** As many lines from the start as the limits allow; at least a part of the first. */
function fitting(lines: readonly Line[], most: number, bytes: number): Line[] {
  const taken: Line[] = [];
  let room = bytes;
  for (const line of lines) {
    room -= Buffer.byteLength(line.text) + 1;
    if (taken.length >= most || room < 0) break;
    taken.push(line);
  }
  return taken;
}

function sizeOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 1, 0);
}

/** A line over the limit is cut at a character, with its true length; in bytes where a part of it is not in memory. */
function shortened(line: Line, most: number, bytes?: number): Line {
  const { text } = line;
  if (text.length <= most && bytes === undefined) return line;
  const characters = countCharacters(text);
  if (bytes !== undefined && characters <= most) return { ...line, text: `${text}... [${lineOf(bytes, "bytes")}]` };
  if (characters <= most) return line;
  let end = 0;
  for (let count = 0; count < most; count += 1) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return {
    ...line,
    text: `${text.slice(0, end)}... [${bytes === undefined ? lineOf(characters, "characters") : lineOf(bytes, "bytes")}]`,
  };
}

function lineOf(length: number, unit: "characters" | "bytes"): string {
  return `line of ${formatCount(length)} ${unit}, cut`;
}

function countCharacters(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit < 0xdc00) pairs += 1;
  }
  return text.length - pairs;
}

function noticeOf({ entries, spill }: Terminal, shown: Shown, head: readonly Line[], tail: readonly Line[]): string[] {
  const total = entries.gap ? entries.newlines : head.length + tail.length;
  const missing = Math.max(0, total - shown.lines.length);
  const what =
    missing > 0
      ? `${formatCount(missing)} of ${formatCount(total)} lines not shown, ${formatSize(entries.bytes)} in all`
      : `lines cut, ${formatSize(entries.bytes)} in all`;
  if (spill.failure !== undefined && !entries.gap && !spill.started) return [`[... ${what}]`];
  const whole = spill.failure === undefined ? "whole output" : `output (${spill.failure})`;
  return [
    `[... ${what}; ${whole}: ${spill.path}. Explore it:`,
    `  tail -n +${shown.at + 1} ${spill.path} | head -n 100`,
    `  grep -n PATTERN ${spill.path} ...]`,
  ];
}

/** Bytes that are no text are kept in a file: running the line again might do something again. */
function binaryNotice(nature: Exclude<Nature, { text: true }>, { entries, spill }: Terminal): Line {
  const image = /^(PNG|JPEG|GIF|WebP) /.exec(nature.kind)?.[1]?.toLowerCase();
  if (!spill.started) {
    spill.start(image ?? (nature.kind === "legacy text" ? "txt" : "bin"));
    for (const { descriptor, bytes } of entries.all()) if (descriptor === 1) spill.write(bytes);
  }
  const encoding = nature.legacy ?? "windows-1252";
  const size = formatSize(entries.bytes);
  const what = nature.kind === "legacy text" ? `text in ${encoding}, ${size}, not UTF-8` : `${nature.kind}, ${size}`;
  if (spill.absent) return { text: `[${what}; not kept: ${spill.failure}]`, error: true };
  const kept = spill.failure === undefined ? "" : `; kept: ${spill.failure}`;
  const advice =
    image !== undefined
      ? `see ${spill.path}`
      : nature.kind === "legacy text"
        ? `iconv -f ${quote([encoding])} -t UTF-8 ${spill.path}`
        : `cat -b ${spill.path}`;
  return { text: `[${what}${kept}. Use: ${advice}]`, error: true };
}
