// date: prints the time, or another moment that words describe. It sets no clock.
import {
  CommandError,
  type Context,
  decode,
  defineCommand,
  encode,
  type Io,
  LineReader,
  reads,
  UsageError,
  z,
} from "../../src/plugin.ts";
import { clockOf, formatTime } from "../file-time.ts";
import { quoteWord } from "../quote-word.ts";
import { type Moment, parseMoment } from "./parse.ts";

/** What `-I` and `--rfc-3339` take, with their formats. Abbreviations are taken too. */
const ISO: Readonly<Record<string, string>> = {
  hours: "%Y-%m-%dT%H%:z",
  minutes: "%Y-%m-%dT%H:%M%:z",
  date: "%Y-%m-%d",
  seconds: "%Y-%m-%dT%H:%M:%S%:z",
  ns: "%Y-%m-%dT%H:%M:%S,%N%:z",
};
const RFC_3339: Readonly<Record<string, string>> = {
  date: "%Y-%m-%d",
  seconds: "%Y-%m-%d %H:%M:%S%:z",
  ns: "%Y-%m-%d %H:%M:%S.%N%:z",
};

export const date = defineCommand({
  name: "date",
  summary: "Print the date and time, now or as words describe it",
  description:
    "FORMAT has strftime's conversions: %Y %m %d %H %M %S, %F %T, %a %A %b %B, %j %V %u, %s seconds since the epoch,\n" +
    "%N nanoseconds, %z %:z %Z; a flag after the % changes the padding: - none, _ blanks, 0 zeros, ^ upper case.\n" +
    "STRING: 2024-01-15, '2024-01-15 10:00 +0200', @1700000000, tomorrow, 'next monday', '2 days ago',\n" +
    "'2024-01-15 + 1 week', 'Jan 15 2024 3pm'. After a time of day a signed number is a time zone, as in GNU's date.",
  args: () => ({
    date: z.string().optional(),
    file: z.string().optional(),
    reference: z.string().optional(),
    utc: z.boolean().default(false),
    iso8601: z.string().optional(),
    rfcEmail: z.boolean().default(false),
    rfc3339: z.string().optional(),
    set: z.string().optional(),
    format: z.array(z.string()).default([]),
  }),
  cli: {
    date: { short: "d", placeholder: "STRING", does: "print the moment that STRING describes" },
    file: { short: "f", placeholder: "FILE", does: "as -d for each line of FILE" },
    reference: { short: "r", placeholder: "FILE", does: "print when FILE was last modified" },
    utc: { short: "u", long: ["utc", "universal"], does: "in UTC" },
    iso8601: {
      short: "I",
      long: "iso-8601",
      optionalValue: "date",
      placeholder: "UNIT",
      does: "ISO 8601: date, hours, minutes, seconds or ns",
    },
    rfcEmail: { short: "R", long: "rfc-email", does: "as in mails: Mon, 15 Jan 2024 10:00:00 +0000" },
    rfc3339: { long: "rfc-3339", placeholder: "UNIT", does: "RFC 3339: date, seconds or ns" },
    set: { short: "s", placeholder: "STRING", does: "is refused: nothing sets the clock" },
    format: { positional: true, placeholder: "+FORMAT" },
  },
  examples: [
    { does: "the date of a moment", run: "date -u -d @1700000000 +%F", prints: "2023-11-14\n" },
    { does: "count from a date", run: "date -d '2024-01-15 + 1 day' +%F", prints: "2024-01-16\n" },
    { does: "a day of the week", run: "date -d 2024-03-01 '+%a %b %d'", prints: "Fri Mar 01\n" },
    { does: "now in ISO 8601", run: "date -Iseconds", matches: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d\n$/ },
  ],
  effects: ({ file, reference }, context) =>
    reads(
      context,
      [file, reference].filter((path) => path !== undefined),
    ),
  async run(args, io, ctx) {
    if (args.set !== undefined) throw new CommandError("cannot set date: Operation not permitted");
    const format = formatOf(args);
    const zone = args.utc ? "UTC" : (ctx.env.TZ ?? "UTC");
    const now = currentMoment();
    const print = (moment: Moment): void | Promise<void> => {
      const clock = { ...clockOf(moment.seconds * 1000, zone), nanosecond: moment.nanoseconds };
      return io.stdout.write(encode(`${formatTime(format, clock)}\n`));
    };
    if (args.reference !== undefined) {
      const moment = fileMoment(args.reference, ctx);
      if (moment instanceof Error) {
        await io.diagnoseFile(moment, args.reference);
        return 1;
      }
      await print(moment);
      return 0;
    }
    if (args.file !== undefined) return ofLines(args.file, (text) => parseMoment(text, now, zone), print, io);
    if (args.date === undefined) {
      await print(now);
      return 0;
    }
    const moment = parseMoment(args.date, now, zone);
    if (!moment) throw invalid(args.date);
    await print(moment);
    return 0;
  },
});

interface FormatArgs {
  readonly iso8601?: string | undefined;
  readonly rfcEmail: boolean;
  readonly rfc3339?: string | undefined;
  readonly format: readonly string[];
}

function formatOf({ iso8601, rfcEmail, rfc3339, format }: FormatArgs): string {
  const [operand, extra] = format;
  if (extra !== undefined) throw new UsageError(`extra operand '${extra}'`, { exitCode: 1 });
  if (operand !== undefined && !operand.startsWith("+")) throw misplaced(operand);
  const formats = [
    iso8601 === undefined ? undefined : pick(ISO, iso8601, "--iso-8601"),
    rfcEmail ? "%a, %d %b %Y %H:%M:%S %z" : undefined,
    rfc3339 === undefined ? undefined : pick(RFC_3339, rfc3339, "--rfc-3339"),
    operand?.slice(1),
  ].filter((found) => found !== undefined);
  if (formats.length > 1) throw new CommandError("multiple output formats specified");
  return formats[0] ?? "%a %b %e %H:%M:%S %Z %Y";
}

/** GNU's date would set the clock by an operand; people mean a format or -d. */
function misplaced(operand: string): CommandError {
  const isDate = parseMoment(operand, currentMoment(), "UTC") !== undefined;
  const command = isDate
    ? `date -d ${quoteWord(operand)}`
    : `date ${quoteWord(`+${operand.includes("%") ? operand : "%F"}`)}`;
  return new CommandError(`invalid date '${operand}'`, { help: `Use: ${command}` });
}

function pick(formats: Readonly<Record<string, string>>, unit: string, option: string): string {
  const names = Object.keys(formats).filter((name) => name.startsWith(unit));
  const format = formats[names[0] ?? ""];
  if (format === undefined || unit === "") {
    throw new CommandError(`invalid argument '${unit}' for '${option}'. One of: ${Object.keys(formats).join(", ")}`);
  }
  return format;
}

function currentMoment(): Moment {
  const ms = Date.now();
  return { seconds: Math.floor(ms / 1000), nanoseconds: (ms % 1000) * 1e6 };
}

function fileMoment(path: string, ctx: Context): Moment | Error {
  try {
    const { mtimeMs } = ctx.workspace.stat(path);
    const seconds = Math.floor(mtimeMs / 1000);
    return { seconds, nanoseconds: Math.round((mtimeMs - seconds * 1000) * 1e6) };
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

function invalid(text: string): CommandError {
  return new CommandError(`invalid date '${text}'`, {
    help: "Use: date -d '2024-01-15 10:00' (or: date -d 'next monday')",
  });
}

async function ofLines(
  file: string,
  parse: (text: string) => Moment | undefined,
  print: (moment: Moment) => void | Promise<void>,
  io: Io,
): Promise<number> {
  let status = 0;
  try {
    const lines = new LineReader(file === "-" ? io.stdin : io.open(file));
    for (let block = await lines.next(); block; block = await lines.next()) {
      for (const line of decode(block.bytes.subarray(block.start, block.end)).replace(/\n$/, "").split("\n")) {
        const moment = parse(line);
        if (moment) await print(moment);
        else await io.diagnose(invalid(line).message);
        if (!moment) status = 1;
      }
    }
    lines.close();
    return status;
  } catch (error) {
    await io.diagnoseFile(error, file);
    return 1;
  }
}
