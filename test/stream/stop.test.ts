// Stops that follow others: the first reason counts, and nothing is kept once they are let go.
import { expect, test } from "vitest";
import { Stop } from "../../src/stream/stop.ts";
import { CancelledError } from "../../src/stream/stream.ts";

test.each([0, 1])("either follows source %i, and the first reason stays", (index) => {
  const sources = [new Stop(), new Stop()] as const;
  const { stop } = Stop.either(...sources);
  const first = new CancelledError(124);
  sources[index]?.now(first);
  sources[1 - index]?.now(new CancelledError(130));
  expect(stop.error).toBe(first);
});

test("either that was released hears of neither", () => {
  const [a, b] = [new Stop(), new Stop()];
  const { stop, release } = Stop.either(a, b);
  release();
  a.now(new CancelledError(124));
  b.now(new CancelledError(130));
  expect(stop.error).toBeUndefined();
});
