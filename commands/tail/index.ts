// tail: the last lines or bytes of each file, or what follows a given line. A regular file is read from its end.
import { CommandError, defineCommand, reads, z } from "../../src/plugin.ts";
import { signedCount } from "../count.ts";
import { bareCount, title } from "../head.ts";
import { openRegular } from "../regular-file.ts";
import { type Followed, followFiles } from "./follow.ts";
import { from, lastOf, ofFile, type Part } from "./part.ts";

export const tail = defineCommand({
  name: "tail",
  summary: "Print the last lines of files",
  description:
    "Counts may have a multiplier: b 512, kB 1000, K 1024, MB, M and so on. With input connected and no file of that\n" +
    "name, `tail 5` is `tail -n 5` and `tail +5` is `tail -n +5`. A followed file ends with the call's deadline.",
  args: () => ({
    lines: z.string().optional(),
    bytes: z.string().optional(),
    follow: z.boolean().default(false),
    followHow: z.string().optional(),
    followName: z.boolean().default(false),
    sleepInterval: z.string().optional(),
    quiet: z.boolean().default(false),
    verbose: z.boolean().default(false),
    zeroTerminated: z.boolean().default(false),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    lines: { short: "n", placeholder: "N", digits: true, does: "print N lines (10); with +N from line N on" },
    bytes: { short: "c", placeholder: "N", does: "print N bytes; with +N from byte N on" },
    follow: { short: "f", long: false, does: "go on printing what is appended" },
    followHow: { long: "follow", optionalValue: "descriptor", placeholder: "HOW", does: "the same as -f" },
    followName: { short: "F", long: false, does: "the same as -f: a replaced file is followed by its name" },
    sleepInterval: { short: "s", placeholder: "N", does: "with -f: look every N seconds" },
    quiet: { short: "q", long: ["quiet", "silent"], does: "never print file names" },
    verbose: { short: "v", does: "always print file names" },
    zeroTerminated: { short: "z", does: "lines end with NUL" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "the last two lines", files: { f: "a\nb\nc\n" }, run: "tail -n 2 f", prints: "b\nc\n" },
    { does: "a count alone, after a pipe", run: "seq 100 | tail 2", prints: "99\n100\n" },
    {
      does: "without the first line",
      files: { "t.csv": "name\nbob\namy\n" },
      run: "tail -n +2 t.csv",
      prints: "bob\namy\n",
    },
    { does: "the last three bytes", files: { f: "abcdef" }, run: "tail -c 3 f", prints: "def" },
  ],
  effects: ({ files }, context) => reads(context, files),
  async run(args, io, ctx) {
    const bare = bareCount(args.files, io, ctx);
    const files = bare === undefined && args.files.length > 0 ? args.files : ["-"];
    const unit = args.bytes === undefined ? "lines" : "bytes";
    const { sign, count } = signedCount(args.bytes ?? bare ?? args.lines ?? "10", unit);
    const part: Part = { unit, count, fromStart: sign === "+", end: args.zeroTerminated ? 0 : 10 };
    const follow = args.follow || args.followName || args.followHow !== undefined;
    const titled = args.verbose || (files.length > 1 && !args.quiet);
    const followed: Followed[] = [];
    let status = 0;
    let printed = false;
    for (const file of files) {
      try {
        const handle = file === "-" ? undefined : openRegular(ctx.workspace, file);
        const source = handle ? undefined : file === "-" ? io.stdin : io.open(file);
        if (titled) await io.stdout.write(title(file, printed));
        printed = true;
        if (handle) {
          const end = await ofFile(handle, io.stdout, part, ctx);
          if (follow) followed.push({ file, position: end });
        } else if (source) {
          await (part.fromStart ? from(source, io.stdout, part) : lastOf(source, io.stdout, part));
          if (follow && file !== "-") followed.push({ file, position: 0 });
        }
      } catch (error) {
        if (error instanceof CommandError) throw error;
        await io.diagnoseFile(error, file, "cannot open");
        status = 1;
      }
    }
    if (followed.length > 0) await followFiles(followed, titled, args.sleepInterval, io, ctx);
    return status;
  },
});
