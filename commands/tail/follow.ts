// tail -f: prints what is appended to files. It looks again and again; there are no events to wait for in a workspace.
import { CommandError, type Context, type Io } from "../../src/plugin.ts";
import { parseDuration } from "../duration.ts";
import { title } from "../head.ts";
import { wait } from "../wait.ts";
import { copyFrom } from "./part.ts";

/** Milliseconds between two looks. */
const POLL_MS = 50;

export interface Followed {
  readonly file: string;
  /** Offset after the last byte printed. */
  position: number;
}

/** Prints what is appended until the call is cancelled or the reader has gone. */
export async function followFiles(
  files: readonly Followed[],
  titled: boolean,
  interval: string | undefined,
  io: Io,
  ctx: Context,
): Promise<never> {
  const pause = interval === undefined ? POLL_MS : parseDuration(interval);
  if (pause === undefined) throw new CommandError(`invalid number of seconds: '${interval}'`);
  let current = files.at(-1);
  for (;;) {
    await wait(Math.max(1, pause), ctx.signal);
    // Nothing may come for long: an empty write tells whether the reader is still there.
    await io.stdout.write(new Uint8Array(0));
    for (const followed of files) {
      const size = ctx.workspace.exists(followed.file)?.size;
      if (size === undefined || size === followed.position) continue;
      if (size < followed.position) {
        await io.diagnose(`${followed.file}: file truncated`);
        followed.position = 0;
      }
      if (titled && current !== followed) await io.stdout.write(title(followed.file, true));
      current = followed;
      const handle = ctx.workspace.open(followed.file, { read: true });
      try {
        followed.position = await copyFrom(handle, followed.position, io.stdout, ctx);
      } finally {
        handle.close();
      }
    }
  }
}
