// Connects jq's descriptors to the streams of a command. yq runs the same jq.
import {
  CommandError,
  type Context,
  decode,
  encode,
  type Io,
  runJq,
  type Source,
  ThreadError,
} from "../../src/plugin.ts";

/** Where jq's input and output are when they are not the command's own. */
export interface JqStreams {
  readonly stdin?: Source;
  readonly write?: (bytes: Uint8Array) => void | Promise<void>;
}

/** jq's exit status. `modules`: it may look for modules in the workspace. */
export async function filterJson(
  argv: readonly string[],
  io: Io,
  context: Context,
  modules: boolean,
  streams: JqStreams = {},
): Promise<number> {
  const complaints = new Complaints(io);
  const status = await runJq({
    argv,
    env: context.env,
    cwd: context.cwd,
    stdin: streams.stdin ?? io.stdin,
    signal: context.signal,
    open: (path) => (path === "/dev/stdin" ? io.stdin : io.open(path)),
    kind(path) {
      if (!modules) return undefined;
      const kind = context.workspace.exists(path)?.kind;
      return kind === "file" || kind === "directory" ? kind : undefined;
    },
    write: streams.write ?? ((bytes) => io.stdout.write(bytes)),
    writeError: (bytes) => complaints.write(bytes),
  }).catch((error: unknown) => {
    throw error instanceof ThreadError ? new CommandError(error.message, { exitCode: 5 }) : error;
  });
  await complaints.end();
  return status;
}

/** jq writes its messages in pieces; those that begin with its name become diagnostics, line by line. */
class Complaints {
  readonly #io: Io;
  #rest = "";

  constructor(io: Io) {
    this.#io = io;
  }

  async write(bytes: Uint8Array): Promise<void> {
    const lines = (this.#rest + decode(bytes)).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) await this.#line(`${line}\n`);
  }

  async end(): Promise<void> {
    if (this.#rest !== "") await this.#line(this.#rest);
  }

  /** jq fills the lines that quote a filter with spaces at their end. */
  async #line(line: string): Promise<void> {
    if (line.startsWith("jq: ")) await this.#io.diagnose(line.slice("jq: ".length).trimEnd());
    else await this.#io.stderr.write(encode(line.replace(/ +\n$/, "\n")));
  }
}
