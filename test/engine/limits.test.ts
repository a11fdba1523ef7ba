// What runs away is stopped: one message, exit 125, bounded memory, and a shell that works afterwards.
import { expect, test } from "vitest";
import { shellWith, steady } from "../session/shell.ts";

const NESTED = "nested more than 60 levels deep";
const SUBSHELLS = "more than 100 subshells at once";

test.each<[string, string]>([
  ["f() { f | f & }; f", SUBSHELLS],
  [":() { : | : & }; :", SUBSHELLS],
  ["f() { f & f & }; f", SUBSHELLS],
  ["f() { f | f; }; f", SUBSHELLS],
  ["while :; do sleep 60 & done", SUBSHELLS],
  ["f() { f; }; f", `f: functions ${NESTED}`],
  ["f() { f; }; (f); echo no", `f: functions ${NESTED}`],
  ["f() { f; }; f || echo no", `f: functions ${NESTED}`],
  ["f() { f; }; x=$(f); echo no", `f: functions ${NESTED}`],
  ["f() { f; }; f | cat; echo no", `f: functions ${NESTED}`],
  ["f() { f; }; f & wait; sleep 60", `f: functions ${NESTED}`],
  ["f() { eval f; }; f", `f: functions ${NESTED}`],
  ["f() { f() { f; }; f; }; trap f EXIT", `f: functions ${NESTED}`],
  ['x="eval \\$x"; eval $x', `eval ${NESTED}`],
  ["echo . ./s > s; . ./s", `eval ${NESTED}`],
  ["echo sh s > s; sh s", NESTED],
  ["echo ./s > s; chmod +x s; ./s", NESTED],
  ['export r=\'sh -c "$r"\'; sh -c "$r"', NESTED],
  ["while :; do :; done", "more than 5000 commands in one call"],
])("%s", async (line, message) => {
  const limits = { maxDepth: 60, maxSubshells: 100, maxInvocations: 5000 };
  const shell = shellWith({ limits });
  const result = await shell.run(line, { stdin: "" });
  expect(steady(result.text)).toBe(`[error] stopped: ${message}\n[exit:125 | T]`);
  expect((await shell.run("echo alive")).stdout).toBe("alive\n");
  await shell.close();
});

test("the default depth leaves room on the stack, however the levels are made", async () => {
  const nest = (body: string): string => `{ if true; then case a in a) for i in 1; do ${body}; done;; esac; fi; }`;
  for (const body of [nest(nest("f")), "eval f", "x=$(f)", "f | cat"]) {
    const shell = shellWith();
    const { exitCode, stderr } = await shell.run(`f() { ${body}; }; f`, { stdin: "" });
    expect({ body, exitCode, stderr }).toEqual({
      body,
      exitCode: 125,
      stderr: expect.stringMatching(/^stopped: .*levels deep|^stopped: .*at once/),
    });
    await shell.close();
  }
}, 60_000);

test.each<[string, Record<string, number>, string]>([
  ["echo {1..1000}", { maxBraceItems: 100 }, "brace"],
  ["x=$(yes)", { maxWordBytes: 1000 }, "1000 bytes"],
  [`echo ${"x".repeat(200)}`, { maxLineLength: 100 }, "more than 100"],
])("%s is refused", async (line, limits, told) => {
  const shell = shellWith({ limits });
  const result = await shell.run(line);
  expect(result.exitCode).not.toBe(0);
  expect(result.stderr).toContain(told);
  await shell.close();
});

test("no rejection is left unhandled by what is cut short", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  for (const line of [
    "f() { f | f & }; f",
    "f() { f; }; f & sleep 60 | cat",
    "cat <(sleep 60) | sleep 60",
    "while :; do echo x; done | while read y; do :; done & wait",
    "yes | head -1; yes > >(head -1)",
    "cat <(exit 1) <(nosuch) > /nope/x",
    "echo $(< nope) `nosuch` $((1/0))",
    "sleep 60 & kill $!; sleep 60 & sleep 60",
    "read -t 0.01 x < <(sleep 60)",
    "echo x | tee >(sleep 60) >(head -0)",
  ]) {
    const shell = shellWith({ limits: { maxDepth: 30, maxSubshells: 50 } });
    await shell.run(line, { timeoutMs: 50 });
    await shell.close();
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});
