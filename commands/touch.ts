// touch: sets the times of files, and creates those that do not exist.
import {
  CommandError,
  type Context,
  defineCommand,
  FileError,
  quoteName,
  UsageError,
  writes,
  z,
} from "../src/plugin.ts";
import { parseDate } from "./date/parse.ts";

export const touch = defineCommand({
  name: "touch",
  summary: "Set the times of files, creating those that do not exist",
  args: () => ({
    accessOnly: z.boolean().default(false),
    modificationOnly: z.boolean().default(false),
    time: z.enum(["access", "atime", "use", "modify", "mtime"]).optional(),
    noCreate: z.boolean().default(false),
    noDereference: z.boolean().default(false),
    date: z.string().optional(),
    stamp: z.string().optional(),
    reference: z.string().optional(),
    force: z.boolean().default(false),
    files: z.array(z.string()).min(1),
  }),
  cli: {
    accessOnly: { short: "a", long: false, does: "change the access time only" },
    modificationOnly: { short: "m", long: false, does: "change the modification time only" },
    time: { placeholder: "WHICH", does: "access (like -a) or modify (like -m)" },
    noCreate: { short: "c", does: "do not create files" },
    noDereference: { short: "h", does: "leave links alone: their own times cannot be set here" },
    date: { short: "d", placeholder: "TEXT", does: "a date in any common form: 2020-01-01, yesterday, @0" },
    stamp: { short: "t", long: false, placeholder: "STAMP", does: "a time as [[CC]YY]MMDDhhmm[.ss]" },
    reference: { short: "r", placeholder: "FILE", does: "the times of this file" },
    force: { short: "f", long: false, does: "accepted and ignored" },
    files: { positional: true, placeholder: "file" },
  },
  examples: [
    { does: "create an empty file", run: "touch new.txt && ls", prints: "new.txt\n" },
    {
      does: "give a file a date",
      files: { "a.txt": "" },
      run: "touch -d '2020-01-01 12:00' a.txt && stat -c %y a.txt",
      prints: "2020-01-01 12:00:00.000000000 +0000\n",
    },
  ],
  effects: ({ files, reference }, context) => {
    const written = writes(context, files);
    return reference === undefined ? written : { ...written, reads: writes(context, [reference]).writes.slice(0, 1) };
  },
  async run(args, io, ctx) {
    const times = chosenTimes(args, ctx);
    const access = args.accessOnly || args.time === "access" || args.time === "atime" || args.time === "use";
    const modification = args.modificationOnly || args.time === "modify" || args.time === "mtime";
    const both = access === modification;
    let status = 0;
    for (const path of args.files) {
      try {
        const workspace = ctx.workspace;
        if (args.noDereference && workspace.lstat(path).kind === "link") continue;
        let stat = workspace.exists(path);
        if (!stat) {
          if (args.noCreate) continue;
          if (path.endsWith("/")) throw new FileError("ENOENT", path);
          workspace.open(path, { write: true, create: true }).close();
          if (!times && both) continue;
          stat = workspace.stat(path);
        }
        const now = Date.now();
        const wanted = times ?? { atimeMs: now, mtimeMs: now };
        workspace.utimes(
          path,
          both || access ? wanted.atimeMs : stat.atimeMs,
          both || modification ? wanted.mtimeMs : stat.mtimeMs,
        );
      } catch (error) {
        status = 1;
        await io.diagnoseFile(error, path, path.endsWith("/") ? "setting times of" : "cannot touch");
      }
    }
    return status;
  },
});

interface Times {
  readonly atimeMs: number;
  readonly mtimeMs: number;
}

interface TimeSources {
  readonly date?: string | undefined;
  readonly stamp?: string | undefined;
  readonly reference?: string | undefined;
}

/** The times that the options name; undefined means now, at each file. */
function chosenTimes({ date, stamp, reference }: TimeSources, ctx: Context): Times | undefined {
  if (stamp !== undefined && (date !== undefined || reference !== undefined)) {
    throw new UsageError("cannot specify times from more than one source", { exitCode: 1 });
  }
  let times: Times | undefined;
  if (reference !== undefined) {
    try {
      times = ctx.workspace.stat(reference);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw new CommandError(`failed to get attributes of ${quoteName(reference)}: ${error.message}`);
    }
  }
  const text = date ?? (stamp === undefined ? undefined : isoOfStamp(stamp));
  if (text === undefined) return times;
  // With -r, a relative date counts from the file's own time.
  const moment = (from: number): number => {
    const parsed = parseDate(text, new Date(from), ctx.env.TZ ?? "UTC");
    if (!parsed) throw new UsageError(`invalid date format ${quoteName(date ?? stamp ?? "")}`, { exitCode: 1 });
    return parsed.getTime();
  };
  const now = Date.now();
  return { atimeMs: moment(times?.atimeMs ?? now), mtimeMs: moment(times?.mtimeMs ?? now) };
}

/** `[[CC]YY]MMDDhhmm[.ss]` in the form that every date parser reads; two-digit years as POSIX has them. */
function isoOfStamp(stamp: string): string {
  const parts = /^(\d\d)?(\d\d)?(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d\d))?$/.exec(stamp);
  if (!parts) throw new UsageError(`invalid date format ${quoteName(stamp)}`, { exitCode: 1 });
  const [, century, short, month, day, hour, minute, second = "00"] = parts;
  // With ten digits the first group holds the year of the century.
  const yy = short ?? century;
  const cc = short === undefined ? undefined : century;
  const year = yy === undefined ? new Date().getFullYear() : `${cc ?? (Number(yy) < 69 ? "20" : "19")}${yy}`;
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}
