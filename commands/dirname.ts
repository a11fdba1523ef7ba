// dirname: each name without its last component. It works on names only; nothing needs to exist.
import { defineCommand, encode, PURE, z } from "../src/plugin.ts";

export const dirname = defineCommand({
  name: "dirname",
  summary: "Strip the last component from names",
  args: () => ({ zero: z.boolean().default(false), names: z.array(z.string()).min(1) }),
  cli: {
    zero: { short: "z", does: "end each line with NUL" },
    names: { positional: true, placeholder: "name" },
  },
  examples: [
    { does: "the directory of a file", run: "dirname src/lib/x.ts", prints: "src/lib\n" },
    { does: "a name without a slash", run: "dirname notes.md", prints: ".\n" },
  ],
  effects: () => PURE,
  run({ zero, names }, io) {
    const end = zero ? "\0" : "\n";
    return io.stdout.write(encode(names.map((name) => parent(name) + end).join("")));
  },
});

function parent(name: string): string {
  const trimmed = name.replace(/(?!^)\/+$/, "");
  const slash = trimmed.lastIndexOf("/");
  if (slash < 0) return ".";
  return trimmed.slice(0, slash).replace(/\/+$/, "") || "/";
}
