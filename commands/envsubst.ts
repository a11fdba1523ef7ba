// envsubst: puts the values of exported variables into text, in the forms $NAME and ${NAME} alone.
import { decode, defineCommand, encode, PURE, Writer, z } from "../src/plugin.ts";
import { eachLine } from "./input.ts";

const REFERENCE = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/g;

export const envsubst = defineCommand({
  name: "envsubst",
  summary: "Put the values of exported variables into text",
  args: () => ({ variables: z.boolean().default(false), format: z.string().optional() }),
  cli: {
    variables: { short: "v", does: "print the names that occur in the format" },
    format: { positional: true, placeholder: "format", does: "only variables that this text mentions" },
  },
  readsStdin: true,
  examples: [
    { does: "fill in a template", run: "export who=World; echo 'Hello $who' | envsubst", prints: "Hello World\n" },
    { does: "only some", run: "export a=1 b=2; echo '$a $b' | envsubst '$a'", prints: "1 $b\n" },
  ],
  effects: () => PURE,
  async run({ variables, format }, io, ctx) {
    const out = new Writer(io.stdout);
    const named =
      format === undefined ? undefined : new Set([...format.matchAll(REFERENCE)].map((m) => m[1] ?? m[2] ?? ""));
    if (variables) {
      for (const name of named ?? []) out.text(`${name}\n`);
      await out.flush();
      return 0;
    }
    await eachLine(io.stdin, out, (bytes, start, end, complete) => {
      const line = bytes.subarray(start, end);
      if (!line.includes(36)) out.bytes(line);
      else {
        const filled = decode(line).replace(REFERENCE, (whole, plain?: string, braced?: string) => {
          const name = plain ?? braced ?? "";
          if (named && !named.has(name)) return whole;
          return Object.hasOwn(ctx.env, name) ? (ctx.env[name] ?? "") : "";
        });
        out.bytes(encode(filled));
      }
      if (complete) out.byte(10);
    });
    await out.flush();
    return 0;
  },
});
