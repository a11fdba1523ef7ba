// The thread of sql: fills a database in memory and steps through statements. It has no files of its own.
import { parse } from "csv-parse/sync";
import initSqlJs from "sql.js";
import { Stopped, serve } from "./protocol.mjs";

/** Rows of a result that are handed over at once. */
const BATCH = 500;

/** Bytes that SQLite may take; a statement that needs more fails. */
const HEAP = 768 * 1024 * 1024;

/** Pragmas that only tell something. */
const TELLING =
  /^(?:table_x?info|table_list|index_list|index_x?info|foreign_key_list|function_list|collation_list|compile_options|pragma_list|database_list|module_list|encoding)$/i;

/** @type {Promise<import("sql.js").SqlJsStatic> | undefined} */
let loading;

serve(async ({ sql, tables }, ask) => {
  loading ??= initSqlJs({ useOldExtensionFunctions: false });
  const SQL = await loading;
  const database = new SQL.Database();
  try {
    database.run(`PRAGMA hard_heap_limit=${HEAP}`);
    database.create_function("regexp", matches);
    for (const [index, table] of tables.entries()) {
      try {
        fill(database, table, bytesOf(ask, index));
      } catch (error) {
        if (error instanceof Stopped) throw error;
        return { error: `${table.name}: ${messageOf(error)}`, tables: [] };
      }
    }
    try {
      run(database, sql, ask);
    } catch (error) {
      if (error instanceof Stopped) throw error;
      return { error: messageOf(error), tables: describe(database) };
    }
    return {};
  } catch (error) {
    // After a trap the module's memory cannot be trusted.
    if (error instanceof WebAssembly.RuntimeError) loading = undefined;
    throw error;
  } finally {
    if (loading) database.close();
  }
});

function run(database, sql, ask) {
  for (const statement of database.iterateStatements(sql)) {
    refuse(statement.getSQL());
    let rows = [];
    let columns;
    while (statement.step()) {
      columns ??= statement.getColumnNames();
      rows.push(statement.get(null, { useBigInt: true }));
      if (rows.length < BATCH) continue;
      ask({ answer: { ...(columns.sent ? {} : { columns }), rows } });
      columns.sent = true;
      rows = [];
    }
    const names = columns ?? statement.getColumnNames();
    if (names.length > 0 && (rows.length > 0 || !names.sent)) {
      ask({ answer: names.sent ? { rows } : { columns: [...names], rows } });
    }
  }
}

/** What reaches for other databases, or changes how this one works, is no query. */
function refuse(sql) {
  const text = sql
    .replace(/^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/, "")
    .replace(/^explain\s+(?:query\s+plan\s+)?/i, "");
  const [word = ""] = /^\w+/.exec(text) ?? [];
  if (/^(?:attach|detach|vacuum)$/i.test(word))
    throw new Error(`${word.toUpperCase()} is not allowed: there are only the given tables`);
  if (!/^pragma$/i.test(word)) return;
  const [, name = ""] = /^pragma\s+(?:\w+\s*\.\s*)?(\w+)/i.exec(text) ?? [];
  if (!TELLING.test(name) || /^pragma\s+[\w.\s]+=/i.test(text)) throw new Error(`PRAGMA ${name} is not allowed`);
}

function bytesOf(ask, index) {
  const parts = [];
  for (let chunk = ask({ read: index }); chunk; chunk = ask({ read: index })) parts.push(chunk);
  return Buffer.concat(parts);
}

function fill(database, { name, format }, bytes) {
  if (format === "json") fillFromJson(database, name, bytes);
  else fillFromCsv(database, name, bytes, format === "tsv" ? "\t" : ",");
}

function fillFromCsv(database, name, bytes, delimiter) {
  /** @type {string[] | undefined} */
  let header;
  let insert;
  /** @type {boolean[]} Columns that hold numbers only. */
  let numeric = [];
  database.run("BEGIN");
  parse(bytes, {
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    on_record(record) {
      if (!header) {
        header = distinct(record);
        numeric = header.map(() => true);
        insert = createTable(database, name, header);
        return undefined;
      }
      const row = header.map((_, index) => record[index] ?? "");
      for (const [index, field] of row.entries())
        if (numeric[index] && field !== "" && !isNumber(field)) numeric[index] = false;
      insert.run(row.map((field) => (field === "" ? null : field)));
      return undefined;
    },
  });
  if (!header) createTable(database, name, ["c1"]);
  insert?.free();
  const sets = (header ?? []).flatMap((column, index) =>
    numeric[index] ? [`${quote(column)} = CAST(${quote(column)} AS NUMERIC)`] : [],
  );
  if (sets.length > 0) database.run(`UPDATE ${quote(name)} SET ${sets.join(", ")}`);
  database.run("COMMIT");
}

function fillFromJson(database, name, bytes) {
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  const rows = rowsOf(text);
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  database.run("BEGIN");
  const insert = createTable(database, name, header.length > 0 ? header : ["value"]);
  for (const row of rows) insert.run(header.map((column) => fieldOf(row[column])));
  insert.free();
  database.run("COMMIT");
}

function rowsOf(text) {
  let values;
  try {
    const whole = JSON.parse(text);
    values = Array.isArray(whole) ? whole : [whole];
  } catch {
    values = text
      .split("\n")
      .map((line, index) => ({ line, index }))
      .filter(({ line }) => line.trim() !== "")
      .map(({ line, index }) => {
        try {
          return JSON.parse(line);
        } catch (error) {
          throw new Error(`line ${index + 1}: ${messageOf(error)}`);
        }
      });
  }
  return values.map((value) =>
    typeof value === "object" && value !== null && !Array.isArray(value) ? value : { value },
  );
}

function fieldOf(value) {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "object" ? JSON.stringify(value) : value;
}

function createTable(database, name, header) {
  database.run(`CREATE TABLE ${quote(name)} (${header.map(quote).join(", ")})`);
  return database.prepare(`INSERT INTO ${quote(name)} VALUES (${header.map(() => "?").join(", ")})`);
}

/** SQLite takes names that differ in case only for the same. */
function distinct(header) {
  const seen = new Set();
  return header.map((name, index) => {
    let own = name.trim() === "" ? `c${index + 1}` : name.trim();
    for (let count = 2; seen.has(own.toLowerCase()); count += 1) own = `${name.trim()}_${count}`;
    seen.add(own.toLowerCase());
    return own;
  });
}

/** Canonical numbers only: 007 and +1 are names. */
function isNumber(field) {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(field);
}

function quote(name) {
  return `"${String(name).replaceAll('"', '""')}"`;
}

const patterns = new Map();

/** `text REGEXP pattern`. A pattern that takes for ever ends with the thread. */
function matches(pattern, text) {
  if (pattern === null || text === null) return null;
  let compiled = patterns.get(pattern);
  if (!compiled) {
    compiled = new RegExp(pattern, "u");
    patterns.clear();
    patterns.set(pattern, compiled);
  }
  return compiled.test(String(text)) ? 1 : 0;
}

function describe(database) {
  const tables = database.exec("SELECT name FROM sqlite_schema WHERE type = 'table'")[0]?.values ?? [];
  return tables.map(([name]) => {
    const columns = database.exec(`SELECT name FROM pragma_table_info(${quote(name)})`)[0]?.values ?? [];
    return `${name} (${columns.map(([column]) => column).join(", ")})`;
  });
}

function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
