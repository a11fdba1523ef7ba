// Which files a query reads: those it names in quotes, operands, and -t name=file.
import { UsageError } from "../../src/plugin.ts";

export interface TableFile {
  readonly name: string;
  readonly file: string;
}

const TABLE_FILE = /\.(?:csv|tsv|tab|json|jsonl|ndjson)$/i;

export function tablesOf(sql: string, operands: readonly string[], given: readonly string[]): TableFile[] {
  const tables = new Map<string, TableFile>();
  const add = (name: string, file: string): void => {
    if (!tables.has(name.toLowerCase())) tables.set(name.toLowerCase(), { name, file });
  };
  for (const word of given) {
    const at = word.indexOf("=");
    if (at < 1) throw new UsageError(`invalid table '${word}'`, { help: "Use: -t NAME=FILE" });
    add(word.slice(0, at), word.slice(at + 1));
  }
  for (const file of operands) add(baseName(file), file);
  for (const file of quotedFiles(sql)) add(file, file);
  return [...tables.values()];
}

/** Text in quotes that ends like the name of a table's file. */
function quotedFiles(sql: string): string[] {
  const tokens = sql.matchAll(
    /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|`([^`]*)`|\[([^\]]*)\]/g,
  );
  return [...tokens].flatMap(([, single, double, back, bracket]) => {
    const text = single?.replaceAll("''", "'") ?? double?.replaceAll('""', '"') ?? back ?? bracket;
    return text !== undefined && TABLE_FILE.test(text) && !/[\n%*]/.test(text) ? [text] : [];
  });
}

export function formatOf(file: string): "csv" | "tsv" | "json" {
  if (/\.(?:json|jsonl|ndjson)$/i.test(file)) return "json";
  return /\.(?:tsv|tab)$/i.test(file) ? "tsv" : "csv";
}

function baseName(file: string): string {
  if (file === "-") return "stdin";
  return (file.split("/").at(-1) ?? file).replace(/\.[^.]+$/, "");
}
