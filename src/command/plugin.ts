// What a plugin module exports. Importing the module is the host's business.
import type { Command } from "./command.ts";

/** The default export of a plugin module. */
export interface PluginModule {
  readonly commands: readonly Command[];
  /** Names of commands that this plugin replaces on purpose. */
  readonly overrides?: readonly string[];
}

/** `export default definePlugin({ commands: [weather] })`. */
export function definePlugin(plugin: PluginModule): PluginModule {
  return Object.freeze({ ...plugin });
}

/** Takes what `await import(path)` gave; `from` names the module in the error. */
export function pluginFrom(module: unknown, from: string): PluginModule {
  const exported = property(module, "default");
  const commands = property(exported, "commands");
  if (!Array.isArray(commands) || !commands.every(isCommand)) {
    throw new Error(`${from}: no plugin. Use: export default definePlugin({ commands: [...] })`);
  }
  const overrides = property(exported, "overrides");
  if (overrides !== undefined && !(Array.isArray(overrides) && overrides.every((name) => typeof name === "string"))) {
    throw new Error(`${from}: overrides must be a list of command names`);
  }
  return { commands, overrides: overrides ?? [] };
}

function isCommand(value: unknown): value is Command {
  return typeof property(value, "name") === "string" && typeof property(value, "bind") === "function";
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
