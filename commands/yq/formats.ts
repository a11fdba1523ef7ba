// From YAML, TOML and JSON to JSON text and back. The order of keys stays; numbers keep their digits where they can.
import { parse as parseToml, stringify as stringifyToml, TomlDate, TomlError } from "smol-toml";
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
} from "yaml";
import { CommandError } from "../../src/plugin.ts";
import type { Format } from "./arguments.ts";

const STYLE = { lineWidth: 0, flowCollectionPadding: false } as const;

/** Each document as JSON text. */
export function documentsToJson(text: string, format: Format, name: string): string[] {
  if (format === "json") return [text];
  if (format === "toml") return [jsonOf(tomlOf(text, name))];
  return yamlDocuments(text, name).map((document) => {
    try {
      return jsonOf(document.toJS({ mapAsMap: true }));
    } catch (error) {
      // Aliases that multiply beyond measure.
      if (error instanceof ReferenceError) throw new CommandError(`${name}: ${error.message}`);
      throw error;
    }
  });
}

/** JSON values, one a line each, as documents of another format. `raw`: a lone string stands without quotes. */
export function jsonToDocuments(lines: readonly string[], format: Format, raw: boolean): string {
  if (format === "json") return lines.map((line) => `${line}\n`).join("");
  if (format === "toml") return lines.map(tomlText).join("");
  return lines.map((line) => yamlText(line, raw)).join("---\n");
}

/** The same YAML text with new values in it; comments and styles stay where values do. */
export function patchYaml(text: string, lines: readonly string[], name: string): string {
  const documents = yamlDocuments(text, name);
  if (documents.length !== lines.length) return jsonToDocuments(lines, "yaml", false);
  for (const [index, document] of documents.entries()) {
    const next = parseDocument(lines[index] ?? "null", OPTIONS);
    blockStyle(next);
    change(document, [], next.contents);
  }
  return documents.map((document) => document.toString(STYLE)).join("");
}

const OPTIONS = { merge: true, intAsBigInt: true, uniqueKeys: false, logLevel: "silent" } as const;

function yamlDocuments(text: string, name: string): Document[] {
  const parsed = parseAllDocuments(text, OPTIONS);
  if (!Array.isArray(parsed)) return [];
  return parsed.map((document) => {
    const [error] = document.errors;
    if (error) {
      const [message = ""] = error.message.split("\n");
      throw new CommandError(`${name}: ${message.replace(/:$/, "")}`);
    }
    return document;
  });
}

function tomlOf(text: string, name: string): unknown {
  try {
    return parseToml(text, { integersAsBigInt: "asNeeded" });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [message = ""] = error.message.split("\n");
    throw new CommandError(
      `${name}: ${message.replace(/^Invalid TOML document: /, "")} at line ${error.line}, column ${error.column}`,
    );
  }
}

/** JSON text of what a parser gave, with maps in their order. */
function jsonOf(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Map) {
    return `{${[...value].map(([key, entry]) => `${JSON.stringify(keyOf(key))}:${jsonOf(entry)}`).join(",")}}`;
  }
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(",")}]`;
  if (value instanceof TomlDate) return JSON.stringify(value.toISOString());
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (value instanceof Set) return jsonOf(new Map([...value].map((key) => [key, null])));
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString("base64"));
  if (typeof value === "object" && value !== null) return jsonOf(new Map(Object.entries(value)));
  return JSON.stringify(value) ?? "null";
}

function keyOf(key: unknown): string {
  return typeof key === "string" ? key : typeof key === "object" && key !== null ? jsonOf(key) : String(key);
}

function yamlText(line: string, raw: boolean): string {
  const document = parseDocument(line, OPTIONS);
  if (raw && isScalar(document.contents) && typeof document.contents.value === "string") {
    return `${document.contents.value}\n`;
  }
  blockStyle(document);
  return document.toString(STYLE);
}

/** JSON is YAML in flow style with quoted strings; this takes both away. */
function blockStyle(document: Document): void {
  visit(document, {
    Collection(_key, node) {
      node.flow = node.items.length === 0;
    },
    Scalar(_key, node) {
      if (typeof node.value !== "string") return;
      if (node.value.includes("\n")) node.type = Scalar.BLOCK_LITERAL;
      else delete node.type;
    },
  });
}

function tomlText(line: string): string {
  const value: unknown = JSON.parse(line);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new CommandError("only an object can be written as TOML", { help: "Use -o json or -o yaml" });
  }
  const text = stringifyToml(value);
  return text.endsWith("\n") ? text : `${text}\n`;
}

type Path = readonly (string | number | unknown)[];

/** Sets what differs from the new value. */
function change(document: Document, path: Path, next: unknown): void {
  const old = path.length === 0 ? document.contents : document.getIn(path, true);
  if (isMap(old) && isMap(next)) {
    const keys = new Set(next.items.map(({ key }) => textOf(key)));
    for (const { key } of [...old.items])
      if (!keys.has(textOf(key)) && textOf(key) !== "<<") document.deleteIn([...path, key]);
    for (const { key, value } of next.items) {
      const own = old.items.find((pair) => textOf(pair.key) === textOf(key))?.key ?? key;
      if (old.has(own)) change(document, [...path, own], value);
      else if (!inherits(old, document, textOf(key), value)) document.setIn([...path, textOf(key)], value);
    }
  } else if (isSeq(old) && isSeq(next)) {
    for (let at = old.items.length - 1; at >= next.items.length; at -= 1) document.deleteIn([...path, at]);
    for (const [at, value] of next.items.entries()) {
      if (at < old.items.length) change(document, [...path, at], value);
      else document.addIn(path, value);
    }
  } else if (isAlias(old)) {
    if (JSON.stringify(plain(old.resolve(document))) !== JSON.stringify(plain(next))) document.setIn(path, next);
  } else if (isScalar(old) && isScalar(next)) {
    if (old.value !== next.value) {
      if (typeof old.value !== typeof next.value) delete old.type;
      old.value = next.value;
      delete old.source;
    }
  } else if (path.length === 0) Object.assign(document, { contents: next });
  else document.setIn(path, next);
}

/** The key of a merge is a symbol. */
function textOf(key: unknown): string {
  const value: unknown = isScalar(key) ? key.value : key;
  return typeof value === "symbol" ? (value.description ?? "<<") : String(value);
}

function plain(node: unknown): unknown {
  return JSON.parse(jsonOf(isCollection(node) || isScalar(node) ? node.toJSON() : node));
}

/** Does a merged map (`<<`) give this value already? */
function inherits(map: YAMLMap, document: Document, key: string, value: unknown): boolean {
  const merged: unknown = map.toJS(document, { mapAsMap: true });
  return merged instanceof Map && merged.has(key) && jsonOf(merged.get(key)) === jsonOf(plain(value));
}
