// csv to-json and from-json: rows as objects, and objects as rows.
import { CommandError, decode, defineCommand, reads, Writer, z } from "../../src/plugin.ts";
import { numberOf } from "./condition.ts";
import { delimiterOf, openTable, RowWriter, tableArgs, tableCli } from "./table.ts";

export const toJson = defineCommand({
  name: "to-json",
  summary: "Print rows as JSON objects",
  description:
    "Fields that are numbers, true, false or null as JSON writes them become such values, unless -s is given.",
  args: () => ({
    ...tableArgs(),
    lines: z.boolean().default(false),
    strings: z.boolean().default(false),
    file: z.string().default("-"),
  }),
  cli: {
    ...tableCli,
    lines: { short: "l", does: "one object a line, not an array" },
    strings: { short: "s", does: "all values are strings" },
    file: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "an array", run: "printf 'a,b\\n1,x\\n' | csv to-json", prints: '[\n{"a":1,"b":"x"}\n]\n' },
    { does: "JSON Lines", run: "printf 'a,b\\n1,x\\n' | csv to-json -l -s", prints: '{"a":"1","b":"x"}\n' },
  ],
  effects: ({ file }, context) => reads(context, [file]),
  async run(args, io, context) {
    const table = await openTable(args.file, args, io, context);
    const out = new Writer(io.stdout);
    if (!args.lines) out.text("[\n");
    let first = true;
    for await (const row of table.rows) {
      if (!first) out.text(args.lines ? "\n" : ",\n");
      first = false;
      const fields = table.header.map(
        (name, index) => `${JSON.stringify(name)}:${jsonValue(row[index] ?? "", args.strings)}`,
      );
      out.text(`{${fields.join(",")}}`);
      const full = out.drain();
      if (full) await full;
    }
    if (!first) out.text("\n");
    if (!args.lines) out.text("]\n");
    await out.flush();
    return 0;
  },
});

/** A number keeps its digits; what JSON cannot write as it stands (`007`, `+1`) stays a string. */
function jsonValue(field: string, strings: boolean): string {
  if (strings) return JSON.stringify(field);
  if (field === "true" || field === "false" || field === "null") return field;
  const isNumber = numberOf(field) !== undefined && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(field);
  return isNumber ? field : JSON.stringify(field);
}

export const fromJson = defineCommand({
  name: "from-json",
  summary: "Print JSON objects as rows",
  description:
    "The input is an array of objects, or one object a line. Values that are objects or lists are written as JSON.",
  args: () => ({ outputDelimiter: z.string().optional(), file: z.string().default("-") }),
  cli: {
    outputDelimiter: {
      short: "d",
      long: ["delimiter", "output-delimiter"],
      placeholder: "CHAR",
      does: "what to print between fields",
    },
    file: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    { does: "an array", run: `echo '[{"a":1},{"a":2,"b":"x,y"}]' | csv from-json`, prints: 'a,b\n1,\n2,"x,y"\n' },
    { does: "JSON Lines", run: `printf '{"a":1}\\n{"a":null}\\n' | csv from-json`, prints: 'a\n1\n""\n' },
  ],
  effects: ({ file }, context) => reads(context, [file]),
  async run({ file, outputDelimiter }, io) {
    const parts: Uint8Array[] = [];
    const source = file === "-" ? io.stdin : io.open(file);
    for (let chunk = await source.read(); chunk; chunk = await source.read()) parts.push(chunk);
    const objects = objectsOf(decode(Buffer.concat(parts)), file === "-" ? "stdin" : file);
    const header = [...new Set(objects.flatMap((object) => Object.keys(object)))];
    const out = new RowWriter(io, delimiterOf(outputDelimiter, ""));
    if (header.length > 0) await out.write(header);
    for (const object of objects) await out.write(header.map((name) => fieldOf(object[name])));
    await out.end();
    return 0;
  },
});

function fieldOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

type JsonObject = Record<string, unknown>;

function objectsOf(text: string, name: string): JsonObject[] {
  const values = valuesOf(text, name);
  return values.map((value) => {
    if (!isObject(value)) throw new CommandError(`${name}: every value must be an object`);
    return value;
  });
}

function valuesOf(text: string, name: string): readonly unknown[] {
  try {
    const whole: unknown = JSON.parse(text);
    return Array.isArray(whole) ? whole : [whole];
  } catch {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    return lines.map((line, index): unknown => {
      try {
        return JSON.parse(line);
      } catch (error) {
        throw new CommandError(`${name}: line ${index + 1}: ${error instanceof Error ? error.message : "no JSON"}`);
      }
    });
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
