// `runsh` alone: a prompt for people, with history, completion, lines that go on, and a look at what a model reads.
import { createInterface, type Interface } from "node:readline";
import type { Shell } from "../session/index.ts";
import { parse } from "../syntax/index.ts";
import { complete } from "./completion.ts";
import { appendHistory, readHistory } from "./history.ts";
import { openShell } from "./open-shell.ts";
import type { CliOptions } from "./options.ts";
import { StandardOutput } from "./standard-streams.ts";
import { VERSION } from "./version.ts";

const HELP = `:model   show each result as a model reads it, and back
:help    this text; "help" lists the commands
:quit    leave (Ctrl-D too)
Ctrl-C ends the running line, not the prompt.
`;

/** Runs until the end of input; the status is that of the last line. */
export async function runPrompt(options: CliOptions): Promise<number> {
  const shell = await openShell(options);
  const prompt = new Prompt(shell);
  // An exit, unlike the signal's own end of the process, lets the scratch folder be removed.
  const leave = (_name: string, number: number): never => process.exit(128 + number);
  process.on("SIGTERM", leave);
  process.on("SIGHUP", leave);
  try {
    return await prompt.run();
  } finally {
    process.off("SIGTERM", leave);
    process.off("SIGHUP", leave);
    await shell.close();
  }
}

class Prompt {
  readonly #shell: Shell;
  readonly #lines: Interface;
  readonly #output = new StandardOutput();
  readonly #sinks;
  readonly #interactive = process.stdin.isTTY === true;
  #asModel = false;
  #running: AbortController | undefined;
  #pending = "";
  #status = 0;
  /** The input has come to its end (Ctrl-D), rather than a `:quit`. */
  #ended = true;

  constructor(shell: Shell) {
    this.#shell = shell;
    this.#sinks = { stdout: this.#output.sink(process.stdout), stderr: this.#output.sink(process.stderr) };
    this.#lines = createInterface({
      input: process.stdin,
      ...(this.#interactive ? { output: process.stdout } : {}),
      history: this.#interactive ? readHistory() : [],
      historySize: 1000,
      removeHistoryDuplicates: true,
      completer: (line: string, done: (error: null, result: [string[], string]) => void) => {
        complete(shell, this.#pending + line).then(
          (result) => done(null, result),
          () => done(null, [[], line]),
        );
      },
    });
    this.#lines.on("SIGINT", () => this.#interrupt());
  }

  async run(): Promise<number> {
    if (this.#interactive) process.stdout.write(`runsh ${VERSION}. "help" lists the commands, ":help" the keys.\n`);
    this.#ask();
    for await (const line of this.#lines) {
      if (!(await this.#take(line))) {
        this.#ended = false;
        break;
      }
      this.#ask();
    }
    this.#lines.close();
    if (this.#interactive && this.#ended) process.stdout.write("\n");
    if (this.#pending !== "") await this.#execute(this.#pending);
    return this.#status;
  }

  /** False ends the prompt. */
  async #take(line: string): Promise<boolean> {
    if (this.#pending === "" && line.startsWith(":")) return this.#command(line.trim());
    const text = this.#pending + line;
    if (text.trim() === "") return true;
    if (parse(text).incomplete) {
      this.#pending = `${text}\n`;
      return true;
    }
    this.#pending = "";
    if (this.#interactive) appendHistory(text);
    await this.#execute(text);
    return true;
  }

  #command(line: string): boolean {
    if (line === ":quit" || line === ":q") return false;
    if (line === ":model") {
      this.#asModel = !this.#asModel;
      process.stdout.write(this.#asModel ? "results as a model reads them\n" : "results as a terminal shows them\n");
    } else process.stdout.write(line === ":help" ? HELP : `${line}: unknown; :help lists what there is\n`);
    return true;
  }

  async #execute(text: string): Promise<void> {
    this.#pending = "";
    this.#running = new AbortController();
    const { signal } = this.#running;
    this.#lines.pause();
    // While a line runs the terminal itself turns Ctrl-C into a signal: nobody reads the keys.
    if (this.#interactive) process.stdin.setRawMode(false);
    const interrupt = (): void => {
      // After the terminal's own ^C.
      process.stdout.write("\n");
      this.#interrupt();
    };
    process.on("SIGINT", interrupt);
    try {
      const through = this.#asModel ? {} : { through: this.#sinks };
      const result = await this.#shell.run(text, { signal, timeoutMs: Number.MAX_SAFE_INTEGER, ...through });
      this.#status = result.exitCode;
      if (this.#asModel) process.stdout.write(`${result.text}\n`);
      await this.#output.drained();
    } finally {
      this.#running = undefined;
      process.off("SIGINT", interrupt);
      if (this.#interactive) process.stdin.setRawMode(true);
      this.#lines.resume();
    }
  }

  #interrupt(): void {
    if (this.#running) {
      this.#running.abort();
      return;
    }
    this.#pending = "";
    process.stdout.write("\n");
    // Drops what was typed: readline has no call for it but the key that does it.
    this.#lines.write(null, { ctrl: true, name: "e" });
    this.#lines.write(null, { ctrl: true, name: "u" });
    this.#ask();
  }

  #ask(): void {
    if (!this.#interactive) return;
    this.#lines.setPrompt(this.#pending === "" ? `${this.#shell.cwd} $ ` : "> ");
    this.#lines.prompt();
  }
}
