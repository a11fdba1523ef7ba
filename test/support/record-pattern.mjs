/**
 * Records what the real GNU grep, sed and bash answer, into fixtures/pattern/*.json: `node test/support/record-pattern.mjs`.
 * Run by hand where those tools are; tests read the files only. Bytes are written as latin1 strings.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { globRows, grepRows, partRows, substituteRows } from "./pattern-rows.mjs";

const env = { PATH: process.env.PATH, LC_ALL: "C.UTF-8" };
const bytes = (text) => Buffer.from(text, "utf8").toString("latin1");

function run(command, args, input) {
  const done = spawnSync(command, args, { input, env });
  return { status: done.status, stdout: done.stdout.toString("latin1"), stderr: done.stderr.toString("utf8") };
}

function version(command) {
  return run(command, ["--version"]).stdout.split("\n")[0];
}

function save(name, versions, rows) {
  const lines = rows.map((row) => `    ${JSON.stringify(row)}`).join(",\n");
  const head = JSON.stringify({ locale: "C.UTF-8", versions });
  writeFileSync(join("fixtures/pattern", name), `{\n  "recorded": ${head},\n  "rows": [\n${lines}\n  ]\n}\n`);
}

/** Pattern and input are latin1 strings of the bytes, or text that is then encoded. */
function recordGrep() {
  const folder = mkdtempSync(join(tmpdir(), "record-"));
  const file = join(folder, "pattern");
  const rows = grepRows.map(([flags, pattern, input, raw]) => {
    const source = raw ? pattern : bytes(pattern);
    const data = raw ? input : bytes(input);
    // The pattern goes through a file, since arguments cannot hold every byte; -f splits it at newlines.
    writeFileSync(file, Buffer.from(`${source}\n`, "latin1"));
    const common = [...flags.split(" ").filter(Boolean), "-a", "-f", file];
    const feed = Buffer.from(data, "latin1");
    const only = run("grep", ["-ob", ...common], feed);
    const count = run("grep", ["-c", ...common], feed);
    const row = { flags, pattern: source, input: data };
    if (only.status > 1)
      return {
        ...row,
        error: only.stderr
          .trim()
          .replace(/^grep: (?:\/\S*: ?)?/, "")
          .replace(/ {2}.*/, ""),
      };
    const end = flags.includes("-z") ? "\0" : "\n";
    const matches = only.stdout === "" ? [] : only.stdout.replace(/.$/s, "").split(end);
    const spans = matches.map((each) => {
      const [, start, text] = /^(\d+):(.*)$/s.exec(each) ?? [];
      if (text === undefined) throw new Error(`unexpected output of grep ${common.join(" ")}: ${each}`);
      return [Number(start), Number(start) + text.length];
    });
    return { ...row, count: Number(count.stdout), spans };
  });
  rmSync(folder, { recursive: true });
  save("grep.json", [version("grep")], rows);
}

function recordSubstitute() {
  const rows = substituteRows.map(([flags, pattern, input]) => {
    const marks = [1, 2, 3, 4].map((n) => `[\\${n}]`);
    for (let groups = 4; groups >= 0; groups -= 1) {
      const program = `s\x01${pattern}\x01<&>${marks.slice(0, groups).join("")}\x01`;
      const done = run("sed", [...flags.split(" ").filter(Boolean), program], `${input}\n`);
      if (done.status === 0) return { flags, pattern, input, groups, output: decode(done.stdout).slice(0, -1) };
    }
    return { flags, pattern, input, error: true };
  });
  save("sed.json", [version("sed")], rows);
}

function decode(latin1) {
  return Buffer.from(latin1, "latin1").toString("utf8");
}

function recordGlobs() {
  const script = 'shopt -s extglob; case "$2" in $1) echo y;; *) echo n;; esac';
  const rows = globRows.map(([pattern, text]) => {
    const done = run("bash", ["-c", script, "bash", pattern, text]);
    return { pattern, text, matches: done.stdout === "y\n" };
  });
  save("glob.json", [version("bash")], rows);
}

function recordParts() {
  const script = `shopt -s extglob; x=$2; p=$1
    printf '%s\\0' "\${x#$p}" "\${x##$p}" "\${x%$p}" "\${x%%$p}" "\${x/$p/<>}" "\${x//$p/<>}" "\${x/#$p/<>}" "\${x/%$p/<>}"`;
  const names = ["#", "##", "%", "%%", "/", "//", "/#", "/%"];
  const rows = partRows.map(([pattern, text]) => {
    const out = decode(run("bash", ["-c", script, "bash", pattern, text]).stdout).split("\0");
    return { pattern, text, ...Object.fromEntries(names.map((name, i) => [name, out[i]])) };
  });
  save("parts.json", [version("bash")], rows);
}

recordGrep();
recordSubstitute();
recordGlobs();
recordParts();
