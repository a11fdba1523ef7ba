// find's actions: what is done with an entry. Running other commands is in exec.ts.
import { FileError, type OutputFile, quoteName, Writer } from "../../src/plugin.ts";
import { listTime } from "../file-time.ts";
import { blocksOf, modeString, ownerName } from "../stat-text.ts";
import { type Predicate, type Primary, usageError } from "./predicate.ts";
import { compileFormat } from "./printf.ts";
import { fail, type Run, type Visit } from "./visit.ts";

/** Text of one entry. */
type Render = (visit: Visit, run: Run) => string;

const line: Render = (visit) => `${visit.path}\n`;
const nul: Render = (visit) => `${visit.path}\0`;

export const ACTIONS: Readonly<Record<string, Predicate>> = {
  "-print": { arity: 0, make: () => prints(line) },
  "-print0": { arity: 0, make: () => prints(nul) },
  "-ls": { arity: 0, make: () => prints(listLine) },
  "-printf": { arity: 1, make: ([format = ""]) => prints(compileFormat(format)) },
  "-fprint": { arity: 1, make: ([path = ""]) => printsTo(path, line) },
  "-fprint0": { arity: 1, make: ([path = ""]) => printsTo(path, nul) },
  "-fls": { arity: 1, make: ([path = ""]) => printsTo(path, listLine) },
  "-fprintf": { arity: 2, make: ([path = "", format = ""]) => printsTo(path, compileFormat(format)) },
  "-prune": {
    arity: 0,
    make: () => ({
      bind: () => (visit) => {
        visit.pruned = true;
        return true;
      },
    }),
  },
  "-quit": {
    arity: 0,
    make: () => ({
      bind: (run) => () => {
        run.over = true;
        return false;
      },
    }),
  },
  "-delete": {
    arity: 0,
    make: () => ({ action: true, effect: { kind: "delete" }, bind: (run) => (visit) => remove(run, visit) }),
  },
};

function prints(render: Render): Primary {
  return {
    action: true,
    bind: (run) => (visit) => {
      run.out.text(render(visit, run));
      return true;
    },
  };
}

/** The file is created even when nothing is printed to it. */
function printsTo(path: string, render: Render): Primary {
  return {
    action: true,
    effect: { kind: "writes", path },
    bind: (run) => {
      if (path === "/dev/stdout") return prints(render).bind(run);
      const file = openFor(run, path);
      const out = new Writer(file);
      run.atEnd.push(async () => {
        await out.flush();
        file.close();
      });
      return (visit) => {
        out.text(render(visit, run));
        const full = out.drain();
        return full ? full.then(() => true) : true;
      };
    },
  };
}

function openFor(run: Run, path: string): OutputFile {
  try {
    return run.io.create(path);
  } catch (error) {
    if (error instanceof FileError) throw usageError(`${quoteName(path)}: ${error.message}`);
    throw error;
  }
}

/** `ls -dils`, with the widths of findutils. */
function listLine(visit: Visit, run: Run): string {
  const stat = visit.stat();
  const target = visit.kind === "link" ? ` -> ${visit.linkTarget()}` : "";
  const fields = [
    String(stat.ino).padStart(9),
    String(Math.ceil(blocksOf(stat) / 2)).padStart(6),
    modeString(stat),
    String(stat.nlink).padStart(3),
    ownerName(stat.uid).padEnd(8),
    ownerName(stat.gid).padEnd(8),
    String(stat.size).padStart(8),
    listTime(stat.mtimeMs, run.now, run.zone),
    visit.path + target,
  ];
  return `${fields.join(" ")}\n`;
}

/** False, and exit status 1, where the entry stays. The directory `.` is passed over in silence. */
function remove(run: Run, visit: Visit): boolean | Promise<boolean> {
  if (visit.path === ".") return true;
  try {
    if (visit.kind === "directory") run.ctx.workspace.rmdir(visit.path);
    else run.ctx.workspace.unlink(visit.path);
    return true;
  } catch (error) {
    return fail(run, error, visit.path, "cannot delete").then(() => false);
  }
}
