// Bundles the program: a cold start reads a few small files instead of hundreds. Commands stay apart, loaded when used.
import { defineConfig } from "rolldown";

/** The library requires commander when the first option is parsed; the bundle has it inside, for the same moment. */
const commanderInside = {
  name: "commander-inside",
  transform: {
    filter: { id: /src\/command\/argv\/commander\.ts$/ },
    handler: (code) => code.replace('createRequire(import.meta.url)("commander")', 'require("commander")'),
  },
};

/** Threads start from the library's own files, which lie beside the bundle. */
const threadsOutside = {
  name: "threads-outside",
  transform: {
    filter: { id: /src\/thread\/thread\.ts$/ },
    handler: (code) => code.replaceAll(/new URL\("\.\/(\w+\.mjs)"/g, 'new URL("../src/thread/$1"'),
  },
};

export default defineConfig({
  input: { main: "src/cli/main.ts" },
  platform: "node",
  plugins: [commanderInside, threadsOutside],
  output: { dir: "dist/cli", format: "esm", minify: true, chunkFileNames: "[name]-[hash].js" },
});
