// Loops: for, while, until, select, and the arithmetic for.
import { encode } from "../bytes/text.ts";
import { ExpansionError, expandWords } from "../expand/index.ts";
import type { Arithmetic, ArithmeticFor, For, List, Select, While, Word } from "../syntax/tree.ts";
import { readLine } from "./builtins/read-line.ts";
import { LeaveLoop } from "./completion.ts";
import { runArithmetic } from "./conditional.ts";
import type { Interpreter } from "./interpreter.ts";
import { trace } from "./trace.ts";
import { runTrap } from "./trap.ts";

export async function runFor(shell: Interpreter, node: For): Promise<number> {
  const values = await wordsOf(shell, node.words);
  return await looping(shell, async (iterate) => {
    for (const value of values) {
      await headed(shell, () => heading(shell, "for", node));
      if (!(await assigned(shell, node.name, value))) return 1;
      if (!(await iterate(node.body))) return;
    }
  });
}

export async function runWhile(shell: Interpreter, node: While): Promise<number> {
  return await looping(shell, async (iterate) => {
    const holds = async (): Promise<boolean> =>
      ((await shell.conditionally(() => shell.list(node.condition))) === 0) !== node.until;
    while (await iterate(node.body, holds));
  });
}

export async function runArithmeticFor(shell: Interpreter, node: ArithmeticFor): Promise<number> {
  const evaluate = async (expression: Arithmetic | undefined): Promise<boolean | undefined> => {
    if (expression === undefined) return true;
    const value = await runArithmetic(shell, expression, "((");
    return value === undefined ? undefined : value !== 0n;
  };
  if ((await evaluate(node.initial)) === undefined) return 1;
  return await looping(shell, async (iterate) => {
    for (;;) {
      const pause = shell.call.pacer.pause();
      if (pause) await pause;
      const goesOn = await evaluate(node.condition);
      if (goesOn === undefined) return 1;
      if (!goesOn || !(await iterate(node.body))) return;
      if ((await evaluate(node.step)) === undefined) return 1;
    }
  });
}

/** Prints the menu on stderr and reads choices until `break` or the end of input. */
export async function runSelect(shell: Interpreter, node: Select): Promise<number> {
  const values = await wordsOf(shell, node.words);
  if (values.length === 0) return 0;
  const width = String(values.length).length;
  const menu = values.map((value, index) => `${String(index + 1).padStart(width)}) ${value}\n`).join("");
  let shown = false;
  return await looping(shell, async (iterate) => {
    for (;;) {
      const prompt = shell.state.scalar("PS3") ?? "#? ";
      await shell.stderr.write(encode(`${shown ? "" : menu}${prompt}`));
      shown = true;
      const line = await readLine(shell.stdin, 10);
      if (line === undefined) {
        await shell.stdout.write(encode("\n"));
        return 1;
      }
      const reply = line.text.trim();
      if (reply === "") {
        shown = false;
        continue;
      }
      shell.state.assign("REPLY", line.text);
      if (!(await assigned(shell, node.name, values[Number(reply) - 1] ?? ""))) return 1;
      if (!(await iterate(node.body))) return;
    }
  });
}

/** `set -x` and the DEBUG trap before each round, or before a `case`. */
export async function headed(shell: Interpreter, text: () => string): Promise<void> {
  if (shell.state.traps.has("DEBUG")) await runTrap(shell, "DEBUG");
  if (shell.state.options.xtrace) await trace(shell, text());
}

function heading(shell: Interpreter, keyword: string, { name, words }: For | Select): string {
  if (words === undefined) return `${keyword} ${name}`;
  const texts = words.map(({ span }) => shell.source.slice(span.start, span.end));
  return `${keyword} ${name} in ${texts.join(" ")}`;
}

/** Assigns the loop's variable; false after a diagnostic where it is readonly (bash: the loop ends with 1). */
async function assigned(shell: Interpreter, name: string, value: string): Promise<boolean> {
  try {
    shell.state.assign(name, value);
    return true;
  } catch (error) {
    if (!(error instanceof ExpansionError)) throw error;
    await shell.diagnose(undefined, error.message, error.help);
    return false;
  }
}

async function wordsOf(shell: Interpreter, words: readonly Word[] | undefined): Promise<readonly string[]> {
  return words === undefined ? shell.state.positional : await expandWords(words, shell.environment);
}

/** Runs one round: the condition, if there is one, then the body. Answers whether to go on. */
type Iterate = (body: List, holds?: () => Promise<boolean>) => Promise<boolean>;

/**
 * Runs a loop and gives its status: that of the last round, or what `run` gives itself. `break 2` leaves this loop and
 * goes on to the one around it.
 */
async function looping(
  shell: Interpreter,
  run: (iterate: Iterate) => Promise<number | undefined | void>,
): Promise<number> {
  let status = 0;
  shell.loops += 1;
  try {
    const own = await run(async (body, holds) => {
      try {
        if (holds && !(await holds())) return false;
        status = await shell.list(body);
        return true;
      } catch (leave) {
        if (!(leave instanceof LeaveLoop)) throw leave;
        if (leave.levels > 1) throw new LeaveLoop(leave.kind, leave.levels - 1, leave.status);
        status = leave.status;
        shell.state.status = status;
        return leave.kind === "continue";
      }
    });
    return own ?? status;
  } finally {
    shell.loops -= 1;
  }
}
