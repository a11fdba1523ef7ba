// basename: the last component of each name. It works on names only; nothing needs to exist.
import { CommandError, defineCommand, encode, PURE, z } from "../src/plugin.ts";
import { quoteWord } from "./quote-word.ts";

export const basename = defineCommand({
  name: "basename",
  summary: "Strip directory and suffix from names",
  args: () => ({
    multiple: z.boolean().default(false),
    suffix: z.string().optional(),
    zero: z.boolean().default(false),
    names: z.array(z.string()).min(1),
  }),
  cli: {
    multiple: { short: "a", does: "every operand is a name" },
    suffix: { short: "s", placeholder: "SUFFIX", does: "remove a final SUFFIX; implies -a" },
    zero: { short: "z", does: "end each line with NUL" },
    names: { positional: true, placeholder: "name" },
  },
  examples: [
    { does: "the last component", run: "basename /usr/lib/x.ts", prints: "x.ts\n" },
    { does: "without its suffix", run: "basename src/x.ts .ts", prints: "x\n" },
    { does: "several names", run: "basename -s .md a/b.md c.md", prints: "b\nc\n" },
  ],
  effects: () => PURE,
  run({ multiple, suffix, zero, names }, io) {
    const many = multiple || suffix !== undefined;
    if (!many && names.length > 2) {
      throw new CommandError(`extra operand '${names[2]}'`, {
        help: `Use: basename -a ${names.map(quoteWord).join(" ")}`,
      });
    }
    const ending = many ? (suffix ?? "") : (names[1] ?? "");
    const end = zero ? "\0" : "\n";
    const lines = (many ? names : names.slice(0, 1)).map((name) => withoutSuffix(lastComponent(name), ending) + end);
    return io.stdout.write(encode(lines.join("")));
  },
});

/** POSIX, basename: slashes alone give one slash. */
function lastComponent(name: string): string {
  const trimmed = name.replace(/\/+$/, "");
  if (trimmed === "") return name === "" ? "" : "/";
  return trimmed.slice(trimmed.lastIndexOf("/") + 1);
}

function withoutSuffix(name: string, suffix: string): string {
  return suffix !== "" && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}
