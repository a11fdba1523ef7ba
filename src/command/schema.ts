// JSON Schema of a command's arguments for typed tools. Context never appears in it.
import type { OptionTable } from "./argv/table.ts";

export function objectSchema(table: OptionTable): Readonly<Record<string, unknown>> {
  const does = new Map(table.entries.map(({ field, option }) => [field.name, option.does]));
  const properties: Record<string, unknown> = {};
  for (const { name, schema } of table.fields.values()) {
    const { $schema: _, ...field } = schema.toJSONSchema({ io: "input", unrepresentable: "any" });
    const description = does.get(name);
    properties[name] = description === undefined ? field : { ...field, description };
  }
  const required = [...table.fields.values()].filter((field) => field.required).map(({ name }) => name);
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}
