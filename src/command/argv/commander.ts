// Brings commander in when the first option is parsed. `bind` is synchronous and commander is CommonJS, so `require` is
// its natural way in. A bundle that wants commander inside replaces this one module.
import { createRequire } from "node:module";

export type Commander = typeof import("commander");

let loaded: Commander | undefined;

export function commander(): Commander {
  loaded ??= createRequire(import.meta.url)("commander") as Commander;
  return loaded;
}
