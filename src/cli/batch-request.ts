// The form of a batch request, and its parsing with errors that name the field.
import * as z from "zod";
import type { Limits } from "../engine/limits.ts";
import type { InitialFile } from "../workspace/index.ts";
import { environmentSchema, limitsSchema } from "./configuration-schema.ts";

export interface BatchRequest {
  readonly commands: readonly string[];
  readonly files: Readonly<Record<string, InitialFile>>;
  readonly root: string | undefined;
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string | undefined;
  readonly mode: "read-write" | "read-only" | "overlay";
  readonly limits: Partial<Limits>;
  readonly returnFiles: boolean;
}

/** What is wrong with a request. */
export class RequestError extends Error {}

const file = z.union(
  [
    z.string(),
    z.strictObject({ base64: z.base64() }),
    z.strictObject({ link: z.string().min(1) }),
    z.strictObject({ dir: z.literal(true) }),
    z.strictObject({ text: z.string(), mode: z.number().int().min(0).max(0o7777).optional() }),
  ],
  { error: "a file is its text, or one of { base64 }, { link }, { dir: true } and { text, mode }" },
);

const schema = z.strictObject({
  id: z.union([z.string(), z.number()]).optional(),
  command: z.string().optional(),
  commands: z.array(z.string()).optional(),
  turn: z.unknown().optional(),
  // A map, since a record would lose a file with the name `__proto__`.
  files: z.preprocess(
    (value) => (typeof value === "object" && value && !Array.isArray(value) ? new Map(Object.entries(value)) : value),
    z.map(z.string(), file, { error: "an object of paths and contents" }).optional(),
  ),
  root: z.string().optional(),
  cwd: z.string().startsWith("/").optional(),
  env: environmentSchema,
  stdin: z.string().optional(),
  mode: z.enum(["read-write", "read-only", "overlay"]).default("read-write"),
  limits: limitsSchema.default({}),
  policy: z.unknown().optional(),
  schedule: z.unknown().optional(),
  returnFiles: z.boolean().default(false),
});

/** Throws `RequestError`, whose message names the field. */
export function parseRequest(json: unknown): BatchRequest {
  const parsed = schema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join(".") ?? "";
    throw new RequestError(`${where === "" ? "request" : where}: ${issue?.message ?? "wrong form"}`);
  }
  const { data } = parsed;
  for (const name of ["turn", "policy", "schedule"] as const) {
    if (data[name] !== undefined)
      throw new RequestError(`${name}: not available in this version; use command or commands`);
  }
  if ((data.command === undefined) === (data.commands === undefined)) {
    throw new RequestError("give exactly one of command and commands");
  }
  return {
    commands: data.commands ?? [data.command ?? ""],
    files: Object.fromEntries([...(data.files ?? [])].map(([path, content]) => [path, contentOf(content)])),
    root: data.root,
    cwd: data.cwd,
    env: data.env,
    stdin: data.stdin,
    mode: data.mode,
    limits: Object.fromEntries(Object.entries(data.limits).filter(([, value]) => value !== undefined)),
    returnFiles: data.returnFiles,
  };
}

function contentOf(content: z.output<typeof file>): InitialFile {
  if (typeof content === "string") return content;
  if ("base64" in content) return Buffer.from(content.base64, "base64");
  if (!("text" in content)) return content;
  const { text, mode } = content;
  return mode === undefined ? text : { text, mode };
}
