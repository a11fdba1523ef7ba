// printenv: prints exported variables, all or those that are named.
import { defineCommand, encode, PURE, z } from "../src/plugin.ts";

export const printenv = defineCommand({
  name: "printenv",
  summary: "Print exported variables",
  description: "Exit status: 0 when all that are named are set, 1 otherwise.",
  args: () => ({ null: z.boolean().default(false), names: z.array(z.string()).default([]) }),
  cli: {
    null: { short: "0", does: "end each line with NUL" },
    names: { positional: true, placeholder: "variable" },
  },
  examples: [
    { does: "one variable", run: "HOME=/home/ada printenv HOME", prints: "/home/ada\n" },
    { does: "a variable that is not set", run: "printenv NO_SUCH_VARIABLE", prints: "", exit: 1 },
  ],
  effects: () => PURE,
  async run(args, io, { env }) {
    const end = args.null ? "\0" : "\n";
    const print = (texts: readonly string[]): void | Promise<void> =>
      texts.length > 0 ? io.stdout.write(encode(texts.map((text) => text + end).join(""))) : undefined;
    if (args.names.length === 0) {
      await print(Object.entries(env).map(([name, value]) => `${name}=${value}`));
      return 0;
    }
    const values = args.names.flatMap((name) => (Object.hasOwn(env, name) ? [env[name] ?? ""] : []));
    await print(values);
    return values.length === args.names.length ? 0 : 1;
  },
});
