// Bundles the program: a cold start reads a few files instead of hundreds. Commands stay apart, loaded when used.
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

/** commander can start programs, which no command of this box does; what that needs costs a fifth of a cold start. */
const commanderAlone = {
  name: "commander-alone",
  transform: {
    filter: { id: /node_modules\/commander\/lib\/command\.js$/ },
    handler: (code) => code.replace("require('node:child_process')", "undefined"),
  },
};

/** CommonJS starts faster than modules; the package is of modules, so the folder says that it is not. */
const commonJsFolder = {
  name: "common-js-folder",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "package.json", source: '{ "type": "commonjs" }\n' });
  },
};

export default defineConfig({
  input: { main: "src/cli/main.ts" },
  platform: "node",
  plugins: [commanderInside, commanderAlone, threadsOutside, commonJsFolder],
  output: { dir: "dist/cli", format: "cjs", minify: true, chunkFileNames: "[name]-[hash].js" },
});
