// Globs over paths as .gitignore has them (gitignore(5)): segments, `**`, anchors, negation; braces as rg adds them.
// A segment is matched by the shell's own globs, so that no pattern can take long.
import { compileGlob } from "../../src/plugin.ts";

/** One line of an ignore file, or one -g. */
export interface PathGlob {
  readonly negated: boolean;
  readonly directoriesOnly: boolean;
  /** `segments` is the path below the directory that the glob belongs to. */
  test(segments: readonly string[], directory: boolean): boolean;
}

/** Undefined for an empty line or a comment. */
export function parsePathGlob(line: string, ignoreCase: boolean): PathGlob | undefined {
  let text = line.replace(/\r$/, "").replace(/(?<!\\)[ \t]+$/, "");
  if (text === "" || text.startsWith("#")) return undefined;
  const negated = text.startsWith("!");
  if (negated) text = text.slice(1);
  if (/^\\[!#]/.test(text)) text = text.slice(1);
  const directoriesOnly = text.endsWith("/");
  if (directoriesOnly) text = text.slice(0, -1);
  const anchored = text.includes("/");
  const tests = alternatives(text.replace(/^\//, "")).map((one) => pathTest(one, anchored, ignoreCase));
  const test = (segments: readonly string[], directory: boolean): boolean =>
    (directory || !directoriesOnly) && tests.some((matches) => matches(segments));
  return { negated, directoriesOnly, test };
}

/** What the last matching glob of a list says. */
export function decide(
  globs: readonly PathGlob[],
  segments: readonly string[],
  directory: boolean,
): PathGlob | undefined {
  for (let at = globs.length - 1; at >= 0; at -= 1) if (globs[at]?.test(segments, directory)) return globs[at];
  return undefined;
}

type SegmentTest = { test(name: string): boolean } | "any";

function pathTest(glob: string, anchored: boolean, ignoreCase: boolean): (segments: readonly string[]) => boolean {
  if (!anchored) {
    const name = compileGlob(glob, { ignoreCase });
    return (segments) => name.test(segments.at(-1) ?? "");
  }
  const parts = glob.split("/").map((part): SegmentTest => (part === "**" ? "any" : compileGlob(part, { ignoreCase })));
  return (segments) => matches(parts, segments);
}

/** `**` stands for any number of directories; at the end, for everything inside. */
function matches(parts: readonly SegmentTest[], segments: readonly string[]): boolean {
  // reached[i]: the parts so far can take the first i segments.
  let reached = segments.map(() => false);
  reached.unshift(true);
  for (const [index, part] of parts.entries()) {
    const next = reached.map(() => false);
    const last = index === parts.length - 1;
    for (let at = 0; at <= segments.length; at += 1) {
      if (!reached[at]) continue;
      if (part === "any") for (let to = last ? at + 1 : at; to <= segments.length; to += 1) next[to] = true;
      else if (at < segments.length && part.test(segments[at] ?? "")) next[at + 1] = true;
    }
    reached = next;
  }
  return reached[segments.length] ?? false;
}

/** Most braces of a glob that are worked out; more are taken as they stand. */
const MOST_ALTERNATIVES = 256;

/** `{a,b}c` is `ac` and `bc`. */
function alternatives(glob: string): string[] {
  const results: string[] = [];
  const waiting = [glob];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const found = /^((?:[^\\{]|\\.)*)\{([^{}]*)\}(.*)$/s.exec(one);
    if (!found || results.length + waiting.length > MOST_ALTERNATIVES) results.push(one);
    else for (const choice of (found[2] ?? "").split(",")) waiting.push(`${found[1]}${choice}${found[3]}`);
  }
  return results;
}
