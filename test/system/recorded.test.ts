// The fixtures are real: a sample of every table is recorded again with this machine's bash and GNU tools.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const project = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "again-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One case in so many is recorded again. */
const SAMPLE = 5;

/** What GNU prints here depends on the order in which the file system lists a folder; the row says so itself. */
const UNORDERED = ["cp -r . void 2>&1; echo $?; find void | sort"];

interface Table {
  readonly bash?: string;
  readonly coreutils?: string;
  readonly cases: readonly { readonly line: string; readonly stdout: unknown; readonly exit: number | null }[];
}

const names = ["commands", "expand", "engine"].flatMap((kind) =>
  readdirSync(join(project, "fixtures", kind)).map((name) => `${kind}/${name}`),
);

describe("recorded again", () => {
  test.each(names)("%s", (name) => {
    const table: Table = JSON.parse(readFileSync(join(project, "fixtures", name), "utf8"));
    const cases = table.cases
      .filter((_, index) => index % SAMPLE === 0)
      .filter(({ line }) => !UNORDERED.includes(line));
    const file = join(folder, name.replace("/", "-"));
    writeFileSync(file, JSON.stringify({ cases }));
    execFileSync(process.execPath, [join(project, "test/support/record.mjs"), file]);
    const again: Table = JSON.parse(readFileSync(file, "utf8"));
    // Another version may answer otherwise with every right: a difference shows both versions.
    const shown = ({ bash, coreutils }: Table, rows: Table["cases"]) => ({
      versions: [bash ?? again.bash, coreutils ?? again.coreutils],
      rows: rows.map(({ line, stdout, exit }) => ({ line, stdout, exit })),
    });
    expect(shown(again, again.cases)).toEqual(shown(table, cases));
  });
});
