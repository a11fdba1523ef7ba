// The form of the configuration file; loaded only where there is one.
import * as z from "zod";
import { DEFAULT_LIMITS } from "../engine/limits.ts";

const limit = z.number().int().positive().optional();

export const limitsSchema = z.strictObject(
  Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, limit])),
);

export const environmentSchema = z
  .record(z.string(), z.string())
  .refine((env) => Object.keys(env).every((name) => /^[A-Za-z_]\w*$/.test(name)), {
    error: "the name of a variable has letters, digits and _",
  })
  .default({});

/** Values of `headers` are names of environment variables of the host: secrets do not stand in the file. */
const netSchema = z.strictObject({
  allow: z.array(
    z.strictObject({
      url: z.string(),
      methods: z.array(z.string()).optional(),
      headers: z.record(z.string(), z.string()).optional(),
    }),
  ),
  maxBytes: limit,
  timeoutMs: limit,
});

export const configurationSchema = z.strictObject({
  plugins: z.array(z.string()).default([]),
  env: environmentSchema,
  limits: limitsSchema.default({}),
  secrets: z.array(z.string()).default([]),
  net: netSchema.optional(),
});
