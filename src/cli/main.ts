#!/usr/bin/env node
// The program `runsh`: reads its command line and hands over to what that asks for. Loads only what is used.
import module from "node:module";
import { CliUsageError, parseOptions, USAGE } from "./options.ts";

// Node 22.1 and newer keep compiled code between runs when asked to.
if ("enableCompileCache" in module && typeof module.enableCompileCache === "function") module.enableCompileCache();

main(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    throw error;
  },
);

async function main(argv: readonly string[]): Promise<number> {
  try {
    const options = parseOptions(argv);
    switch (options.mode) {
      case "help":
        process.stdout.write(USAGE);
        return 0;
      case "version":
        process.stdout.write(`runsh ${(await import("./version.ts")).VERSION}\n`);
        return 0;
      case "line":
      case "script":
        return await (await import("./line.ts")).runOnce(options);
      case "batch": {
        const { signal, release } = (await import("./signals.ts")).listenForSignals();
        try {
          return await (await import("./batch.ts")).runBatch(options, process.stdin, process.stdout, signal);
        } finally {
          release();
        }
      }
      case "prompt":
        return await (await import("./prompt.ts")).runPrompt(options);
    }
  } catch (error) {
    if (error instanceof CliUsageError) {
      process.stderr.write(`runsh: ${error.message}\n\n${USAGE}`);
      return 2;
    }
    process.stderr.write(`runsh: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}
