// The tests that need tools of a Debian machine: strace, bash and GNU's commands. Nothing here is skipped.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/system/**/*.test.ts"],
    testTimeout: 300_000,
  },
});
