// Parses permission modes as chmod(1) takes them: octal and symbolic (POSIX chmod, "Extended description").

/** The mask that clauses without `ugoa` respect; a workspace has no umask of its own. */
const UMASK = 0o022;

/** What a mode is applied to. */
export interface ModeBase {
  readonly mode: number;
  readonly directory: boolean;
  /** 0o022 unless given. */
  readonly umask?: number;
}

/** The bits that `text` gives when applied to `base`, or undefined when it is no mode. */
export function applyMode(text: string, base: ModeBase): number | undefined {
  if (/^[0-7]{1,5}$/.test(text)) {
    const bits = Number.parseInt(text, 8);
    if (bits > 0o7777) return undefined;
    // A short octal mode leaves a directory's set-id bits alone, as GNU's does.
    return base.directory && text.length < 5 ? bits | (base.mode & 0o6000) : bits;
  }
  let mode = base.mode;
  for (const clause of text.split(",")) {
    const next = applyClause(clause, { ...base, mode });
    if (next === undefined) return undefined;
    mode = next;
  }
  return mode;
}

function applyClause(clause: string, base: ModeBase): number | undefined {
  const parts = /^([ugoa]*)((?:[-+=](?:[rwxXst]*|[ugo]|[0-7]+))+)$/.exec(clause);
  if (!parts) return undefined;
  const who = parts[1] ?? "";
  const all = who === "" || who.includes("a");
  const reach =
    (all || who.includes("u") ? 0o4700 : 0) |
    (all || who.includes("g") ? 0o2070 : 0) |
    (all || who.includes("o") ? 0o1007 : 0);
  const masked = who === "" ? reach & ~(base.umask ?? UMASK) : reach;
  let mode = base.mode;
  for (const [, operator, permissions = ""] of (parts[2] ?? "").matchAll(/([-+=])([rwxXstugo0-7]*)/g)) {
    const bits = permissionBits(permissions, mode, base.directory) & masked;
    if (operator === "+") mode |= bits;
    else if (operator === "-") mode &= ~bits;
    else mode = (mode & ~(base.directory ? reach & ~0o6000 : reach)) | bits;
  }
  return mode;
}

function permissionBits(permissions: string, mode: number, directory: boolean): number {
  if (/^[0-7]+$/.test(permissions)) return Number.parseInt(permissions, 8);
  if (/^[ugo]$/.test(permissions)) {
    const bits = (permissions === "u" ? mode >> 6 : permissions === "g" ? mode >> 3 : mode) & 7;
    return bits * 0o111;
  }
  let bits = 0;
  for (const letter of permissions) {
    if (letter === "r") bits |= 0o444;
    else if (letter === "w") bits |= 0o222;
    else if (letter === "x") bits |= 0o111;
    else if (letter === "X") bits |= directory || (mode & 0o111) !== 0 ? 0o111 : 0;
    else if (letter === "s") bits |= 0o6000;
    else if (letter === "t") bits |= 0o1000;
  }
  return bits;
}
