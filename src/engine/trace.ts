// What `set -x` prints: PS4, its first character once a level, and the words of a command.
import { encode } from "../bytes/text.ts";
import { expandHeredoc } from "../expand/index.ts";
import { parse } from "../syntax/index.ts";
import type { Interpreter } from "./interpreter.ts";

export async function trace(shell: Interpreter, text: string): Promise<void> {
  if (!shell.state.options.xtrace) return;
  const prompt = await prefix(shell);
  const [first = ""] = prompt;
  await shell.stderr.write(encode(`${first.repeat(shell.traceDepth)}${prompt}${text}\n`));
}

/** PS4 with its parameters and substitutions expanded (bash manual, Bash Variables). */
async function prefix(shell: Interpreter): Promise<string> {
  const prompt = shell.state.scalar("PS4") ?? "+ ";
  if (!/[$`\\]/.test(prompt)) return prompt;
  const [item] = parse(`<<PS4\n${prompt}\nPS4\n`).script.body.items;
  const [command] = item?.body.first.stages ?? [];
  const body = command?.kind === "simple" ? command.redirections[0]?.heredoc?.body : undefined;
  if (!body) return prompt;
  const { status, options } = shell.state;
  options.xtrace = false;
  try {
    return (await expandHeredoc(body, shell.environment)).replace(/\n$/, "");
  } finally {
    options.xtrace = true;
    shell.state.status = status;
  }
}
