// -exec, -execdir, -ok and -okdir: run another command for an entry, or for many at once with `{} +`.
import { encode } from "../../src/plugin.ts";
import { Confirmation } from "../confirm.ts";
import { type Primary, usageError } from "./predicate.ts";
import type { Bind, Run, Visit } from "./visit.ts";

/** Bytes of arguments in one batch, as findutils' default of 128 KiB. */
const BATCH_BYTES = 128 * 1024;
const PLACE = "{}";

export interface ParsedExec {
  readonly primary: Primary;
  /** Index of the first argument after the command. */
  readonly next: number;
}

/** Takes the command up to `;` or `{} +`; `start` is the index after the predicate's name. */
export function execPredicate(name: string, argv: readonly string[], start: number): ParsedExec {
  const asks = name.startsWith("-ok");
  const inDirectory = name.endsWith("dir");
  let end = start;
  while (end < argv.length && argv[end] !== ";") {
    if (!asks && argv[end] === "+" && argv[end - 1] === PLACE && end - 1 > start) break;
    end += 1;
  }
  const missing = `missing argument to \`${name}'`;
  if (end >= argv.length) {
    const last = argv.lastIndexOf("+");
    const word = last > start ? (argv[last - 1] ?? "") : "";
    if (last >= start && word.includes(PLACE) && word !== PLACE) {
      throw usageError(`In '${name} ... {} +' the '{}' must appear by itself, but you specified '${word}'`);
    }
    throw usageError(missing, "Use: find . -type f -exec cat {} \\;");
  }
  const words = argv.slice(start, end);
  if (words.length === 0) throw usageError(`invalid argument \`;' to \`${name}'`);
  const effect = { kind: "exec" } as const;
  if (argv[end] === ";") {
    return { primary: { action: true, effect, bind: each(words, asks, inDirectory) }, next: end + 1 };
  }
  const command = words.slice(0, -1);
  if (command.some((word) => word.includes(PLACE))) {
    throw usageError(`Only one instance of {} is supported with ${name} ... +`);
  }
  return { primary: { action: true, effect, bind: batched(command, inDirectory) }, next: end + 1 };
}

/** Once for each entry; true when the command's status is 0. */
function each(words: readonly string[], asks: boolean, inDirectory: boolean): Bind {
  return (run) => {
    const confirmation = new Confirmation("find", run.io);
    return async (visit) => {
      const { cwd, path } = inDirectory ? placeOf(visit) : { cwd: undefined, path: visit.path };
      if (asks) {
        await run.out.flush();
        const shown = words[0] ?? "";
        const question = `< ${shown} ... ${visit.path} > ?`;
        if (!(await confirmation.ask(question, "Use -exec in the place of -ok"))) return false;
      }
      return (
        (await execute(
          run,
          words.map((word) => word.replaceAll(PLACE, path)),
          cwd,
        )) === 0
      );
    };
  };
}

interface Batch {
  readonly paths: string[];
  bytes: number;
}

/** As many entries at once as fit; always true, and a failure makes find's exit status 1. */
function batched(command: readonly string[], inDirectory: boolean): Bind {
  return (run) => {
    const batches = new Map<string | undefined, Batch>();
    const flush = async (cwd: string | undefined): Promise<void> => {
      const batch = batches.get(cwd);
      batches.delete(cwd);
      if (batch && (await execute(run, [...command, ...batch.paths], cwd)) !== 0) run.status = 1;
    };
    run.atEnd.push(async () => {
      for (const cwd of [...batches.keys()]) await flush(cwd);
    });
    return (visit) => {
      const { cwd, path } = inDirectory ? placeOf(visit) : { cwd: undefined, path: visit.path };
      const batch = batches.get(cwd) ?? { paths: [], bytes: 0 };
      batches.set(cwd, batch);
      batch.paths.push(path);
      // A pointer goes with each argument, as the kernel counts them.
      batch.bytes += encode(path).length + 9;
      return batch.bytes >= BATCH_BYTES ? flush(cwd).then(() => true) : true;
    };
  };
}

async function execute(run: Run, argv: readonly string[], cwd: string | undefined): Promise<number> {
  await run.out.flush();
  const streams = { stdout: run.io.stdout, stderr: run.io.stderr };
  return run.ctx.exec(argv, streams, cwd === undefined ? {} : { cwd });
}

/** -execdir runs in the directory that holds the entry, and calls it `./name`. */
function placeOf(visit: Visit): { readonly cwd: string; readonly path: string } {
  const slash = visit.path.replace(/(?<=.)\/+$/, "").lastIndexOf("/");
  const cwd = slash < 0 ? "." : visit.path.slice(0, slash) || "/";
  return visit.path === "." ? { cwd: ".", path: "." } : { cwd, path: `./${visit.name}` };
}
