// Turns a declaration into a command. Nothing is compiled, and neither zod nor commander touched, before first use.
import type * as z from "zod";
import type { Command, FamilySpec, RawSpec, TypedSpec } from "./command.ts";
import { FamilyCommand } from "./family.ts";
import { RawCommand } from "./raw.ts";
import { TypedCommand } from "./typed.ts";

export function defineCommand<Deps = unknown>(spec: RawSpec<Deps>): Command;
export function defineCommand(spec: FamilySpec): Command;
export function defineCommand<S extends Readonly<Record<string, z.ZodType>>, Deps = unknown>(
  spec: TypedSpec<S, Deps>,
): Command;
export function defineCommand<S extends Readonly<Record<string, z.ZodType>>, Deps>(
  spec: TypedSpec<S, Deps> | RawSpec<Deps> | FamilySpec,
): Command {
  if ("subcommands" in spec) return new FamilyCommand(spec);
  if ("raw" in spec) return new RawCommand(spec);
  return new TypedCommand(spec);
}
