// Expansion against the recorded behaviour of bash (fixtures/expand).
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { encode } from "../../src/bytes/text.ts";
import { type InitialFile, memoryWorkspace } from "../../src/workspace/index.ts";
import { Shell } from "./shell.ts";

interface Row {
  readonly line: string;
  readonly files?: Readonly<Record<string, InitialFile>>;
  readonly stdout: string | { readonly base64: string };
  readonly exit: number;
  /** Where this shell differs on purpose. */
  readonly ours?: { readonly stdout?: string; readonly exit?: number; readonly why: string };
}

const folder = new URL("../../fixtures/expand/", import.meta.url);

for (const name of readdirSync(folder)) {
  const table: { cases: Row[] } = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
  describe(name.replace(".json", ""), () => {
    test.each(table.cases.map((row): [string, Row] => [row.line, row]))("%s", async (_line, row) => {
      const files = Object.entries(row.files ?? {}).map(([path, file]) => [`/w/${path}`, file]);
      const workspace = memoryWorkspace({
        files: { "/w": { dir: true }, "/tmp": { dir: true }, ...Object.fromEntries(files) },
      });
      const { stdout, exit } = await new Shell(workspace.at("/w")).run(row.line);
      const bytes = Buffer.from(encode(stdout));
      const shown = typeof row.stdout === "string" ? bytes.toString() : { base64: bytes.toString("base64") };
      expect({ stdout: shown, exit }).toEqual({
        stdout: row.ours?.stdout ?? row.stdout,
        exit: row.ours?.exit ?? row.exit,
      });
    });
  });
}
