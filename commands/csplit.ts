// csplit: cuts a file at line numbers and at lines that match, into xx00, xx01, ...
import { CommandError, compilePattern, defineCommand, reads, union, Writer, writesTrees, z } from "../src/plugin.ts";
import { readAll } from "./input.ts";

export const csplit = defineCommand({
  name: "csplit",
  summary: "Cut a file at lines that match",
  description:
    "PATTERN is a line number, /RE/[OFFSET] (up to the match), %RE%[OFFSET] (skip to it), each followed by {N} or {*} to\n" +
    "repeat it. Prints the size of each piece.",
  args: () => ({
    prefix: z.string().default("xx"),
    suffixFormat: z.string().optional(),
    digits: z.number().int().min(1).default(2),
    keepFiles: z.boolean().default(false),
    quiet: z.boolean().default(false),
    elideEmptyFiles: z.boolean().default(false),
    suppressMatched: z.boolean().default(false),
    file: z.string(),
    patterns: z.array(z.string()).default([]),
  }),
  cli: {
    prefix: { short: "f", placeholder: "PREFIX", does: "begin names with PREFIX (xx)" },
    suffixFormat: { short: "b", placeholder: "FORMAT", does: "number as printf does (%02d)" },
    digits: { short: "n", placeholder: "N", does: "digits of the number (2)" },
    keepFiles: { short: "k", does: "keep the pieces after an error" },
    quiet: { short: ["s", "q"], long: ["quiet", "silent"], does: "do not print sizes" },
    elideEmptyFiles: { short: "z", does: "make no empty pieces" },
    suppressMatched: { does: "leave out the lines that matched" },
    file: { positional: true, placeholder: "file" },
    patterns: { positional: true, placeholder: "pattern" },
  },
  examples: [
    { does: "at a line", files: { f: "1\n2\n3\n" }, run: "csplit f 2 && cat xx01", prints: "2\n4\n2\n3\n" },
    {
      does: "at each title",
      files: { f: "# a\n1\n# b\n" },
      run: "csplit -sz f '/^#/' '{*}' && head -1 xx01",
      prints: "# b\n",
    },
  ],
  effects: ({ file, prefix }, context) =>
    union(
      reads(context, [file]),
      writesTrees(context, [prefix.includes("/") ? prefix.replace(/[^/]*$/, "") || "/" : "."]),
    ),
  async run(args, io, ctx) {
    if (args.patterns.length === 0)
      throw new CommandError(`missing operand after '${args.file}'`, { help: "Use: csplit FILE 10" });
    const rules = rulesOf(args.patterns);
    const source = args.file === "-" ? io.stdin : io.open(args.file);
    const bytes = await readAll(source);
    if (args.file !== "-") source.close();
    const out = new Writer(io.stdout);
    const made: string[] = [];
    const put = (from: number, to: number): void => {
      const piece = bytes.subarray(from, Math.max(from, to));
      if (args.elideEmptyFiles && piece.length === 0) return;
      const name = `${args.prefix}${numbered(made.length, args)}`;
      made.push(name);
      ctx.workspace.replace(name, piece);
      if (!args.quiet) out.text(`${piece.length}\n`);
    };
    const starts = [0];
    for (let at = bytes.indexOf(10); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(10, at + 1))
      starts.push(at + 1);
    const count = bytes.length === 0 ? 0 : starts.length;
    const offset = (line: number): number => (line >= count ? bytes.length : (starts[Math.max(0, line)] ?? 0));
    const lineEnd = (line: number): number =>
      offset(line + 1) - (bytes[offset(line + 1) - 1] === 10 && offset(line + 1) > offset(line) ? 1 : 0);
    let current = 0;
    let from = 0;
    try {
      for (const rule of rules) {
        for (let round = 0; round <= rule.repeat; round += 1) {
          const rest = ctx.pause();
          if (rest) await rest;
          if (rule.kind === "line") {
            const target = rule.line * (round + 1) - 1;
            const again = round > 0 ? ` on repetition ${round}` : "";
            if (target > count || (target === count && rule.repeat !== Infinity && target >= count)) {
              put(offset(from), bytes.length);
              throw new CommandError(`'${rule.text}': line number out of range${again}`);
            }
            put(offset(from), offset(target));
            from = args.suppressMatched ? target + 1 : target;
            current = Math.max(current, target);
            continue;
          }
          let found = current;
          // The line that was found last is not found again.
          if (round > 0 || current > 0) found = Math.max(found, current);
          while (found < count && !rule.pattern.test(bytes, offset(found), lineEnd(found))) found += 1;
          if (found >= count) {
            if (rule.repeat === Infinity) break;
            if (!rule.skip) put(offset(from), bytes.length);
            throw new CommandError(`'${rule.text}': match not found${round > 0 ? ` on repetition ${round}` : ""}`);
          }
          const target = found + rule.offset;
          if (target < from || target > count) throw new CommandError(`'${rule.text}': line number out of range`);
          if (!rule.skip) put(offset(from), offset(target));
          from = args.suppressMatched && rule.offset === 0 ? target + 1 : target;
          current = Math.max(found, target) + (rule.offset > 0 ? 0 : 1);
        }
      }
      put(offset(from), bytes.length);
    } catch (error) {
      if (!args.keepFiles) for (const name of made) ctx.workspace.unlink(name);
      await out.flush();
      throw error;
    }
    await out.flush();
    return 0;
  },
});

interface LineRule {
  readonly kind: "line";
  readonly text: string;
  readonly line: number;
  repeat: number;
}

interface MatchRule {
  readonly kind: "match";
  readonly text: string;
  readonly skip: boolean;
  readonly pattern: ReturnType<typeof compilePattern>;
  readonly offset: number;
  repeat: number;
}

function rulesOf(patterns: readonly string[]): (LineRule | MatchRule)[] {
  const rules: (LineRule | MatchRule)[] = [];
  for (const text of patterns) {
    const last = rules.at(-1);
    const repeat = /^\{(\d+|\*)\}$/.exec(text)?.[1];
    const match = /^([/%])(.*)\1([+-]?\d+)?$/s.exec(text);
    if (repeat !== undefined && last) last.repeat = repeat === "*" ? Infinity : Number(repeat);
    else if (match) {
      const pattern = compilePattern([(match[2] ?? "").replaceAll(`\\${match[1]}`, match[1] ?? "")], {
        syntax: "basic",
      });
      rules.push({ kind: "match", text, skip: match[1] === "%", pattern, offset: Number(match[3] ?? 0), repeat: 0 });
    } else if (/^\d+$/.test(text)) {
      if (Number(text) === 0) throw new CommandError("0: line number must be greater than zero");
      rules.push({ kind: "line", text, line: Number(text), repeat: 0 });
    } else throw new CommandError(`${text}: invalid pattern`);
  }
  return rules;
}

function numbered(
  count: number,
  { digits, suffixFormat }: { readonly digits: number; readonly suffixFormat?: string | undefined },
): string {
  if (suffixFormat === undefined) return String(count).padStart(digits, "0");
  return suffixFormat.replace(/%(0?)(\d*)([diuxXo])/, (_whole, zero: string, width: string, letter: string) => {
    const text = count.toString(letter === "o" ? 8 : letter.toLowerCase() === "x" ? 16 : 10);
    return (letter === "X" ? text.toUpperCase() : text).padStart(Number(width), zero === "" ? " " : "0");
  });
}
