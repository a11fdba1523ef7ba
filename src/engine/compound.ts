// Loops and choices: if, for, while, until, case, select, and the arithmetic for.

import { encode } from "../bytes/text.ts";
import { expandArithmetic, expandPattern, expandWord, expandWords } from "../expand/index.ts";
import { compileGlob } from "../pattern/index.ts";
import type { Arithmetic, ArithmeticFor, Case, For, If, Select, While, Word } from "../syntax/tree.ts";
import { readLine } from "./builtins/read-line.ts";
import { LeaveLoop } from "./completion.ts";
import type { Interpreter } from "./interpreter.ts";

export async function runIf(shell: Interpreter, node: If): Promise<number> {
  for (const { condition, body } of node.clauses) {
    if ((await shell.conditionally(() => shell.list(condition))) === 0) return await shell.list(body);
  }
  return node.otherwise ? await shell.list(node.otherwise) : 0;
}

export async function runFor(shell: Interpreter, node: For): Promise<number> {
  const values = await wordsOf(shell, node.words);
  let status = 0;
  await looping(shell, async (iterate) => {
    for (const value of values) {
      shell.state.assign(node.name, value);
      if (
        !(await iterate(async () => {
          status = await shell.list(node.body);
        }))
      )
        return;
    }
  });
  return status;
}

export async function runWhile(shell: Interpreter, node: While): Promise<number> {
  let status = 0;
  await looping(shell, async (iterate) => {
    let going = true;
    while (going) {
      going = await iterate(async () => {
        const held = (await shell.conditionally(() => shell.list(node.condition))) === 0;
        if (held === node.until) return true;
        status = await shell.list(node.body);
      });
    }
  });
  return status;
}

export async function runArithmeticFor(shell: Interpreter, node: ArithmeticFor): Promise<number> {
  let status = 0;
  const evaluate = async (expression: Arithmetic | undefined): Promise<boolean> =>
    expression === undefined || (await expandArithmetic(expression, shell.environment)) !== 0n;
  await evaluate(node.initial);
  await looping(shell, async (iterate) => {
    while (await evaluate(node.condition)) {
      const pause = shell.call.pacer.pause();
      if (pause) await pause;
      if (
        !(await iterate(async () => {
          status = await shell.list(node.body);
        }))
      )
        return;
      await evaluate(node.step);
    }
  });
  return status;
}

export async function runCase(shell: Interpreter, node: Case): Promise<number> {
  const subject = await expandWord(node.word, shell.environment);
  const { nocasematch, extglob } = shell.state.options;
  let status = 0;
  let through = false;
  for (const { patterns, body, terminator } of node.items) {
    let hit = through;
    for (const pattern of patterns) {
      if (hit) break;
      const literal = pattern.literal;
      hit =
        literal !== undefined && !nocasematch
          ? literal === subject
          : compileGlob(await expandPattern(pattern, shell.environment), { extglob, ignoreCase: nocasematch }).test(
              subject,
            );
    }
    if (!hit) continue;
    status = await shell.list(body);
    if (terminator === ";;") return status;
    through = terminator === ";&";
  }
  return status;
}

/** Prints the menu on stderr and reads choices until `break` or the end of input. */
export async function runSelect(shell: Interpreter, node: Select): Promise<number> {
  const values = await wordsOf(shell, node.words);
  if (values.length === 0) return 0;
  const width = String(values.length).length;
  const menu = values.map((value, index) => `${String(index + 1).padStart(width)}) ${value}\n`).join("");
  let status = 0;
  let shown = false;
  await looping(shell, async (iterate) => {
    for (;;) {
      const prompt = shell.state.scalar("PS3") ?? "#? ";
      await shell.stderr.write(encode(`${shown ? "" : menu}${prompt}`));
      shown = true;
      const line = await readLine(shell.stdin, 10);
      if (line === undefined) {
        status = 1;
        return;
      }
      const reply = line.text.trim();
      if (reply === "") {
        shown = false;
        continue;
      }
      shell.state.assign("REPLY", line.text);
      shell.state.assign(node.name, values[Number(reply) - 1] ?? "");
      if (
        !(await iterate(async () => {
          status = await shell.list(node.body);
        }))
      )
        return;
    }
  });
  return status;
}

async function wordsOf(shell: Interpreter, words: readonly Word[] | undefined): Promise<readonly string[]> {
  return words === undefined ? shell.state.positional : await expandWords(words, shell.environment);
}

/**
 * Runs a loop. `iterate` runs one round and answers whether to go on; a round that returns true has seen the end.
 * `break 2` leaves this loop and goes on to the one around it.
 */
async function looping(
  shell: Interpreter,
  run: (iterate: (round: () => Promise<true | undefined | void>) => Promise<boolean>) => Promise<void>,
): Promise<void> {
  shell.loops += 1;
  try {
    await run(async (round) => {
      try {
        return (await round()) !== true;
      } catch (leave) {
        if (!(leave instanceof LeaveLoop)) throw leave;
        if (leave.levels > 1) throw new LeaveLoop(leave.kind, leave.levels - 1);
        shell.state.status = 0;
        return leave.kind === "continue";
      }
    });
  } finally {
    shell.loops -= 1;
  }
}
