// Lines that models issued (RUNSH_CASES names the folder that has them; they are other people's data and stay there).
// The list of known differences is a ratchet: an unexpected pass asks to be taken off.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Corpus, corpusDifference, nameOf, readJson, type TaskCase, taskDifference } from "../support/corpus.ts";

const folder = process.env.RUNSH_CASES ?? "";
const known: Record<string, string> = JSON.parse(
  readFileSync(new URL("../../fixtures/cases/corpus-known.json", import.meta.url), "utf8"),
);

test("a folder of cases that is named exists", () => {
  if (folder !== "") expect(existsSync(join(folder, "intercode.json"))).toBe(true);
  expect(Object.values(known).every((reason) => reason.length > 10)).toBe(true);
});

if (folder !== "") {
  describe("lines that models issued", () => {
    const corpus = readJson<Corpus>(join(folder, "intercode.json"));
    let equal = 0;
    afterAll(() => console.log(`intercode: ${equal} of ${corpus.cases.length} equal`));
    test.each(corpus.cases.map((row): [string, Corpus["cases"][number]] => [row.line, row]))(
      "%s",
      async (line, row) => {
        const difference = await corpusDifference(corpus, row);
        if (difference === undefined) equal += 1;
        if (nameOf(line) in known) expect(difference, `passes now: take ${nameOf(line)} off the list`).toBeDefined();
        else expect(difference).toBeUndefined();
      },
    );
  });

  describe("file-system tasks", () => {
    const tasks = readJson<TaskCase[]>(join(folder, "bfcl.json"));
    test.each(tasks.map((task): [string, TaskCase] => [task.id, task]))("%s", async (id, task) => {
      const difference = await taskDifference(task);
      if (id in known) expect(difference, `passes now: take ${id} off the list`).toBeDefined();
      else expect(difference).toBeUndefined();
    });
  });
}
