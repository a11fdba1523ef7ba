// `printf -v NAME`: the one thing of printf that needs the shell. The printing itself is the command's.
import { decode } from "../bytes/text.ts";
import { type Command, CommandError, UsageError } from "../command/command.ts";
import { evaluateSubscript } from "../expand/index.ts";
import { assignText, setElement } from "./assignment.ts";
import { createContext } from "./context.ts";
import type { Interpreter } from "./interpreter.ts";
import { createIo } from "./io.ts";
import { isName } from "./state.ts";

export function takesVariable(argv: readonly string[]): boolean {
  return argv[0] === "printf" && argv[1]?.startsWith("-v") === true;
}

/** Runs `printf -v NAME FORMAT...` with its output going to the variable. */
export async function printToVariable(shell: Interpreter, command: Command, argv: readonly string[]): Promise<number> {
  const attached = (argv[1] ?? "").slice(2);
  const target = attached === "" ? argv[2] : attached;
  const rest = argv.slice(attached === "" ? 3 : 2);
  if (target === undefined || rest.length === 0) throw new UsageError("usage: printf [-v name] format [argument...]");
  const [, name = "", subscript] = /^([^[]*)(?:\[(.*)\])?$/s.exec(target) ?? [];
  if (!isName(name)) throw new CommandError(`\`${target}': not a valid identifier`, { exitCode: 2 });
  const chunks: Uint8Array[] = [];
  const io = createIo(shell, "printf", argv);
  const captured = {
    ...{ stdin: io.stdin, stderr: io.stderr },
    stdout: { terminal: false, write: (bytes: Uint8Array) => void chunks.push(bytes) },
    open: io.open.bind(io),
    create: io.create.bind(io),
    diagnose: io.diagnose.bind(io),
    diagnoseFile: io.diagnoseFile.bind(io),
  };
  const status = (await command.bind(rest, { cwd: shell.state.cwd }).run(captured, createContext(shell))) ?? 0;
  const text = decode(Buffer.concat(chunks));
  if (subscript === undefined) assignText(shell, name, text);
  else setElement(shell, name, evaluateSubscript(name, subscript, shell.environment), text);
  return status;
}
