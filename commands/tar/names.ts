// Names of members: how they are listed in full, what excludes them, what of them is unsafe.
import { compileGlob } from "../../src/plugin.ts";
import { clockOf, formatTime } from "../file-time.ts";
import { modeString } from "../stat-text.ts";
import type { Member } from "./format.ts";

/** Does a pattern match the name, a part of it that begins after a slash, or a directory above it? */
export function excluder(patterns: readonly string[]): (name: string) => boolean {
  const globs = patterns.map((pattern) => compileGlob(pattern.replace(/(?<=.)\/+$/, "")));
  if (globs.length === 0) return () => false;
  return (name) => {
    const parts = name.replace(/\/+$/, "").split("/");
    return parts.some((_, from) =>
      parts.slice(from).some((_part, count) => {
        const piece = parts.slice(from, from + count + 1).join("/");
        return globs.some((glob) => glob.test(piece));
      }),
    );
  };
}

/** What is stripped from the start of a name: slashes, and all up to the last `..`. */
export function unsafePrefix(name: string): string {
  return /^(?:.*(?:^|\/)\.\.(?:\/|$))?\/*/s.exec(name)?.[0] ?? "";
}

/** The least columns of owner and size, which grow as wider ones come. */
export class FullListing {
  #width = 19;
  readonly #zone: string | undefined;

  constructor(zone: string | undefined) {
    this.#zone = zone;
  }

  line(member: Member): string {
    const kind = member.kind === "symlink" ? "link" : member.kind === "directory" ? "directory" : "file";
    const mode = modeString({ kind, mode: member.mode });
    const letter = member.kind === "hardlink" ? `h${mode.slice(1)}` : mode;
    const owner = `${member.user || member.uid}/${member.group || member.gid}`;
    const size = String(member.size);
    this.#width = Math.max(this.#width, owner.length + 1 + size.length);
    const time = formatTime("%Y-%m-%d %H:%M", clockOf(member.mtimeMs, this.#zone));
    const link =
      member.kind === "symlink"
        ? ` -> ${member.target}`
        : member.kind === "hardlink"
          ? ` link to ${member.target}`
          : "";
    return `${letter} ${owner} ${size.padStart(this.#width - owner.length - 1)} ${time} ${member.name}${link}`;
  }
}
