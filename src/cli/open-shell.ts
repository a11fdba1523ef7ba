// Makes the shell that the command line asks for: root, plugins, configuration.
import { commands } from "../../commands/index.ts";
import type { PluginModule } from "../command/plugin.ts";
import { createShell, type Shell } from "../session/index.ts";
import { diskWorkspace, type Workspace } from "../workspace/index.ts";
import type { CliOptions } from "./options.ts";

export async function openShell(options: CliOptions): Promise<Shell> {
  const { loadConfiguration } = await import("./configuration.ts");
  const configuration = await loadConfiguration(options.config);
  const plugins = await loadPlugins([...configuration.plugins, ...options.plugins]);
  return createShell({
    workspace: rootWorkspace(options),
    commands,
    plugins,
    env: configuration.env,
    limits: configuration.limits,
    secrets: configuration.secrets,
    ...(configuration.net ? { net: configuration.net } : {}),
  });
}

function rootWorkspace({ root = process.cwd(), readOnly }: Pick<CliOptions, "root" | "readOnly">): Workspace {
  try {
    return diskWorkspace({ root, readOnly });
  } catch (error) {
    throw new Error(`--root ${root}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function loadPlugins(files: readonly string[]): Promise<PluginModule[]> {
  if (files.length === 0) return [];
  const { loadPlugin } = await import("./plugins.ts");
  return await Promise.all(files.map(loadPlugin));
}
