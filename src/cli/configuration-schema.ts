// The form of the configuration file; loaded only where there is one.
import * as z from "zod";
import { DEFAULT_LIMITS } from "../engine/limits.ts";

const limit = z.number().int().positive().optional();

export const limitsSchema = z.strictObject(
  Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, limit])),
);

export const configurationSchema = z.strictObject({
  plugins: z.array(z.string()).default([]),
  env: z.record(z.string().regex(/^[A-Za-z_]\w*$/), z.string()).default({}),
  limits: limitsSchema.default({}),
  secrets: z.array(z.string()).default([]),
});
