// Hides known secrets. All are looked for at once, longer ones first, so that no part of one is left behind.

export const MASK = "[secret]";

/** Replaces every secret in a text. */
export function masking(secrets: readonly string[]): (text: string) => string {
  const known = longestFirst(secrets);
  if (known.length === 0) return (text) => text;
  const pattern = new RegExp(known.map((secret) => secret.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|"), "g");
  return (text) => text.replace(pattern, MASK);
}

/** The length of `head` without the beginning of a secret that a cut has left at its end. */
export function lengthBeforeCut(head: Uint8Array, secrets: readonly Uint8Array[]): number {
  let length = head.length;
  for (const secret of secrets) {
    for (let size = Math.min(secret.length - 1, head.length); size > 0; size -= 1) {
      if (Buffer.compare(head.subarray(head.length - size), secret.subarray(0, size)) !== 0) continue;
      length = Math.min(length, head.length - size);
      break;
    }
  }
  return length;
}

/** Where `tail` begins without the end of a secret that a cut has left at its beginning. */
export function startAfterCut(tail: Uint8Array, secrets: readonly Uint8Array[]): number {
  let start = 0;
  for (const secret of secrets) {
    for (let size = Math.min(secret.length - 1, tail.length); size > start; size -= 1) {
      if (Buffer.compare(tail.subarray(0, size), secret.subarray(secret.length - size)) !== 0) continue;
      start = size;
      break;
    }
  }
  return start;
}

export function longestFirst(secrets: readonly string[]): string[] {
  return secrets.filter((secret) => secret !== "").sort((a, b) => b.length - a.length);
}
