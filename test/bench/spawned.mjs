// What the bench knows about other processes: their CPU time, their wall time, their memory, their output.
import { execFile, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";

export const RUNSH = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
export const JUST_BASH = fileURLToPath(new URL("../../node_modules/just-bash/dist/bin/just-bash.js", import.meta.url));

/** bash takes a socket at stdin, which is what node gives it, for a login over the network and would read ~/.bashrc. */
const NO_RC = ["--norc"];

/** GNU's tools compare and classify bytes only in this locale, which is their fastest. */
const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };

export function hasProgram(name) {
  return spawnSync(name, ["--version"]).status === 0;
}

export function versionOf(name) {
  return spawnSync(name, ["--version"], { encoding: "utf8" }).stdout.split("\n")[0];
}

/** The argv that runs a line in bash, and in runsh, with bytes as they come. */
export const bashArgv = (line) => ["bash", ...NO_RC, "-c", line];
export const runshArgv = (line) => [process.execPath, RUNSH, "--raw", "-c", line];

/**
 * Milliseconds of CPU (user and system) of a command and all that it starts, by bash's `times`. Its output goes through
 * a pipe to a cat that does not count: GNU grep stops at the first match when it sees that it writes to /dev/null.
 */
export function cpuMilliseconds(argv, cwd) {
  const script = 'exec 3>&1; { "$@" </dev/null 2>/dev/null; times >&3; } | cat >/dev/null';
  const { stdout } = spawnSync("bash", [...NO_RC, "-c", script, "bash", ...argv], {
    cwd,
    env: ENVIRONMENT,
    encoding: "utf8",
  });
  const [, children = ""] = stdout.split("\n");
  const times = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  return times.reduce((sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1000, 0);
}

/** Milliseconds of wall time from start to end of a process, which must succeed: one that fails is quick. */
export function wallMilliseconds(argv, cwd) {
  const start = performance.now();
  const { status } = spawnSync(argv[0], argv.slice(1), { cwd, env: ENVIRONMENT, stdio: "ignore" });
  const took = performance.now() - start;
  if (status !== 0) throw new Error(`${argv.join(" ")}: exit ${status}`);
  return took;
}

/** Highest resident memory of a node process in MB (10^6 bytes), printed by a hook of ours as it exits. */
export function residentMegabytes(argv, cwd) {
  const hook = 'process.on("exit",()=>process._rawDebug("maxRSS "+process.resourceUsage().maxRSS))';
  const options = `--import data:text/javascript,${encodeURIComponent(hook)}`;
  const { stderr } = spawnSync(argv[0], argv.slice(1), {
    cwd,
    env: { ...ENVIRONMENT, NODE_OPTIONS: options },
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  return (Number(/maxRSS (\d+)/.exec(stderr)?.[1]) * 1024) / 1e6;
}

/** A digest of what a command prints; with `sorted`, of its lines in order (a walk has no order of its own). */
export async function digest(argv, cwd, { sorted = false } = {}) {
  const child = spawn(argv[0], argv.slice(1), { cwd, env: ENVIRONMENT, stdio: ["ignore", "pipe", "ignore"] });
  const hash = createHash("sha1");
  if (sorted) {
    const text = Buffer.concat(await child.stdout.toArray()).toString("latin1");
    return hash.update(text.split("\n").sort().join("\n")).digest("hex");
  }
  for await (const chunk of child.stdout) hash.update(chunk);
  return hash.digest("hex");
}

/** Runs a line as a program that has no shell of its own does: bash is spawned, its output is collected. */
export function bashFromNode(line, cwd) {
  return new Promise((resolve) => {
    execFile("bash", [...NO_RC, "-c", line], { cwd, env: ENVIRONMENT }, (_error, stdout) => resolve(stdout));
  });
}
