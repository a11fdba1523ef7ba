// Turns a declaration into a command.

import type * as z from "zod";
import type { Command, FamilySpec, RawSpec, TypedSpec } from "./command.ts";

export declare function defineCommand<S extends Readonly<Record<string, z.ZodType>>, Deps = unknown>(
  spec: TypedSpec<S, Deps> | RawSpec<Deps> | FamilySpec,
): Command;
