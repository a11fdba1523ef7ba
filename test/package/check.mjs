// Packs the package, lints the tarball, installs it in an empty folder, and uses it there as a newcomer would.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const project = join(import.meta.dirname, "../..");
const tools = join(project, "node_modules/.bin");
const folder = mkdtempSync(join(tmpdir(), "package-"));

try {
  run("npm", ["run", "build"], project);
  const [packed] = JSON.parse(
    run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], project),
  );
  const tarball = join(folder, packed.filename);
  const paths = packed.files.map(({ path }) => path);
  const stray = paths.filter(
    (path) =>
      !/^(dist\/.*\.(m?js|d\.m?ts)|dist\/cli\/package\.json|package\.json|README\.md|CHANGELOG\.md|LICENSE)$/.test(
        path,
      ),
  );
  equal("files that do not belong into the package", stray, []);
  run(join(tools, "publint"), ["run", "--strict", tarball], project);
  run(join(tools, "attw"), ["--profile", "esm-only", tarball], project);

  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  run("npm", ["install", "--no-audit", "--no-fund", tarball], folder);
  const runsh = join(folder, "node_modules/.bin/runsh");
  const { version } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
  equal("runsh --version", run(runsh, ["--version"], folder), `runsh ${version}\n`);
  equal("runsh -c", run(runsh, ["--raw", "-c", "printf 'b\\na\\n' | sort > o; cat o; rm o"], folder), "a\nb\n");
  const request = JSON.stringify({ id: 1, files: { a: "x\n" }, command: "cat a" });
  equal("runsh batch", JSON.parse(run(runsh, ["batch"], folder, request)).results[0].stdout, "x\n");

  copyFileSync(join(project, "fixtures/package/user.ts"), join(folder, "user.ts"));
  // The library's types speak of Buffer, as those of every library for Node do.
  const { devDependencies } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
  run("npm", ["install", "--no-audit", "--no-fund", `@types/node@${devDependencies["@types/node"]}`], folder);
  const settings = { target: "es2023", module: "nodenext", strict: true, types: ["node"], outDir: "built" };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: settings, include: ["user.ts"] }));
  run(join(tools, "tsc"), ["-p", folder], folder);
  equal("user.ts", run(process.execPath, ["built/user.js"], folder), '["DISK FULL\\na\\n","number"]\n');
  console.log(`${packed.filename}: ${paths.length} files, ${Math.round(packed.unpackedSize / 1024)} KB, checked`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Gives what a program prints; throws with all it said when it fails. */
function run(program, argv, cwd, input = "") {
  try {
    return execFileSync(program, argv, { cwd, input, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    throw new Error(`${program} ${argv.join(" ")}\n${error.stdout}${error.stderr}`);
  }
}

function equal(what, actual, expected) {
  if (JSON.stringify(actual) !== JSON.stringify(expected))
    throw new Error(`${what}: ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
}
