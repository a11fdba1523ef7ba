// bc: calculates with numbers of any precision, in POSIX's language with GNU's additions.
import { CommandError, defineCommand, type Io, reads, Writer, z } from "../../src/plugin.ts";
import { readAll } from "../input.ts";
import { ZERO } from "./number.ts";
import { BcError, type Flow, type Machine, type Statement, statements } from "./program.ts";

export const bc = defineCommand({
  name: "bc",
  summary: "Calculate with any precision",
  description:
    "scale is the number of digits after the point (0; 20 with -l). -l defines s, c, a, l and e. Arrays are global. After\n" +
    "an error of calculation it goes on; what is no bc ends it with status 1.",
  args: () => ({
    mathlib: z.boolean().default(false),
    quiet: z.boolean().default(false),
    standard: z.boolean().default(false),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    mathlib: { short: "l", does: "define the mathematical functions, scale=20" },
    quiet: { short: ["q", "i"], long: "quiet", does: "accepted: there is no greeting" },
    standard: { short: ["s", "w"], long: "standard", does: "accepted and ignored" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "digits after the point", run: "echo 'scale=2; 10/3' | bc", prints: "3.33\n" },
    { does: "a big power", run: "echo '2^100' | bc", prints: "1267650600228229401496703205376\n" },
    { does: "with functions", run: "echo 'scale=4; e(1)' | bc -l", prints: "2.7182\n" },
    { does: "hexadecimal", run: "echo 'obase=16; 255' | bc", prints: "FF\n" },
  ],
  effects: ({ files }, context) => reads(context, files),
  async run({ mathlib, files }, io, ctx) {
    const out = new Writer(io.stdout);
    const machine: Machine = {
      variables: new Map(),
      functions: new Map(),
      scale: mathlib ? 20 : 0,
      ibase: 10,
      obase: 10,
      last: ZERO,
      mathLibrary: mathlib,
      depth: 0,
      print: (text) => out.text(text),
      pause: () => ctx.pause(),
    };
    try {
      for (const name of [...files, "-"]) {
        const source = name === "-" ? io.stdin : io.open(name);
        const text = (await readAll(source)).toString("utf8");
        if (name !== "-") source.close();
        for (const statement of statements(text)) {
          const flow = await guarded(statement, machine, io, out);
          const full = out.drain();
          if (full) await full;
          if (flow === "quit") return 0;
        }
      }
    } catch (error) {
      if (!(error instanceof BcError)) throw error;
      throw new CommandError(error.message);
    } finally {
      await out.flush();
    }
    return 0;
  },
});

/** An error of calculation is said, and the next statement is run. */
async function guarded(statement: Statement, machine: Machine, io: Io, out: Writer): Promise<Flow> {
  try {
    return await statement(machine);
  } catch (error) {
    if (!(error instanceof BcError)) throw error;
    if (error.message === "quit") return "quit";
    await out.flush();
    await io.diagnose(`Runtime error: ${error.message}`);
    return undefined;
  }
}
