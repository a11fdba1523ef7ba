// Records what real bash and GNU tools do: fills `stdout` and `exit` of every case of the given fixture files.
// Run by hand on a machine that has them; the tests read the recorded files only.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const ENVIRONMENT = { HOME: "/", PATH: "/usr/bin:/bin", LANG: "C.UTF-8", LC_ALL: "C.UTF-8", TZ: "UTC", TERM: "dumb" };

for (const file of process.argv.slice(2)) {
  const table = JSON.parse(readFileSync(file, "utf8"));
  const cases = table.cases.map(record);
  const recorded = { bash: version("bash"), coreutils: version("cat"), cases };
  writeFileSync(file, `${JSON.stringify(recorded, null, 1)}\n`);
  console.log(`${file}: ${cases.length} cases`);
}

function record({ line, files, stdin, ours }) {
  const folder = mkdtempSync(join(tmpdir(), "record-"));
  try {
    for (const [path, content] of Object.entries(files ?? {})) lay(join(folder, path), content);
    const run = spawnSync("bash", ["-c", line], {
      cwd: folder,
      env: { ...ENVIRONMENT, PWD: folder },
      input: stdin ?? "",
      timeout: 20_000,
      maxBuffer: 1 << 26,
    });
    const text = run.stdout.toString("utf8");
    const exact = Buffer.from(text, "utf8").equals(run.stdout);
    return {
      line,
      ...(files ? { files } : {}),
      ...(stdin === undefined ? {} : { stdin }),
      stdout: exact ? text : { base64: run.stdout.toString("base64") },
      exit: run.status,
      ...(ours ? { ours } : {}),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function lay(path, content) {
  if (content.dir) {
    mkdirSync(path, { recursive: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  // A string has a method of that name.
  if (typeof content.link === "string") {
    symlinkSync(content.link, path);
    return;
  }
  writeFileSync(path, content.base64 === undefined ? (content.text ?? content) : Buffer.from(content.base64, "base64"));
  if (content.mode !== undefined) chmodSync(path, content.mode);
}

function version(tool) {
  return execFileSync(tool, ["--version"], { encoding: "utf8" }).split("\n")[0];
}
