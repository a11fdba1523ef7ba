// What may be run as a script, and the status where it may not.
import { expect, test } from "vitest";
import { runIn } from "../session/shell.ts";

test("a process substitution is no program", async () => {
  const result = await runIn({}, "<(ls)");
  expect(result.exitCode).toBe(126);
  expect(result.text).toContain("/dev/fd/63: Permission denied");
});
