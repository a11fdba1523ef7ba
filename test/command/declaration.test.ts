// What is read off a declaration is what zod would say.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as zod from "zod";
import { declaredField } from "../../src/command/argv/declared-field.ts";
import { fieldOf } from "../../src/command/argv/field.ts";
import { zodField } from "../../src/command/argv/zod-field.ts";
import { declarationOf } from "../../src/command/declaration.ts";
import { z } from "../../src/plugin.ts";

const PLAIN: readonly [name: string, schema: zod.ZodType][] = [
  ["string", z.string()],
  ["string optional", z.string().optional()],
  ["string default", z.string().default("x")],
  ["boolean", z.boolean()],
  ["boolean default", z.boolean().default(true)],
  ["boolean optional", z.boolean().optional()],
  ["number", z.number()],
  ["integer", z.number().int()],
  ["range", z.number().int().min(1).max(9).default(5)],
  ["nonnegative", z.number().nonnegative()],
  ["positive", z.number().positive().optional()],
  ["enum", z.enum(["a", "b"])],
  ["enum default", z.enum(["a", "b"]).default("b")],
  ["strings", z.array(z.string())],
  ["strings default", z.array(z.string()).default([])],
  ["strings optional", z.array(z.string()).optional()],
  ["one or more", z.array(z.string()).min(1)],
  ["numbers", z.array(z.number().int().min(0)).default([1])],
  ["choices", z.array(z.enum(["a", "b"]))],
];

const value = fc.oneof(
  fc.string(),
  fc.constantFrom("a", "b", "x", "", true, false, null, undefined, Number.NaN, Infinity, -0, 2 ** 60),
  fc.integer({ min: -3, max: 12 }),
  fc.double(),
  fc.array(fc.oneof(fc.constantFrom("a", "b", "c", 1), fc.integer({ min: -1, max: 3 })), { maxLength: 3 }),
);

describe.each(PLAIN)("%s", (_, schema) => {
  const declaration = declarationOf(schema);
  const field = declaration && declaredField(declaration);

  test("says the same as the schema", () => {
    expect({ ...field, accepts: undefined }).toEqual({ ...zodField(schema), accepts: undefined });
  });

  test("accepts only what zod gives back unchanged", () => {
    fc.assert(
      fc.property(value, (candidate) => {
        if (!field?.accepts(candidate)) return;
        expect(schema.safeParse(candidate)).toEqual({ success: true, data: candidate });
      }),
    );
  });
});

test.each<[name: string, schema: zod.ZodType]>([
  ["a refinement", z.string().refine((text) => text.length > 1)],
  ["a pattern", z.string().regex(/^a/)],
  ["a union", z.union([z.boolean(), z.string()])],
  ["a default that is made", z.array(z.string()).default(() => ["x"])],
  ["two wrappers", z.string().optional().default("x")],
  ["a literal", z.literal(["a", "b"])],
  ["zod's own schema", zod.number().int().default(3)],
])("%s is zod's business", (_, schema) => {
  const field = fieldOf("x", schema);
  expect(field.accepts("abc")).toBe(false);
  expect(field).toMatchObject({ required: !schema.safeParse(undefined).success || false });
});

test("schemas within schemas are built together", () => {
  const schema = z.object({ names: z.array(z.enum(["a", "b"]).optional()), limit: z.number().int().optional() });
  expect(schema.safeParse({ names: ["a", undefined], limit: 1 }).success).toBe(true);
  expect(schema.safeParse({ names: ["c"] }).success).toBe(false);
  expect(z.string().or(z.number()).safeParse(1).success).toBe(true);
  expect(zod.array(z.string()).safeParse(["a"]).success).toBe(true);
  expect("safeParse" in z.string()).toBe(true);
});

test("a written method does not change the schema it is called on", () => {
  const base = z.number().int();
  base.min(5);
  expect(base.safeParse(1).success).toBe(true);
});
