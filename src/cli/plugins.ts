// Loads plugin modules that the user named. Never from the workspace on its own account.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type PluginModule, pluginFrom } from "../command/plugin.ts";

/** A path (starting with `.` or `/`, or ending in .js or .mjs) or a package's name. */
export async function loadPlugin(name: string): Promise<PluginModule> {
  const isPath = /^[./]|\.[cm]?js$/.test(name);
  const target = isPath ? pathToFileURL(resolve(name)).href : name;
  try {
    return pluginFrom(await import(target), name);
  } catch (error) {
    throw new Error(`plugin ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
