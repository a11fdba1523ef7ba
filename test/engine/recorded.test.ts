// Evaluation against the recorded behaviour of bash (fixtures/engine), through the real shell.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { createShell, type FileContent, memoryWorkspace } from "../../src/index.ts";

interface Row {
  readonly line: string;
  readonly files?: Readonly<Record<string, FileContent>>;
  readonly stdout: string | { readonly base64: string };
  readonly exit: number;
  /** Where this shell differs on purpose. */
  readonly ours?: { readonly stdout?: string; readonly exit?: number; readonly why: string };
}

const folder = new URL("../../fixtures/engine/", import.meta.url);

for (const name of readdirSync(folder)) {
  const table: { cases: Row[] } = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
  describe(name.replace(".json", ""), () => {
    test.each(table.cases.map((row): [string, Row] => [row.line, row]))("%s", async (_line, row) => {
      const files = Object.entries(row.files ?? {}).map(([path, file]) => [`w/${path}`, file]);
      const workspace = memoryWorkspace({
        files: { w: { dir: true }, tmp: { dir: true }, ...Object.fromEntries(files) },
      });
      const shell = createShell({ workspace, commands, cwd: "/w", env: { TZ: "UTC" } });
      const result = await shell.run(row.line, { stdin: "" });
      await shell.close();
      expect({ stdout: result.stdout, exit: result.exitCode }).toEqual({
        stdout: row.ours?.stdout ?? row.stdout,
        exit: row.ours?.exit ?? row.exit,
      });
    });
  });
}
