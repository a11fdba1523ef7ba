// Every command against the recorded behaviour of bash and GNU's tools (fixtures/commands), through the real shell.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { createShell, type FileContent, memoryWorkspace } from "../../src/index.ts";

type RecordedFile = FileContent | { readonly base64: string };

interface RecordedCase {
  readonly line: string;
  readonly files?: Readonly<Record<string, RecordedFile>>;
  readonly stdin?: string;
  readonly stdout: string | { readonly base64: string };
  readonly exit: number;
  /** Where this shell differs on purpose. */
  readonly ours?: { readonly stdout?: string; readonly exit?: number; readonly why: string };
}

const folder = new URL("../../fixtures/commands/", import.meta.url);

for (const name of readdirSync(folder).filter((file) => file.endsWith(".json"))) {
  const table: { cases: RecordedCase[] } = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
  describe(name.replace(".json", ""), () => {
    test.each(table.cases.map((row): [string, RecordedCase] => [row.line, row]))("%s", async (_line, row) => {
      const workspace = memoryWorkspace({ files: { w: { dir: true }, ...below("w", row.files ?? {}) } });
      const shell = createShell({ workspace, commands, cwd: "/w", env: { TZ: "UTC" } });
      const result = await shell.run(row.line, { stdin: row.stdin ?? "" });
      const stdout = typeof result.stdout === "string" ? result.stdout : { base64: result.stdout.base64 };
      expect({ stdout, exit: result.exitCode }).toEqual({
        stdout: row.ours?.stdout ?? row.stdout,
        exit: row.ours?.exit ?? row.exit,
      });
      await shell.close();
    });
  });
}

function below(prefix: string, files: Readonly<Record<string, RecordedFile>>): Record<string, FileContent> {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [`${prefix}/${path}`, contentOf(content)]));
}

function contentOf(file: RecordedFile): FileContent {
  return typeof file === "object" && "base64" in file ? Buffer.from(file.base64, "base64") : file;
}
