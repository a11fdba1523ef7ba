// Lines as events, one JSON object a line, for --json. Times are zero: the same search prints the same bytes.
import { decode, isUtf8, type Pattern, type Writer } from "../../src/plugin.ts";
import { type Line, type LineStyle, matchesOf } from "./print.ts";

const NO_TIME = { secs: 0, nanos: 0, human: "0.000000s" };

interface Tally {
  searches: number;
  searchesWithMatch: number;
  bytesSearched: number;
  matchedLines: number;
  matches: number;
}

export class JsonStyle implements LineStyle {
  readonly #out: Writer;
  readonly #pattern: Pattern;
  readonly #invert: boolean;
  readonly #total: Tally = nothing();
  #file: Tally = nothing();
  #name: string | undefined;
  #begun = false;

  constructor(out: Writer, pattern: Pattern, invert: boolean) {
    this.#out = out;
    this.#pattern = pattern;
    this.#invert = invert;
  }

  begin(name: string | undefined): void {
    this.#name = name;
    this.#begun = false;
    this.#file = { ...nothing(), searches: 1 };
  }

  gap(): void {}

  line({ bytes, start, end, selected, number, offset }: Line): void {
    if (!this.#begun) this.#event("begin", { path: this.#path() });
    this.#begun = true;
    const stop = bytes[end - 1] === 10 ? end - 1 : end;
    const found = selected && !this.#invert ? [...matchesOf(this.#pattern, bytes, start, stop)] : [];
    const submatches = found.map((match) => ({
      match: textOf(bytes.subarray(match.start, match.end)),
      start: match.start - start,
      end: match.end - start,
    }));
    if (selected) {
      this.#file.matchedLines += 1;
      this.#file.matches += found.length;
    }
    this.#event(selected ? "match" : "context", {
      path: this.#path(),
      lines: textOf(bytes.subarray(start, end)),
      line_number: number,
      absolute_offset: offset,
      submatches,
    });
  }

  /** The file is done. */
  end(bytesSearched: number): void {
    this.#file.bytesSearched = bytesSearched;
    this.#file.searchesWithMatch = this.#file.matchedLines > 0 ? 1 : 0;
    if (this.#begun) {
      this.#event("end", {
        path: this.#path(),
        binary_offset: null,
        stats: { elapsed: NO_TIME, ...statsOf(this.#file) },
      });
    }
    for (const key of ["searches", "searchesWithMatch", "bytesSearched", "matchedLines", "matches"] as const) {
      this.#total[key] += this.#file[key];
    }
  }

  /** All is done. */
  summary(): void {
    const data = { elapsed_total: NO_TIME, stats: { elapsed: NO_TIME, ...statsOf(this.#total) } };
    this.#out.text(`${JSON.stringify({ data, type: "summary" })}\n`);
  }

  #path(): object | null {
    return this.#name === undefined ? null : textOf(Buffer.from(this.#name));
  }

  #event(type: string, data: object): void {
    this.#out.text(`${JSON.stringify({ type, data })}\n`);
  }
}

function nothing(): Tally {
  return { searches: 0, searchesWithMatch: 0, bytesSearched: 0, matchedLines: 0, matches: 0 };
}

function statsOf(tally: Tally): object {
  return {
    searches: tally.searches,
    searches_with_match: tally.searchesWithMatch,
    bytes_searched: tally.bytesSearched,
    bytes_printed: 0,
    matched_lines: tally.matchedLines,
    matches: tally.matches,
  };
}

function textOf(bytes: Uint8Array): { readonly text: string } | { readonly bytes: string } {
  return isUtf8(bytes) ? { text: decode(bytes) } : { bytes: Buffer.from(bytes).toString("base64") };
}
