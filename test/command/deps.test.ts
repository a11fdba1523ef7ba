// What the host application hands to its own commands, with its type.
import { expect, test } from "vitest";
import { type Context, defineCommand, encode, z } from "../../src/plugin.ts";
import { invoke } from "../support/invoke.ts";

interface Greeter {
  readonly greeting: string;
}

const greet = defineCommand({
  name: "greet",
  summary: "Greet somebody",
  args: () => ({ name: z.string(), times: z.number().int().default(1) }),
  cli: { name: { positional: true }, times: { short: "n" } },
  examples: [],
  run({ name, times }, io, context: Context<Greeter>) {
    return io.stdout.write(encode(`${context.deps.greeting} ${name.toUpperCase()}\n`.repeat(times)));
  },
});

test("deps reach the command and its schema knows nothing of them", async () => {
  const result = await invoke(greet, ["-n2", "you"], { deps: { greeting: "Hello" } });
  expect(result).toMatchObject({ exitCode: 0, stdout: "Hello YOU\nHello YOU\n" });
  expect(Object.keys(greet.schema().properties ?? {})).toEqual(["name", "times"]);
});
