// `npm run bench -- [--quick] [section...]`: compares runsh with bash and GNU's tools, and with just-bash, on data that
// it makes in a temporary folder and removes again. It prints a table and asserts nothing.
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { hasProgram, versionOf } from "./spawned.mjs";
import { printTable } from "./table.mjs";

/** In the order of the issue; each is a module with `measure(bench) -> rows`. */
const SECTIONS = ["warm", "cold", "big", "tree", "sort", "loop", "cancel"];

const words = process.argv.slice(2);
const quick = words.includes("--quick");
const wanted = words.filter((word) => word !== "--quick");
const unknown = wanted.filter((word) => !SECTIONS.includes(word));
if (unknown.length > 0) {
  console.error(`bench: no section '${unknown[0]}'. Sections: ${SECTIONS.join(" ")}. Option: --quick`);
  process.exit(2);
}
if (!hasProgram("bash")) {
  console.error("bench: needs bash and GNU's tools on the PATH");
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "runsh-bench-"));
const removeData = () => rmSync(folder, { recursive: true, force: true });
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    removeData();
    process.exit(130);
  });
}

try {
  console.log(`node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? "unknown processor"}`);
  console.log(`${versionOf("bash")}; ${versionOf("grep")}; ${versionOf("sort")}${quick ? "; quick" : ""}`);
  const rows = [];
  for (const section of SECTIONS) {
    if (wanted.length > 0 && !wanted.includes(section)) continue;
    process.stderr.write(`${section} ...\n`);
    const { measure } = await import(`./${section}.mjs`);
    rows.push(...(await measure({ folder, quick })));
  }
  printTable(rows);
  if (quick)
    console.log("--quick uses small data: where CPU is compared, the start of node weighs more than it should.");
} finally {
  removeData();
}
