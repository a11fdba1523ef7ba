// The user's configuration: `--config FILE`, or config.json in the user's config folder; never in the workspace.
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { Limits } from "../engine/limits.ts";
import type { NetOptions } from "../net/index.ts";
import { readHostFile } from "./host-file.ts";

export interface Configuration {
  /** Modules of commands; relative paths start at the file's folder. */
  readonly plugins: readonly string[];
  /** Variables of the shell. */
  readonly env: Readonly<Record<string, string>>;
  readonly limits: Partial<Limits>;
  /** Names of environment variables of the host whose values are masked in every text. */
  readonly secrets: readonly string[];
  /** What curl and wget may reach. */
  readonly net?: NetOptions;
}

const NONE: Configuration = { plugins: [], env: {}, limits: {}, secrets: [] };

/** Throws when a named file is missing, or when a file does not have the form. */
export async function loadConfiguration(file: string | undefined): Promise<Configuration> {
  const path = file === undefined ? join(configFolder(), "config.json") : resolve(file);
  const text = readHostFile(path);
  if (text === undefined) {
    if (file === undefined) return NONE;
    throw new Error(`${file}: no such file`);
  }
  const { configurationSchema } = await import("./configuration-schema.ts");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : "no JSON"}`);
  }
  const parsed = configurationSchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${path}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "wrong form"}`);
  }
  const { plugins, env, limits, secrets, net } = parsed.data;
  return {
    plugins: plugins.map((name) => (name.startsWith(".") && !isAbsolute(name) ? resolve(dirname(path), name) : name)),
    env,
    limits: definedOnly(limits),
    secrets: secrets.flatMap((name) => process.env[name] ?? []),
    ...(net ? { net: netOptions(net, path) } : {}),
  };
}

interface ConfiguredNet {
  readonly allow: readonly {
    readonly url: string;
    readonly methods?: readonly string[] | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  }[];
  readonly maxBytes?: number | undefined;
  readonly timeoutMs?: number | undefined;
}

function netOptions({ allow, maxBytes, timeoutMs }: ConfiguredNet, path: string): NetOptions {
  return {
    allow: allow.map(({ url, methods, headers = {} }) => ({
      url,
      ...(methods ? { methods } : {}),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, variable]) => {
          const value = process.env[variable];
          if (value === undefined) throw new Error(`${path}: net.allow: the environment has no ${variable}`);
          return [name, value];
        }),
      ),
    })),
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

function configFolder(): string {
  const base = process.env.XDG_CONFIG_HOME;
  return join(base !== undefined && isAbsolute(base) ? base : join(homedir(), ".config"), "runsh");
}

function definedOnly(limits: Readonly<Record<string, number | undefined>>): Partial<Limits> {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}
