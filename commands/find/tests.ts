// find's tests: questions about one entry. Those on names and kinds need no metadata.
import { compileGlob, FileError, type FileKind, type FileStat } from "../../src/plugin.ts";
import { parseDate } from "../date/parse.ts";
import { applyMode } from "../mode.ts";
import { ownerId } from "../stat-text.ts";
import { compareAge, compareCount, compareSize } from "./numbers.ts";
import { type Predicate, type Primary, usageError } from "./predicate.ts";
import { compileRegex } from "./regex.ts";
import { type Evaluate, exists, type Run, type Visit } from "./visit.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

type TimeField = "mtimeMs" | "atimeMs" | "ctimeMs";

/** Letters of -newerXY. No birth time is kept: the last change of status stands for it. */
const TIME_FIELDS: Readonly<Record<string, TimeField>> = { a: "atimeMs", m: "mtimeMs", c: "ctimeMs", B: "ctimeMs" };

export const TESTS: Readonly<Record<string, Predicate>> = {
  "-true": constant(true),
  "-false": constant(false),
  "-name": glob((visit) => visit.name, false),
  "-iname": glob((visit) => visit.name, true),
  "-path": glob((visit) => visit.path, false),
  "-wholename": glob((visit) => visit.path, false),
  "-ipath": glob((visit) => visit.path, true),
  "-iwholename": glob((visit) => visit.path, true),
  "-lname": glob((visit) => visit.linkTarget(), false, "link"),
  "-ilname": glob((visit) => visit.linkTarget(), true, "link"),
  "-regex": regex(false),
  "-iregex": regex(true),
  "-type": kinds((visit) => visit.kind),
  "-xtype": kinds((visit) => visit.otherKind() ?? "link"),
  "-size": { arity: 1, make: ([text = ""]) => simple(onStat(compareSize(text), (stat) => stat.size)) },
  "-empty": { arity: 0, make: () => ({ bind: (run) => (visit) => isEmpty(run, visit) }) },
  "-mtime": age("mtimeMs", DAY_MS),
  "-atime": age("atimeMs", DAY_MS),
  "-ctime": age("ctimeMs", DAY_MS),
  "-mmin": age("mtimeMs", MINUTE_MS),
  "-amin": age("atimeMs", MINUTE_MS),
  "-cmin": age("ctimeMs", MINUTE_MS),
  "-newer": newer("m", "m"),
  "-anewer": newer("a", "m"),
  "-cnewer": newer("c", "m"),
  "-newerXY": {
    arity: 1,
    make: (values, options, name) => newer(name.charAt(6), name.charAt(7)).make(values, options, name),
  },
  "-perm": { arity: 1, make: ([text = ""]) => simple(permission(text)) },
  "-readable": simplePredicate((visit) => (visit.stat().mode & 0o444) !== 0),
  "-writable": simplePredicate((visit) => (visit.stat().mode & 0o222) !== 0),
  "-executable": simplePredicate((visit) => (visit.stat().mode & 0o111) !== 0),
  "-links": count((stat) => stat.nlink),
  "-inum": count((stat) => stat.ino),
  "-uid": count((stat) => stat.uid),
  "-gid": count((stat) => stat.gid),
  "-user": owner((stat) => stat.uid, "user"),
  "-group": owner((stat) => stat.gid, "group"),
  // Numbers stand for names in a workspace, so every file has an owner.
  "-nouser": constant(false),
  "-nogroup": constant(false),
  "-samefile": { arity: 1, make: ([path = ""]) => sameFile(path) },
};

function simple(evaluate: Evaluate): Primary {
  return { bind: () => evaluate };
}

function simplePredicate(evaluate: Evaluate): Predicate {
  return { arity: 0, make: () => simple(evaluate) };
}

function constant(value: boolean): Predicate {
  return simplePredicate(() => value);
}

function onStat(compare: (value: number) => boolean, value: (stat: FileStat) => number): Evaluate {
  return (visit) => compare(value(visit.stat()));
}

function count(value: (stat: FileStat) => number): Predicate {
  return { arity: 1, make: ([text = ""], _options, name) => simple(onStat(compareCount(text, name), value)) };
}

function glob(text: (visit: Visit) => string, ignoreCase: boolean, only?: FileKind): Predicate {
  return {
    arity: 1,
    make: ([pattern = ""]) => {
      const glob = compileGlob(pattern, { ignoreCase });
      return simple((visit) => (only === undefined || visit.kind === only) && glob.test(text(visit)));
    },
  };
}

function regex(ignoreCase: boolean): Predicate {
  return {
    arity: 1,
    make: ([source = ""], options) => {
      const matches = compileRegex(source, options.regexType, ignoreCase);
      return simple((visit) => matches(visit.path));
    },
  };
}

const KIND_LETTERS: Readonly<Record<string, FileKind>> = { f: "file", d: "directory", l: "link", c: "other" };

/** Letters with commas between; kinds that no workspace has (b, p, s, D) are known and never match. */
function kinds(kindOf: (visit: Visit) => FileKind): Predicate {
  return {
    arity: 1,
    make: ([text = ""], _options, name) => {
      const wanted = new Set<FileKind>();
      for (const letter of text.split(",")) {
        const kind = KIND_LETTERS[letter];
        if (kind) wanted.add(kind);
        else if (letter === "")
          throw usageError(`Last file type in list argument to ${name} is missing, i.e., list is ending on: ','`);
        else if (letter.length > 1) throw usageError(`Must separate multiple arguments to ${name} using: ','`);
        else if (!/[bpsD]/.test(letter)) throw usageError(`Unknown argument to ${name}: ${letter}`);
      }
      return simple((visit) => wanted.has(kindOf(visit)));
    },
  };
}

function isEmpty(run: Run, visit: Visit): boolean {
  if (visit.kind === "directory") return run.ctx.workspace.readdir(visit.path).length === 0;
  return visit.kind === "file" && visit.stat().size === 0;
}

function age(field: TimeField, unitMs: number): Predicate {
  return {
    arity: 1,
    make: ([text = ""], { dayStart }, name) => {
      const compare = compareAge(text, name, unitMs);
      return {
        bind: (run) => {
          const matches = compare(run.now, dayStart);
          return (visit) => matches(visit.stat()[field]);
        },
      };
    },
  };
}

/** -newerXY: the entry's X time against the reference's Y time; `t` takes the reference for a date. */
function newer(own: string, reference: string): Predicate {
  const field = TIME_FIELDS[own] ?? "mtimeMs";
  const other = TIME_FIELDS[reference] ?? "mtimeMs";
  return {
    arity: 1,
    make: ([text = ""]) => {
      if (reference === "t") {
        return {
          bind: (run) => {
            const date = parseDate(text, new Date(run.now), run.zone ?? "UTC");
            if (!date) throw usageError(`I cannot figure out how to interpret '${text}' as a date or time`);
            const edge = date.getTime();
            return (visit) => visit.stat()[field] > edge;
          },
        };
      }
      return {
        effect: { kind: "reads", path: text },
        bind: (run) => {
          const edge = referenceStat(run, text)[other];
          return (visit) => visit.stat()[field] > edge;
        },
      };
    },
  };
}

function sameFile(path: string): Primary {
  return {
    effect: { kind: "reads", path },
    bind: (run) => {
      const { dev, ino } = referenceStat(run, path);
      return (visit) => visit.stat().ino === ino && visit.stat().dev === dev;
    },
  };
}

function referenceStat(run: Run, path: string): FileStat {
  const stat = run.follow === "P" ? undefined : exists(run.ctx.workspace, path);
  try {
    return stat ?? run.ctx.workspace.lstat(path);
  } catch (error) {
    if (error instanceof FileError) throw usageError(`'${path}': ${error.message}`);
    throw error;
  }
}

/** `MODE` exactly, `-MODE` all of its bits, `/MODE` any of them. */
function permission(text: string): Evaluate {
  const form = text.startsWith("-") || text.startsWith("/") ? text.charAt(0) : "";
  const file = applyMode(text.slice(form.length), { mode: 0, directory: false, umask: 0 });
  const directory = applyMode(text.slice(form.length), { mode: 0, directory: true, umask: 0 });
  if (file === undefined || directory === undefined) throw usageError(`invalid mode '${text}'`);
  return (visit) => {
    const wanted = visit.kind === "directory" ? directory : file;
    const { mode } = visit.stat();
    if (form === "-") return (mode & wanted) === wanted;
    return form === "/" ? wanted === 0 || (mode & wanted) !== 0 : mode === wanted;
  };
}

function owner(value: (stat: FileStat) => number, what: "user" | "group"): Predicate {
  return {
    arity: 1,
    make: ([name = ""]) => {
      const id = ownerId(name);
      if (id === undefined) throw usageError(`'${name}' is not the name of a known ${what}`);
      return simple((visit) => value(visit.stat()) === id);
    },
  };
}
