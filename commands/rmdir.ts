// rmdir: removes empty directories, and their parents on request.
import { defineCommand, FileError, quoteName, Writer, writes, z } from "../src/plugin.ts";

export const rmdir = defineCommand({
  name: "rmdir",
  summary: "Remove empty directories",
  args: () => ({
    parents: z.boolean().default(false),
    verbose: z.boolean().default(false),
    ignoreFailOnNonEmpty: z.boolean().default(false),
    directories: z.array(z.string()).min(1),
  }),
  cli: {
    parents: { short: "p", does: "remove the directory and its parents, as far as they become empty" },
    verbose: { short: "v", does: "say what is removed" },
    ignoreFailOnNonEmpty: { does: "a directory that is not empty is no failure" },
    directories: { positional: true, placeholder: "directory" },
  },
  examples: [
    { does: "remove a directory", files: { old: { dir: true }, a: "" }, run: "rmdir old && ls", prints: "a\n" },
    {
      does: "remove a path of directories",
      files: { "a/b/c": { dir: true } },
      run: "rmdir -pv a/b/c",
      prints: "rmdir: removing directory, 'a/b/c'\nrmdir: removing directory, 'a/b'\nrmdir: removing directory, 'a'\n",
    },
  ],
  effects: ({ directories, parents }, context) =>
    writes(context, parents ? directories.flatMap(withParents) : directories),
  async run({ directories, parents, verbose, ignoreFailOnNonEmpty }, io, ctx) {
    const out = new Writer(io.stdout);
    let status = 0;
    for (const operand of directories) {
      for (const path of parents ? withParents(operand) : [operand]) {
        if (verbose) out.text(`rmdir: removing directory, ${quoteName(path)}\n`);
        try {
          ctx.workspace.rmdir(path);
        } catch (error) {
          if (!(error instanceof FileError)) throw error;
          if (ignoreFailOnNonEmpty && error.code === "ENOTEMPTY") break;
          status = 1;
          await out.flush();
          const what = path === operand ? "failed to remove" : "failed to remove directory";
          await io.diagnoseFile(error, path, what);
          break;
        }
      }
    }
    await out.flush();
    return status;
  },
});

/** `a/b/c` -> a/b/c, a/b, a. */
function withParents(path: string): string[] {
  const paths = [path];
  let rest = path.replace(/\/+$/, "");
  for (let slash = rest.lastIndexOf("/"); slash > 0; slash = rest.lastIndexOf("/")) {
    rest = rest.slice(0, slash).replace(/\/+$/, "");
    paths.push(rest);
  }
  return paths;
}
