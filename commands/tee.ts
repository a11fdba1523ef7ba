// tee: copies stdin to stdout and into files, chunk by chunk.
import { defineCommand, type OutputFile, writes, z } from "../src/plugin.ts";

export const tee = defineCommand({
  name: "tee",
  summary: "Copy standard input to standard output and into files",
  args: () => ({
    append: z.boolean().default(false),
    ignoreInterrupts: z.boolean().default(false),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    append: { short: "a", does: "add to the end of the files instead of replacing them" },
    ignoreInterrupts: { short: "i", does: "is taken and has no effect: there are no signals here" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "keep a copy", run: "echo hi | tee copy.txt", prints: "hi\n", after: { "copy.txt": "hi\n" } },
    {
      does: "add to a log and count",
      files: { "log.txt": "a\n" },
      run: "echo b | tee -a log.txt | wc -l",
      prints: "1\n",
      after: { "log.txt": "a\nb\n" },
    },
  ],
  effects: ({ files }, context) => writes(context, files.map(named)),
  async run({ append, files }, io) {
    const open: { readonly file: string; readonly output: OutputFile }[] = [];
    let status = 0;
    const failed = async (error: unknown, file: string): Promise<void> => {
      status = 1;
      await io.diagnoseFile(error, file);
    };
    try {
      for (const file of files) {
        try {
          open.push({ file, output: io.create(named(file), { append }) });
        } catch (error) {
          await failed(error, file);
        }
      }
      for (;;) {
        const next = io.stdin.read();
        const chunk = next instanceof Promise ? await next : next;
        if (chunk === null) return status;
        for (const entry of [...open]) {
          try {
            // Each reader owns its chunk, so every output but the last gets a copy.
            await entry.output.write(Buffer.from(chunk));
          } catch (error) {
            await failed(error, entry.file);
            open.splice(open.indexOf(entry), 1);
            entry.output.close();
          }
        }
        const full = io.stdout.write(chunk);
        if (full) await full;
      }
    } finally {
      for (const { output } of open) output.close();
    }
  },
});

/** `-` is a file name for tee, as in POSIX; the footprint and the opener know it as `./-`. */
function named(file: string): string {
  return file === "-" ? "./-" : file;
}
