// egrep and fgrep: the old names of `grep -E` and `grep -F`, run as that through the same gate.
import { type Context, defineCommand, type Effects, type Io } from "../src/plugin.ts";

/** grep's own declaration is exact; these only hand on, so the whole tree is said to be read. */
const READS_ANYTHING: Effects = { reads: ["tree:/"], writes: [] };

export const egrep = defineCommand({
  name: "egrep",
  summary: "Print lines that match an extended pattern, as grep -E does",
  raw: true,
  usage: "[option...] pattern [file...]",
  examples: [
    { does: "one of two words", files: { f: "cat\ndog\ncow\n" }, run: "egrep 'cat|dog' f", prints: "cat\ndog\n" },
    { does: "count them", files: { f: "cat\ncow\n" }, run: "egrep -c '^c' f", prints: "2\n" },
  ],
  effects: () => READS_ANYTHING,
  run: (argv, io, context) => asGrep("-E", argv, io, context),
});

export const fgrep = defineCommand({
  name: "fgrep",
  summary: "Print lines that contain a plain string, as grep -F does",
  raw: true,
  usage: "[option...] string [file...]",
  examples: [
    { does: "a dot is a dot", files: { f: "a.b\naxb\n" }, run: "fgrep a.b f", prints: "a.b\n" },
    { does: "with its line number", files: { f: "x\n[a]\n" }, run: "fgrep -n '[a]' f", prints: "2:[a]\n" },
  ],
  effects: () => READS_ANYTHING,
  run: (argv, io, context) => asGrep("-F", argv, io, context),
});

function asGrep(option: string, argv: readonly string[], io: Io, context: Context): Promise<number> {
  return context.exec(["grep", option, ...argv], { stdin: io.stdin, stdout: io.stdout, stderr: io.stderr });
}
