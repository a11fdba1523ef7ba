// What one invocation touches, as data. Nothing here decides an order; the scheduler does.

/** Typed names of what can be read or written; paths are absolute in the workspace. `dir:` is a directory's entries. */
export type Resource =
  | `file:${string}`
  | `dir:${string}`
  | `tree:${string}`
  | `state:${string}`
  | `net:${string}`
  | `store:${string}`
  | `clip:${string}`;

export interface Effects {
  readonly reads: readonly Resource[];
  readonly writes: readonly Resource[];
  /** Must run alone. */
  readonly exclusive?: boolean;
  /** Its result depends on, or decides, the order of calls. */
  readonly statefulAction?: boolean;
  /** A page of something; the next page waits for the next turn. */
  readonly pagination?: boolean;
}

/** What an effects function may know: where relative paths start. */
export interface EffectsContext {
  readonly cwd: string;
}

/** Touches nothing. */
export const PURE: Effects = { reads: [], writes: [] };

/** Nothing is known: stateful and alone. */
export const UNKNOWN: Effects = { reads: ["tree:/"], writes: ["tree:/"], exclusive: true, statefulAction: true };

/** Reads files (`-` is stdin and no resource). */
export function reads(context: EffectsContext, files: readonly string[]): Effects {
  return { reads: named(context, files, "file"), writes: [] };
}

/** Reads whole trees below the given paths. */
export function readsTrees(context: EffectsContext, paths: readonly string[]): Effects {
  return { reads: named(context, paths, "tree"), writes: [] };
}

/** Writes files: their content, and the entry in their directory. */
export function writes(context: EffectsContext, files: readonly string[]): Effects {
  const targets = files.filter((file) => file !== "-").map((file) => absolute(context.cwd, file));
  return { reads: [], writes: targets.flatMap((path): Resource[] => [`file:${path}`, `dir:${parentOf(path)}`]) };
}

/** Writes whole trees below the given paths, and their entries. */
export function writesTrees(context: EffectsContext, paths: readonly string[]): Effects {
  const targets = paths.map((path) => absolute(context.cwd, path));
  return { reads: [], writes: targets.flatMap((path): Resource[] => [`tree:${path}`, `dir:${parentOf(path)}`]) };
}

/** All of several. */
export function union(...parts: readonly Effects[]): Effects {
  return {
    reads: parts.flatMap((part) => part.reads),
    writes: parts.flatMap((part) => part.writes),
    ...(parts.some((part) => part.exclusive) ? { exclusive: true } : {}),
    ...(parts.some((part) => part.statefulAction) ? { statefulAction: true } : {}),
    ...(parts.some((part) => part.pagination) ? { pagination: true } : {}),
  };
}

/** Joins and cleans a path lexically; `..` stops at the root. Links are the workspace's business. */
export function absolute(cwd: string, path: string): string {
  const rooted = path.startsWith("/");
  if (!UNTIDY.test(rooted ? path.slice(1) : path)) return rooted ? path : cwd === "/" ? `/${path}` : `${cwd}/${path}`;
  const parts: string[] = [];
  for (const part of (rooted ? path : `${cwd}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** A part that is empty, `.` or `..`. */
const UNTIDY = /(?:^|\/)\.{0,2}(?:\/|$)/;

function named(context: EffectsContext, files: readonly string[], kind: "file" | "tree"): Resource[] {
  return files.filter((file) => file !== "-").map((file): Resource => `${kind}:${absolute(context.cwd, file)}`);
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}
