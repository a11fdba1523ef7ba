// Lines without an end: commands say so instead of taking all memory.
import { expect, test } from "vitest";
import { runIn, steady } from "./shell.ts";

const SIZE = 65 * 1024 * 1024;

test("a line of more than 64 MiB is an error of the command", async () => {
  const files = { long: Buffer.alloc(SIZE, 97) };
  const { exitCode, text } = await runIn({ files }, "grep -c x long");
  expect(exitCode).toBe(2);
  expect(text).toContain("grep: a line of more than 64 MiB. Cut it into lines first: tr ");
  expect((await runIn({ files }, "grep -c x < long")).exitCode).toBe(2);
  const cut = await runIn({ files }, "cut -c1 long");
  expect(cut.exitCode).toBe(1);
  expect(cut.text).toContain("cut: a line of more than 64 MiB");
});

test("in binary data a NUL ends a line for grep", async () => {
  const { text } = await runIn({ files: { zeros: Buffer.alloc(SIZE) } }, "grep -c x zeros");
  expect(steady(text)).toBe("0\n[exit:1 | T]");
});
