// The file that holds the whole of an output that was too long to show: /tmp/out/N.txt, one a call.
import { FileError, type FileHandle, type Workspace } from "../workspace/workspace.ts";

export class Spill {
  readonly path: string;
  readonly #workspace: Workspace;
  readonly #limit: number;
  #handle: FileHandle | undefined;
  #written = 0;
  #started = false;
  #failure: string | undefined;

  constructor(workspace: Workspace, path: string, limit: number) {
    this.#workspace = workspace;
    this.path = path;
    this.#limit = limit;
  }

  get started(): boolean {
    return this.#started;
  }

  /** Why the file does not hold everything, if so. */
  get failure(): string | undefined {
    return this.#failure;
  }

  start(): void {
    if (this.#started) return;
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
