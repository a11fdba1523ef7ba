// Runs jq as its authors wrote it, compiled to WebAssembly, over the streams of a command.
import { decode, encode } from "../bytes/text.ts";
import type { Source } from "../stream/stream.ts";
import { FileError } from "../workspace/workspace.ts";
import { runTask } from "./thread.ts";

/** What jq is given; everything it reads or writes passes here. */
export interface JqRun {
  /** Arguments after the name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly stdin: Source;
  readonly signal: AbortSignal;
  /** Opens a file; throws `FileError`. */
  open(path: string): Source;
  /** Is there such a file or directory? jq asks where it looks for modules. */
  kind(path: string): "file" | "directory" | undefined;
  write(bytes: Uint8Array): void | Promise<void>;
  writeError(bytes: Uint8Array): void | Promise<void>;
}

type Request =
  | { readonly read: number }
  | { readonly write: Uint8Array }
  | { readonly error: Uint8Array }
  | { readonly open: Uint8Array }
  | { readonly kind: Uint8Array }
  | { readonly close: number };

/** The first descriptor of an opened file; those below are jq's own three. */
const FIRST = 3;

/** jq's exit status. */
export async function runJq(run: JqRun): Promise<number> {
  const open = new Map<number, Source>();
  let next = FIRST;
  const answer = (request: Request): unknown => {
    if ("write" in request) return run.write(request.write);
    if ("error" in request) return run.writeError(request.error);
    if ("read" in request) return (request.read === 0 ? run.stdin : open.get(request.read))?.read() ?? null;
    if ("kind" in request) return run.kind(decode(request.kind));
    if ("close" in request) {
      open.get(request.close)?.close();
      return open.delete(request.close);
    }
    try {
      open.set(next, run.open(decode(request.open)));
      next += 1;
      return { descriptor: next - 1 };
    } catch (error) {
      if (error instanceof FileError) return { code: error.code };
      throw error;
    }
  };
  try {
    const status = await runTask<Request>({
      program: "jq",
      start: {
        argv: ["jq", ...run.argv].map(encode),
        env: Object.entries(run.env).map(([name, value]) => encode(`${name}=${value}`)),
        cwd: encode(run.cwd),
      },
      answer,
      signal: run.signal,
    });
    return typeof status === "number" ? status : 1;
  } finally {
    for (const source of open.values()) source.close();
  }
}
