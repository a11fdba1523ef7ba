// Bundles the program: a cold start reads a few small files instead of hundreds. Commands stay apart, loaded when used.
import { defineConfig } from "rolldown";

export default defineConfig({
  input: { main: "src/cli/main.ts" },
  platform: "node",
  output: { dir: "dist/cli", format: "esm", minify: true, chunkFileNames: "[name]-[hash].js" },
});
