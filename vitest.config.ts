import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/system/**", "test/bench/**"],
    setupFiles: ["test/support/property-seed.ts"],
    // A loaded machine starts slowly; what has to be quick is measured by the bench.
    testTimeout: 30_000,
  },
});
