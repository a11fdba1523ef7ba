// What a program asks of the kernel: runs it under strace and sorts the calls. Judges nothing.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface Trace {
  /** Programs that were started, the traced one included. */
  readonly programs: readonly string[];
  /** Calls that make a process; threads are none. */
  readonly forks: readonly string[];
  readonly network: readonly string[];
  /** Paths that were opened for reading, looked up or listed; absolute. */
  readonly read: readonly string[];
  /** Paths that were opened for writing, made, removed, renamed, or changed; absolute. */
  readonly written: readonly string[];
  readonly stdout: string;
  readonly status: number | null;
}

export interface TraceOptions {
  readonly input: string;
  readonly cwd: string;
  /** Where strace puts its account. */
  readonly account: string;
  readonly env?: Readonly<Record<string, string>>;
}

const TRACED = ["%process", "%network", "%file", "ftruncate", "fchmod", "fchown"];

export function trace(argv: readonly string[], { input, cwd, account, env }: TraceOptions): Trace {
  const strace = ["-f", "-qq", "-y", "-s", "4096", "-e", `trace=${TRACED.join(",")}`, "-e", "signal=none"];
  const run = spawnSync("strace", [...strace, "-o", account, ...argv], {
    cwd,
    input,
    encoding: "utf8",
    maxBuffer: 1 << 30,
    env: { PATH: process.env.PATH, ...env },
  });
  if (run.error) throw run.error;
  const calls = callsOf(readFileSync(account, "latin1"));
  const reads: string[] = [];
  const writes: string[] = [];
  for (const call of calls) {
    const paths = pathsOf(call, cwd);
    (changes(call) ? writes : reads).push(...paths);
  }
  const named = (pattern: RegExp) => calls.filter(({ name }) => pattern.test(name));
  return {
    programs: named(/^execve/).flatMap((call) => pathsOf(call, cwd)),
    forks: named(/^(fork|vfork|clone3?)$/)
      .filter(({ text }) => !text.includes("CLONE_THREAD"))
      .map(({ text }) => text),
    network: named(/^(socket|socketpair|connect|bind|listen|accept4?|send(to|msg|mmsg)|recv(from|msg|mmsg))$/).map(
      ({ text }) => text,
    ),
    read: [...new Set(reads)].sort(),
    written: [...new Set(writes)].sort(),
    stdout: run.stdout,
    status: run.status,
  };
}

interface SystemCall {
  readonly name: string;
  /** Arguments and result as strace prints them. */
  readonly text: string;
}

/** Lines are `PID name(arguments) = result`; a call that another thread interrupts is printed in two parts. */
function callsOf(account: string): SystemCall[] {
  const started = new Map<string, string>();
  const calls: SystemCall[] = [];
  for (const line of account.split("\n")) {
    const [, pid = "", rest = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const unfinished = rest.endsWith(" <unfinished ...>");
    if (unfinished) started.set(pid, rest.slice(0, -" <unfinished ...>".length));
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    const text = resumed ? (started.get(pid) ?? "") + (resumed[1] ?? "") : rest;
    const name = /^(\w+)\(/.exec(text)?.[1];
    if (name !== undefined && !unfinished) calls.push({ name, text });
  }
  return calls;
}

const CHANGING =
  /^(creat|mkdir|mkdirat|mknod|mknodat|rmdir|unlink|unlinkat|rename|renameat2?|link|linkat|symlink|symlinkat|chmod|fchmod|fchmodat2?|chown|lchown|fchown|fchownat|truncate|ftruncate|utime|utimes|utimensat|futimesat|setxattr|lsetxattr|mount|chroot)$/;

function changes({ name, text }: SystemCall): boolean {
  return CHANGING.test(name) || (/^open/.test(name) && /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND/.test(text));
}

/** Every path of a call: its quoted arguments, taken from `cwd` or the folder `N</path>` before them. */
function pathsOf({ name, text }: SystemCall, cwd: string): string[] {
  if (/^(f?execve|wait|exit|kill|clone|fork|vfork)/.test(name) && !/^execve/.test(name)) return [];
  if (/^(ftruncate|fchmod|fchown)$/.test(name))
    return [...text.matchAll(/^\w+\(\d+<([^>]*)>/g)].map(([, path = ""]) => path);
  const argumentsOnly = text.slice(0, text.lastIndexOf(") = ") + 1 || undefined);
  const found = [...argumentsOnly.matchAll(/(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"/g)];
  const all = found.map(([, folder = cwd, path = ""]) =>
    path.startsWith("/") ? path : path === "" ? folder : `${folder}/${path}`,
  );
  // A pipe or a socket that was handed over (`0<socket:[7]>`) has no path.
  const paths = all.filter((path) => path.startsWith("/"));
  // What a link says and what a program gets as arguments are texts, not paths that the kernel opens.
  if (name.startsWith("execve")) return paths.slice(0, 1);
  if (name.startsWith("symlink")) return paths.slice(1);
  if (name.startsWith("readlink")) return paths.slice(0, 1);
  return paths;
}
