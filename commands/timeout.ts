// timeout: runs a command that may take only so long. What it printed until then is kept.
import { CancelledError, CommandError, defineCommand, UNKNOWN, z } from "../src/plugin.ts";
import { parseDuration } from "./duration.ts";

/** The longest delay that a timer takes: 2^31 - 1 milliseconds. */
const LONGEST = 0x7fff_ffff;

/** Numbers of the signals that people send (signal(7)); 128 and the number is the status with --preserve-status. */
const SIGNALS: Readonly<Record<string, number>> = {
  HUP: 1,
  INT: 2,
  QUIT: 3,
  ABRT: 6,
  KILL: 9,
  USR1: 10,
  USR2: 12,
  PIPE: 13,
  ALRM: 14,
  TERM: 15,
  STOP: 19,
};

export const timeout = defineCommand({
  name: "timeout",
  summary: "Run a command with a time limit",
  description:
    "Exits 124 when the time is up, otherwise as the command does. Units: s seconds (the default), m, h, d; 0 is no\n" +
    "limit. Every command here stops at once, so the signal changes the exit status only: KILL gives 137.",
  args: () => ({
    signal: z.string().optional(),
    killAfter: z.string().optional(),
    preserveStatus: z.boolean().default(false),
    foreground: z.boolean().default(false),
    verbose: z.boolean().default(false),
    duration: z.string(),
    command: z.array(z.string()).min(1),
  }),
  cli: {
    signal: { short: "s", placeholder: "SIGNAL", does: "name or number of the signal" },
    killAfter: { short: "k", placeholder: "DURATION", does: "is taken and never needed" },
    preserveStatus: { does: "exit as the stopped command would: 143 after TERM" },
    foreground: { does: "is taken and has no effect" },
    verbose: { short: "v", does: "say when the time is up" },
    duration: { positional: true, placeholder: "duration" },
    command: { positional: true, placeholder: "command" },
  },
  stopAtOperand: true,
  examples: [
    { does: "stop what takes too long", run: "timeout 0.1 sleep 5", prints: "", exit: 124 },
    { does: "in time", run: "timeout 5 echo done", prints: "done\n" },
    { does: "what was printed is kept", run: "timeout 0.1 yes | head -n 1", prints: "y\n" },
  ],
  effects: () => UNKNOWN,
  async run({ signal, killAfter, preserveStatus, verbose, duration, command }, io, ctx) {
    const limit = milliseconds(duration);
    if (killAfter !== undefined) milliseconds(killAfter);
    const number = signal === undefined ? 15 : signalNumber(signal);
    const controller = new AbortController();
    const follow = (): void => controller.abort(ctx.signal.reason);
    if (ctx.signal.aborted) follow();
    ctx.signal.addEventListener("abort", follow, { once: true });
    let expired = false;
    const expire = (): void => {
      expired = true;
      controller.abort(new CancelledError(124));
    };
    const timer = limit > 0 && limit <= LONGEST ? setTimeout(expire, Math.max(1, limit)) : undefined;
    let status = 0;
    try {
      status = await ctx.exec(command, { stdin: io.stdin }, { signal: controller.signal });
    } catch (error) {
      if (!(error instanceof CancelledError) || !expired || ctx.signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
      ctx.signal.removeEventListener("abort", follow);
    }
    if (!expired) return status;
    if (verbose) await io.diagnose(`sending signal ${nameOf(number)} to command '${command[0]}'`);
    return preserveStatus || number === 9 ? 128 + number : 124;
  },
});

function milliseconds(text: string): number {
  const duration = parseDuration(text);
  if (duration === undefined) throw new CommandError(`invalid time interval '${text}'`, { exitCode: 125 });
  return duration;
}

function signalNumber(text: string): number {
  const number = /^\d+$/.test(text) ? Number(text) : SIGNALS[text.toUpperCase().replace(/^SIG/, "")];
  if (number === undefined || number > 64) throw new CommandError(`'${text}': invalid signal`, { exitCode: 125 });
  return number;
}

function nameOf(number: number): string {
  return Object.entries(SIGNALS).find(([, value]) => value === number)?.[0] ?? String(number);
}
