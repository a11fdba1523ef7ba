// Records what GNU getopt_long makes of command lines, through util-linux's getopt(1): fixtures/command/getopt.json.
// Run by hand on a machine that has it; the tests read the recorded file only.
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";

const SHORT = "n:rvi::EFx";
const LONG = "lines:,recursive,verbose,in-place::,color::,count,context:,exact";
const WORDS = [
  ..."-n5|-n|-n=5|-rn|-rn5|-vr|-rvn|-r|-i|-i.bak|-ri|-ri.x|-E|-F|-x|-xEF|-5|-nr|-q|-rq|-n-1|-r-".split("|"),
  ..."--lines=5|--lines|--lines=|--lin=3|--l|--rec|--recursive|--recursive=1|--verbose|--in-place|--in-place=.b".split(
    "|",
  ),
  ..."--in-pl=x|--color|--color=never|--col|--co|--con=2|--cou|--context|--exact|--ex|--nope|--nope=1|--|-|f|g h|5".split(
    "|",
  ),
  "",
];

// A fixed linear congruential sequence: the same lines each time (Numerical Recipes' constants).
let seed = 20261201;
const random = (limit) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
};

const lines = [...WORDS.map((word) => [word]), ...WORDS.map((word) => [word, "f"])];
while (lines.length < 500) lines.push(Array.from({ length: 2 + random(4) }, () => WORDS[random(WORDS.length)]));

const cases = lines.map((argv) => {
  const run = spawnSync("getopt", ["-s", "bash", "-o", SHORT, "-l", LONG, "--", ...argv], { encoding: "utf8" });
  if (run.status !== 0) return { argv, error: true };
  const words = execFileSync("bash", ["-c", `printf '%s\\0' ${run.stdout}`])
    .toString("utf8")
    .split("\0")
    .slice(0, -1);
  return { argv, words };
});
const version = execFileSync("getopt", ["--version"], { encoding: "utf8" }).trim();
const rows = cases.map((row) => `  ${JSON.stringify(row)}`).join(",\n");
writeFileSync("fixtures/command/getopt.json", `{ "version": ${JSON.stringify(version)}, "cases": [\n${rows}\n] }\n`);
