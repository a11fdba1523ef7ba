// printf and seq: fields so wide that they would fill memory are refused at once.
import { describe, expect, test } from "vitest";
import { printf } from "../../commands/printf/index.ts";
import { seq } from "../../commands/seq.ts";
import { invoke } from "../support/invoke.ts";

describe("fields beyond a million", () => {
  const refused: readonly (readonly string[])[] = [
    ["%.1000000000f", "1"],
    ["%1000000000d", "1"],
    ["%.100000000f", "1"],
    ["%.1000001d", "1"],
    ["%1000001s", "x"],
    ["%*d", "1000001", "1"],
    ["%*d", "-1000001", "1"],
    ["%.*e", "1000001", "1"],
  ];
  test.each(refused)("printf %s %s", async (...argv) => {
    const { exitCode, stdout, stderr } = await invoke(printf, argv);
    expect(exitCode).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^printf: %[a-z]: (width|precision) of more than 1000000\./);
  });

  test("what is allowed is printed, and the precision of a text is free", async () => {
    expect((await invoke(printf, ["%1000000s", "x"])).stdout).toHaveLength(1_000_000);
    expect((await invoke(printf, ["%.9999999s", "x"])).stdout).toBe("x");
  });

  test("seq", async () => {
    const { exitCode, stderr } = await invoke(seq, ["-f", "%.100000000f", "1"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("seq: %f: precision of more than 1000000");
  });
});
