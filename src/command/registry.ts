// All commands of a shell by name: the box's own, loaded when first used, and those of plugins. It knows no scope.
import type { Command, CommandIndex } from "./command.ts";
import type { PluginModule } from "./plugin.ts";
import { nearest } from "./suggest.ts";

export interface Registry {
  /** Sorted by code point. */
  names(): readonly string[];
  has(name: string): boolean;
  /** At once when it is loaded already; undefined when there is none. */
  load(name: string): Command | Promise<Command> | undefined;
  /** Names that are close to a wrong one, the closest first. */
  suggest(name: string): string[];
}

/** Throws when a plugin takes a name that is in use without saying so in `overrides`. */
export function createRegistry(index: CommandIndex, plugins: readonly PluginModule[] = []): Registry {
  const loaded = new Map<string, Command>();
  for (const { commands, overrides = [] } of plugins) {
    for (const command of commands) {
      if (!isName(command.name)) throw new Error(`plugin command '${command.name}': not a valid name`);
      const taken = loaded.has(command.name) || Object.hasOwn(index, command.name);
      if (taken && !overrides.includes(command.name)) {
        throw new Error(`plugin command '${command.name}': the name is taken. Use: overrides: ["${command.name}"]`);
      }
      loaded.set(command.name, command);
    }
  }
  return new IndexedRegistry(index, loaded);
}

/** Can the word stand as a command's name without quoting? */
export function isName(name: string): boolean {
  return /^(?:[A-Za-z0-9_][\w.+-]*|\[)$/.test(name);
}

class IndexedRegistry implements Registry {
  readonly #index: ReadonlyMap<string, () => Promise<Command>>;
  readonly #loaded: Map<string, Command>;
  readonly #loading = new Map<string, Promise<Command>>();
  readonly #names: readonly string[];

  constructor(index: CommandIndex, loaded: Map<string, Command>) {
    this.#index = new Map(Object.entries(index));
    this.#loaded = loaded;
    this.#names = [...new Set([...this.#index.keys(), ...loaded.keys()])].sort();
  }

  names(): readonly string[] {
    return this.#names;
  }

  has(name: string): boolean {
    return this.#loaded.has(name) || this.#index.has(name);
  }

  load(name: string): Command | Promise<Command> | undefined {
    const ready = this.#loaded.get(name) ?? this.#loading.get(name);
    if (ready) return ready;
    const loader = this.#index.get(name);
    if (!loader) return undefined;
    const loading = loader()
      .then((command) => {
        this.#loaded.set(name, command);
        return command;
      })
      .finally(() => this.#loading.delete(name));
    this.#loading.set(name, loading);
    return loading;
  }

  suggest(name: string): string[] {
    return nearest(name, this.#names);
  }
}
