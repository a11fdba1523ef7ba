// Runs one awk program: options and operands in, BEGIN, the records, END, and the end of all streams.
import { type Context, decode, FileError, type Io, PatternLimitError, UsageError, Writer } from "../../src/plugin.ts";
import { type Arguments, type ProgramSource, parseArguments } from "./arguments.ts";
import type { AwkArray } from "./array.ts";
import type { Program } from "./ast.ts";
import { type Compiled, compileProgram, liftProgram } from "./compile/index.ts";
import { onlyPattern } from "./compile/prefilter.ts";
import { formatNumber } from "./format.ts";
import { checkName, Input, outsideValue } from "./input.ts";
import { Machine } from "./machine.ts";
import { isSpecial } from "./names.ts";
import { parseProgram } from "./parser.ts";
import { EXIT, NEXTFILE, NORMAL, type Signal } from "./signal.ts";
import { setSpecial } from "./special.ts";
import { Suspension } from "./suspension.ts";
import { AwkError, inputValue } from "./value.ts";

const VERSION = "awk (runsh), the language of POSIX awk and GNU Awk 5.2";

export async function runProgram(argv: readonly string[], io: Io, ctx: Context): Promise<number> {
  const options = parseArguments(argv);
  if (options.kind === "version") {
    const out = new Writer(io.stdout);
    out.text(`${VERSION}\n`);
    await out.flush();
    return 0;
  }
  const sources: string[] = [];
  for (const source of options.sources) sources.push(await textOf(source, io));
  const parsed = parseProgram(sources.join("\n"));
  const suspension = new Suspension(parsed);
  const program = liftProgram(parsed, suspension);
  const machine: Machine = new Machine(io, ctx, program.globalCount, (format, value) =>
    formatNumber(machine, format, value),
  );
  const slot = (name: string): number => parsed.globals.get(name)?.slot ?? 0;
  const input = new Input(machine, {
    filename: slot("FILENAME"),
    argc: slot("ARGC"),
    argv: slot("ARGV"),
    argind: slot("ARGIND"),
    errno: slot("ERRNO"),
  });
  input.assign = (name, value) => assign(machine, parsed, name, value);
  prepare(machine, parsed, options);
  const slots = { start: slot("RSTART"), length: slot("RLENGTH"), errno: slot("ERRNO") };
  const compiled = compileProgram(program, suspension, machine, input, slots);
  const only = onlyPattern(parsed);
  const assigned = [...options.assignments, ...options.operands].some((word) => /^(?:RS|IGNORECASE)=/.test(word));
  if (only !== undefined && !assigned) input.only = machine.regexes.get(only).pattern;
  input.beginFile = compiled.beginFile;
  input.endFile = compiled.endFile;
  try {
    await execute(compiled, program, machine, input);
  } catch (error) {
    await settle(machine, input);
    if (error instanceof PatternLimitError) throw new AwkError(error.message);
    if (error instanceof RangeError && error.message.includes("call stack")) {
      throw new AwkError("the program is nested too deeply");
    }
    // What V8 says of strings over half a gigabyte.
    if (error instanceof RangeError && error.message.includes("string length"))
      throw new AwkError("out of memory: a string would be too long");
    throw error;
  }
  input.close();
  await machine.streams.closeAll();
  return input.failed ? 2 : machine.exitCode;
}

/** After a failure what was printed still comes out; a further failure on the way adds nothing. */
async function settle(machine: Machine, input: Input): Promise<void> {
  input.close();
  try {
    await machine.streams.closeAll();
  } catch {
    machine.streams.abandon();
  }
}

async function execute(compiled: Compiled, program: Program, machine: Machine, input: Input): Promise<void> {
  let signal: Signal = await compiled.begin();
  const reads = program.rules.length + program.end.length + program.beginFile.length + program.endFile.length > 0;
  if (signal !== EXIT && reads) signal = await records(compiled, machine, input);
  // After exit outside of END its action still runs (POSIX awk, "Actions"); a file that is missing ends all.
  if (!input.failed) await compiled.end();
}

async function records({ main }: Compiled, machine: Machine, input: Input): Promise<Signal> {
  for (;;) {
    const next = input.next();
    const got = typeof next === "boolean" ? next : await next;
    if (!got) return input.exited ? EXIT : NORMAL;
    const result = main();
    if (result !== NORMAL) {
      const signal = typeof result === "number" ? result : await result;
      if (signal === EXIT) return EXIT;
      if (signal === NEXTFILE) await input.skipFile();
      if (input.exited) return EXIT;
    }
    // Long records take long.
    machine.fuel -= 8 + ((machine.row.end - machine.row.start) >> 4);
    if (machine.fuel < 0) {
      const pause = machine.refuel();
      if (pause) await pause;
    }
  }
}

function prepare(machine: Machine, program: Program, options: Extract<Arguments, { kind: "run" }>): void {
  const special: Readonly<Record<string, string>> = {
    FS: " ",
    OFS: " ",
    ORS: "\n",
    RS: "\n",
    SUBSEP: "\x1c",
    CONVFMT: "%.6g",
    OFMT: "%.6g",
    FPAT: "[^[:space:]]+",
    FIELDWIDTHS: "",
  };
  for (const [name, value] of Object.entries(special)) machine.specials.set(name, value);
  machine.specials.set("IGNORECASE", 0);
  const array = (name: string): AwkArray => machine.globalArray(program.globals.get(name)?.slot ?? 0);
  const environment = array("ENVIRON");
  for (const [name, value] of Object.entries(machine.ctx.env)) environment.set(name, inputValue(value));
  const words = ["awk", ...options.operands];
  const argv = array("ARGV");
  for (const [index, word] of words.entries()) argv.set(index, inputValue(word));
  setGlobal(machine, program, "ARGC", words.length);
  setGlobal(machine, program, "RSTART", 0);
  setGlobal(machine, program, "RLENGTH", -1);
  const info = array("PROCINFO");
  info.set("version", "5.2.1");
  info.set("FS", "FS");
  machine.sortedIn = () => {
    const how = info.peek("sorted_in");
    return how === undefined ? undefined : machine.text(how);
  };
  if (options.separator !== undefined) {
    setSpecial(machine, "FS")(machine.text(outsideValue(options.separator)));
  }
  for (const assignment of options.assignments) {
    const equals = assignment.indexOf("=");
    if (equals < 0) {
      throw new UsageError(`\`${assignment}' is no assignment: -v takes name=value`, {
        help: `Use: awk -v ${assignment}=VALUE`,
      });
    }
    assign(machine, program, assignment.slice(0, equals), assignment.slice(equals + 1));
  }
}

function assign(machine: Machine, program: Program, name: string, text: string): void {
  checkName(name);
  const value = outsideValue(text);
  if (isSpecial(name)) {
    setSpecial(machine, name)(value);
    return;
  }
  if (program.functions.has(name)) throw new AwkError(`cannot use function name \`${name}' as a variable`);
  setGlobal(machine, program, name, value);
}

/** A variable that the program does not name is not kept. */
function setGlobal(machine: Machine, program: Program, name: string, value: Parameters<Machine["text"]>[0]): void {
  const variable = program.globals.get(name);
  if (!variable) return;
  if (variable.array) throw new AwkError(`cannot assign to array \`${name}'`);
  machine.globals[variable.slot] = value;
}

async function textOf(source: ProgramSource, io: Io): Promise<string> {
  if (source.kind === "text") return source.text;
  try {
    const from = source.text === "-" || source.text === "/dev/stdin" ? io.stdin : io.open(source.text);
    const chunks: Uint8Array[] = [];
    for (;;) {
      const next = from.read();
      const chunk = next instanceof Promise ? await next : next;
      if (chunk === null) break;
      chunks.push(chunk);
    }
    from.close();
    return decode(Buffer.concat(chunks));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const code = error.code === "EISDIR" ? 1 : 2;
    throw new AwkError(`cannot open source file \`${source.text}' for reading: ${error.message}`, undefined, code);
  }
}
