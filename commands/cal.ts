// cal: prints calendars of months and years, Gregorian throughout (GNU's and BSD's change from Julian in 1752).
import { CommandError, defineCommand, PURE, Writer, z } from "../src/plugin.ts";
import { clockOf } from "./file-time.ts";

const MONTHS = "January February March April May June July August September October November December".split(" ");

export const cal = defineCommand({
  name: "cal",
  summary: "Print a calendar",
  description: "Dates are Gregorian, also those before September 1752. Today is not marked.",
  args: () => ({
    year: z.boolean().default(false),
    three: z.boolean().default(false),
    before: z.number().int().min(0).default(0),
    after: z.number().int().min(0).default(0),
    month: z.string().optional(),
    highlight: z.boolean().default(false),
    first: z.string().optional(),
    second: z.string().optional(),
  }),
  cli: {
    year: { short: "y", long: false, does: "the whole year" },
    three: { short: "3", long: false, does: "the months before and after too" },
    before: { short: "B", long: false, placeholder: "N", does: "N months before too" },
    after: { short: "A", long: false, placeholder: "N", does: "N months after too" },
    month: { short: "m", long: false, placeholder: "MONTH", does: "this month of the year" },
    highlight: { short: "h", long: false, does: "accepted: today is not marked" },
    first: { positional: true, placeholder: "month" },
    second: { positional: true, placeholder: "year" },
  },
  examples: [
    {
      does: "one month",
      run: "cal 2 2024 | head -3",
      prints: "   February 2024      \nSu Mo Tu We Th Fr Sa  \n             1  2  3  \n",
    },
    { does: "how many lines a year has", run: "cal 2024 | wc -l", prints: "36\n" },
  ],
  effects: () => PURE,
  async run(args, io, ctx) {
    const now = clockOf(Date.now(), ctx.env.TZ);
    const wholeYear = args.year || (args.first !== undefined && args.second === undefined && args.month === undefined);
    const year = yearOf(args.second ?? args.first ?? String(now.year));
    const named = args.month ?? (args.second === undefined ? undefined : args.first);
    const month = named === undefined ? now.month - 1 : monthOf(named);
    const out = new Writer(io.stdout);
    if (wholeYear) {
      out.text(`${" ".repeat(Math.floor((60 - String(year).length) / 2))}${year}\n`);
      for (let row = 0; row < 12; row += 3) {
        if (row > 0) out.text("\n");
        const quarter = [row, row + 1, row + 2].map((at) => [year, at]);
        printRow(out, quarter, false);
      }
    } else {
      const before = args.three ? 1 : args.before;
      const after = args.three ? 1 : args.after;
      const shown = Array.from({ length: before + after + 1 }, (_, at): [number, number] => {
        const count = year * 12 + month - before + at;
        return [Math.floor(count / 12), ((count % 12) + 12) % 12];
      });
      for (let at = 0; at < shown.length; at += 3) printRow(out, shown.slice(at, at + 3), true);
    }
    await out.flush();
  },
});

function yearOf(text: string): number {
  const year = Number(text);
  if (!/^\d+$/.test(text) || year < 1 || year > 9999)
    throw new CommandError(`year '${text}' not in range 1..9999`, { exitCode: 64 });
  return year;
}

function monthOf(text: string): number {
  const month = /^\d+$/.test(text)
    ? Number(text) - 1
    : MONTHS.findIndex((name) => text.length >= 3 && name.toLowerCase().startsWith(text.toLowerCase()));
  if (month < 0 || month > 11)
    throw new CommandError(`${text} is neither a month number (1..12) nor a name`, { exitCode: 64 });
  return month;
}

/** Months beside each other; each column is 20 wide and followed by two blanks. */
function printRow(out: Writer, months: readonly (readonly [number, number] | number[])[], withYear: boolean): void {
  const blocks = months.map(([year = 1, month = 0]) => {
    const title = `${MONTHS[month]}${withYear ? ` ${year}` : ""}`;
    return [centred(title, 20), "Su Mo Tu We Th Fr Sa", ...weeks(year, month)];
  });
  for (let line = 0; line < 8; line += 1) out.text(`${blocks.map((block) => `${block[line]}  `).join("")}\n`);
}

function centred(text: string, width: number): string {
  const left = Math.max(0, Math.floor((width - text.length) / 2));
  return `${" ".repeat(left)}${text}`.padEnd(width);
}

function weeks(year: number, month: number): string[] {
  const first = new Date(0);
  first.setUTCFullYear(year, month, 1);
  const lead = first.getUTCDay();
  const last = new Date(0);
  last.setUTCFullYear(year, month + 1, 0);
  const days = last.getUTCDate();
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_unused, day) => {
      const date = week * 7 + day - lead + 1;
      return (date < 1 || date > days ? "" : String(date)).padStart(2);
    }).join(" "),
  );
}
