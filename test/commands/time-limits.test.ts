// sleep, timeout, yes and tail -f end when they are told to.
import { describe, expect, test } from "vitest";
import { sleep } from "../../commands/sleep.ts";
import { tail } from "../../commands/tail/index.ts";
import { timeout } from "../../commands/timeout.ts";
import { yes } from "../../commands/yes.ts";
import { CancelledError } from "../../src/stream/index.ts";
import { invoke } from "../support/invoke.ts";

function cancelledSoon(code: 124 | 130): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new CancelledError(code)), 20);
  return controller.signal;
}

describe("cancellation", () => {
  test.each([124, 130] as const)("sleep ends with %d", async (code) => {
    expect((await invoke(sleep, ["infinity"], { signal: cancelledSoon(code) })).exitCode).toBe(code);
  });

  test("tail -f ends and keeps what it has printed", async () => {
    const result = await invoke(tail, ["-n", "1", "-f", "f"], { files: { f: "a\nb\n" }, signal: cancelledSoon(130) });
    expect([result.stdout, result.exitCode]).toEqual(["b\n", 130]);
  });

  test("yes spins and can be cancelled", async () => {
    expect((await invoke(yes, [], { signal: cancelledSoon(130) })).exitCode).toBe(130);
  });

  test("a timeout inside a cancelled call is cancelled, not timed out", async () => {
    const result = await invoke(timeout, ["60", "sleep", "60"], { signal: cancelledSoon(130) });
    expect(result.exitCode).toBe(130);
  });
});

describe("timeout", () => {
  const table: [string[], number][] = [
    [["0.02", "sleep", "60"], 124],
    [["-s", "KILL", "0.02", "sleep", "60"], 137],
    [["--preserve-status", "0.02", "sleep", "60"], 143],
    [["60", "false"], 1],
    [["0", "true"], 0],
    [["60", "nosuch"], 127],
    [["x", "true"], 125],
    [["-s", "NOPE", "1", "true"], 125],
  ];
  test.each(table)("timeout %j exits %d", async (argv, code) => {
    expect((await invoke(timeout, argv)).exitCode).toBe(code);
  });
});
