// One deadline a call: what it ends, what is kept of the output, and what goes on writing afterwards (nothing).
import { beforeAll, describe, expect, test } from "vitest";
import { runIn, shellWith, steady } from "./shell.ts";

// Commands are loaded when they are first used, which takes longer than these deadlines.
beforeAll(async () => {
  await runIn({}, "echo; sleep 0; ls; yes | head -1 | cat; timeout 1 true; echo a | xargs; seq 1");
});

describe("time", () => {
  test("ends with 124 and keeps the output so far", async () => {
    const result = await runIn({}, "echo before; sleep 60; echo after", { timeoutMs: 40 });
    expect(result.exitCode).toBe(124);
    expect(result.stdout).toBe("before\n");
    expect(steady(result.text)).toBe(
      "before\n[error] timed out after 40ms. Do less at once, or ask for more time\n[exit:124 | T]",
    );
  });

  test.each([
    "while :; do :; done",
    "until false; do :; done",
    "for ((;;)); do :; done",
    "f() { while :; do :; done; }; f",
    "x=$(while :; do :; done)",
    "while :; do :; done | cat",
    "yes | cat > /dev/null",
    "yes > /dev/null",
    "cat /dev/zero > /dev/null",
    "sleep 60 & wait",
    "while :; do :; done & wait",
    "while :; do sleep 0.001; done",
    "eval 'while :; do :; done'",
    "cat <(sleep 60)",
    "read x < <(sleep 60)",
    "trap 'while :; do :; done' EXIT",
    "(while :; do :; done)",
    "sh -c 'while :; do :; done'",
    "timeout 60 sh -c 'while :; do :; done'",
    "echo a | xargs sh -c 'while :; do :; done'",
    "select x in a; do :; done < <(yes '')",
  ])("%s", async (line) => {
    const result = await runIn({}, line, { timeoutMs: 40, stdin: "" });
    expect(result.exitCode).toBe(124);
  });

  test("diagnostics that were held back for the end of their pipeline are shown", async () => {
    const result = await runIn({}, "{ ls nope; sleep 60; } | cat", { timeoutMs: 60 });
    expect(result.stderr).toContain("cannot access 'nope'");
  });

  test("nothing writes afterwards", async () => {
    const shell = shellWith();
    await shell.run("while :; do echo x >> f; done & while :; do echo y; done > g", { timeoutMs: 40 });
    const sizes = (): number[] => ["/f", "/g"].map((path) => shell.workspace.stat(path).size);
    const after = sizes();
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(sizes()).toEqual(after);
    expect((await shell.run("echo alive")).stdout).toBe("alive\n");
    await shell.close();
  });
});

describe("a signal", () => {
  test("ends with 130", async () => {
    const controller = new AbortController();
    const running = runIn({}, "echo a; while :; do :; done", { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    const result = await running;
    expect(result.exitCode).toBe(130);
    expect(steady(result.text)).toBe("a\n[error] interrupted\n[exit:130 | T]");
  });

  test("that came before starts nothing", async () => {
    const result = await runIn({}, "echo a > f; echo b", { signal: AbortSignal.abort() });
    expect([result.exitCode, result.stdout]).toEqual([130, ""]);
  });

  test("stops a spinning loop within a bounded number of its rounds", async () => {
    const controller = new AbortController();
    let rounds = 0;
    let atAbort = 0;
    const result = await runIn(
      {
        gate: () => {
          rounds += 1;
          if (rounds === 1_000) {
            controller.abort();
            atAbort = rounds;
          }
          return undefined;
        },
      },
      "while true; do true; done",
      { signal: controller.signal },
    );
    expect(result.exitCode).toBe(130);
    expect(rounds - atAbort).toBeLessThan(4);
  });
});

test("the end of a reader ends its writer", async () => {
  let written = 0;
  const result = await runIn({}, "yes | head -1", { onOutput: (_descriptor, bytes) => (written += bytes.length) });
  expect([result.stdout, result.exitCode, result.stages, written]).toEqual(["y\n", 0, [141, 0], 2]);
});
