// The file that holds the whole of an output that was too long to show, or is no text: /tmp/out/N.txt (.bin, .png), one
// a call. Secrets in it are masked as
// they are where the output is shown.
import { FileError, type FileHandle, type Workspace } from "../workspace/workspace.ts";
import { lengthBeforeCut, longestFirst, masking } from "./secrets.ts";

export class Spill {
  #path: string;
  readonly #workspace: Workspace;
  readonly #limit: number;
  #handle: FileHandle | undefined;
  #written = 0;
  #started = false;
  #failure: string | undefined;

  readonly #secrets: readonly Buffer[];
  readonly #mask: (text: string) => string;
  /** The end of what came, which may be the beginning of a secret. */
  #held: Buffer = Buffer.alloc(0);

  constructor(workspace: Workspace, path: string, limit: number, secrets: readonly string[] = []) {
    this.#secrets = longestFirst(secrets).map((secret) => Buffer.from(secret));
    this.#mask = masking(this.#secrets.map((secret) => secret.toString("latin1")));
    this.#workspace = workspace;
    this.#path = path;
    this.#limit = limit;
  }

  get path(): string {
    return this.#path;
  }

  /** Nothing could be written at all. */
  get absent(): boolean {
    return this.#failure !== undefined && this.#written === 0;
  }

  get started(): boolean {
    return this.#started;
  }

  /** Why the file does not hold everything, if so. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Opens the file; `extension` stands in the place of the path's own. */
  start(extension?: string): void {
    if (this.#started) return;
    if (extension !== undefined) this.#path = this.#path.replace(/\.\w+$/, `.${extension}`);
    this.#started = true;
    try {
      for (const directory of parentsOf(this.path)) {
        if (!this.#workspace.exists(directory)) this.#workspace.mkdir(directory);
      }
      this.#handle = this.#workspace.open(this.path, { write: true, create: true, truncate: true });
    } catch (error) {
      this.#fail(error);
    }
  }

  write(bytes: Uint8Array): void {
    if (this.#secrets.length === 0) this.#store(bytes);
    else if (this.#handle) this.#store(this.#masked(bytes));
  }

  /** What is sure to be no part of a secret, and masks for those that are whole. */
  #masked(bytes: Uint8Array): Uint8Array {
    const all = Buffer.concat([this.#held, bytes]);
    let cut = lengthBeforeCut(all, this.#secrets);
    // A secret that is whole may overlap with the beginning of another: it is not cut in two.
    for (const secret of this.#secrets) {
      const found = all.indexOf(secret, Math.max(0, cut - secret.length + 1));
      if (found >= 0 && found < cut) cut = found;
    }
    this.#held = all.subarray(cut);
    return this.#maskBytes(all.subarray(0, cut));
  }

  #maskBytes(bytes: Buffer): Uint8Array {
    return Buffer.from(this.#mask(bytes.toString("latin1")), "latin1");
  }

  #store(bytes: Uint8Array): void {
    if (!this.#handle) return;
    const room = this.#limit - this.#written;
    const part = bytes.length <= room ? bytes : bytes.subarray(0, room);
    try {
      if (part.length > 0) this.#handle.write(part);
      this.#written += part.length;
    } catch (error) {
      this.#fail(error);
      return;
    }
    if (part.length < bytes.length) this.#failure = `only its first ${this.#limit} bytes`;
  }

  close(): void {
    const held = this.#held;
    this.#held = Buffer.alloc(0);
    if (held.length > 0) this.#store(this.#maskBytes(held));
    this.#handle?.close();
    this.#handle = undefined;
  }

  #fail(error: unknown): void {
    if (!(error instanceof FileError)) throw error;
    this.#failure = error.message;
    this.close();
  }
}

function parentsOf(path: string): string[] {
  const parts = path.split("/").slice(1, -1);
  return parts.map((_, index) => `/${parts.slice(0, index + 1).join("/")}`);
}
