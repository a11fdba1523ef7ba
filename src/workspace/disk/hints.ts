// Remembers for a moment which entries of listed folders are plain files, so that opening what was just listed needs
// no lstat. A stale hint is harmless: a link is refused by O_NOFOLLOW and a FIFO cannot block with O_NONBLOCK.
import { parentOf } from "../tree.ts";
import type { DirectoryEntry } from "../workspace.ts";

/** How long a listing is trusted, in milliseconds. */
const TRUST_MS = 200;
/** Listings kept at once: the folders above the one that a walk is in. */
const MAX_LISTINGS = 64;
/** How far ahead of the last hit the next entry is sought: walks go in order and skip little. */
const REACH = 32;

interface Listing {
  readonly directory: string;
  readonly entries: readonly DirectoryEntry[];
  readonly until: number;
  next: number;
}

export class KindHints {
  readonly #listings = new Map<string, Listing>();
  #last: Listing | undefined;
  #file = "";
  #fileUntil = 0;

  /** An lstat found a plain file. */
  sawFile(path: string): void {
    this.#file = path;
    this.#fileUntil = Date.now() + TRUST_MS;
  }

  sawListing(directory: string, entries: readonly DirectoryEntry[]): void {
    if (this.#listings.size >= MAX_LISTINGS) this.#listings.clear();
    this.#last = { directory, entries, until: Date.now() + TRUST_MS, next: 0 };
    this.#listings.set(directory, this.#last);
  }

  /** Whether the entry is believed to be a plain file. */
  isFile(path: string): boolean {
    if (path === this.#file && Date.now() < this.#fileUntil) return true;
    let listing = this.#last;
    if (listing === undefined || !holds(path, listing.directory)) {
      if (this.#listings.size === 0) return false;
      listing = this.#listings.get(parentOf(path));
      if (listing === undefined) return false;
      this.#last = listing;
    }
    // A walk looks at the clock once in a few entries: reading it costs as much as all the rest here.
    if (listing.next % 16 === 0 && Date.now() >= listing.until) return false;
    const length = path.length - (listing.directory === "/" ? 1 : listing.directory.length + 1);
    const end = Math.min(listing.entries.length, listing.next + REACH);
    for (let index = listing.next; index < end; index += 1) {
      const entry = listing.entries[index];
      if (entry === undefined || entry.name.length !== length || !path.endsWith(entry.name)) continue;
      listing.next = index;
      return entry.kind === "file";
    }
    return false;
  }

  /** Forgets everything; called at every change of names. */
  clear(): void {
    this.#file = "";
    this.#last = undefined;
    if (this.#listings.size > 0) this.#listings.clear();
  }
}

/** Whether `path` is an entry of `directory` itself. */
function holds(path: string, directory: string): boolean {
  const slash = path.lastIndexOf("/");
  return slash === (directory === "/" ? 0 : directory.length) && path.startsWith(directory);
}
