// sql: types of columns, forms of output, what is refused, and how a query ends.
import { describe, expect, test } from "vitest";
import { sql } from "../../commands/sql/index.ts";
import { tablesOf } from "../../commands/sql/tables.ts";
import { invoke } from "../support/invoke.ts";

const files = {
  "p.csv": 'id,name,zip,score\n1,"Ada, L",02134,1.5\n2,Bo,90210,\n9007199254740993,Cy,1,2\n',
  "o.tsv": "user\ttotal\n1\t10\n1\t5\n",
  "j.json": '[{"a":1,"b":[1,2],"c":true},{"a":null,"d":"x"}]',
  "l.jsonl": '{"k":"v","n":1}\n{"k":"w","n":2}\n',
  "bad.json": "{nope",
  "q.sql": "-- counts\nSELECT COUNT(*) AS n FROM 'p.csv';\nSELECT 2 AS m;",
  "dup.csv": "a,A,\n1,2,3\n",
  "empty.csv": "",
};

describe("results", () => {
  test.each([
    [
      ["--csv", "SELECT * FROM 'p.csv' ORDER BY id"],
      'id,name,zip,score\n1,"Ada, L",02134,1.5\n2,Bo,90210,\n9007199254740993,Cy,1,2\n',
    ],
    [
      ["--json", "select typeof(id) i, typeof(zip) z, typeof(score) s from 'p.csv' where id = 2"],
      '[\n{"i":"integer","z":"text","s":"null"}\n]\n',
    ],
    [
      ["--jsonl", "SELECT * FROM j", "j.json"],
      '{"a":1,"b":"[1,2]","c":1,"d":null}\n{"a":null,"b":null,"c":null,"d":"x"}\n',
    ],
    [["--csv", "SELECT name, SUM(total) t FROM 'p.csv' JOIN [o.tsv] ON user = id GROUP BY 1"], 'name,t\n"Ada, L",15\n'],
    [["SELECT k, n FROM x ORDER BY n DESC", "-t", "x=l.jsonl"], "k  n\n-  -\nw  2\nv  1\n"],
    [["--no-header", "--tsv", "SELECT 1, 'a'"], "1\ta\n"],
    [["SELECT 1 AS a WHERE 0"], "a\n-\n"],
    [["--json", "SELECT 1 AS a WHERE 0"], "[]\n"],
    [["-f", "q.sql"], "n\n-\n3\n\nm\n-\n2\n"],
    [["--csv", "SELECT name FROM 'p.csv' WHERE name REGEXP '^[AB]'"], 'name\n"Ada, L"\nBo\n'],
    [["--csv", "SELECT * FROM 'dup.csv'"], "a,A_2,c3\n1,2,3\n"],
    [["--csv", "SELECT COUNT(*) c FROM 'empty.csv'"], "c\n0\n"],
    [["--csv", "SELECT sqrt(16) s, max(v) m FROM (SELECT 1 v UNION SELECT 3)"], "s,m\n4,3\n"],
    [["--csv", "CREATE TABLE t AS SELECT 1 x; INSERT INTO t VALUES (2); SELECT SUM(x) s FROM t"], "s\n3\n"],
    [["--csv", "SELECT name FROM pragma_table_info('p.csv') LIMIT 1"], "name\nid\n"],
    [["--csv", "SELECT 'no.csv' AS s"], "s\nno.csv\n"],
    [["SELECT NULL AS a, x'00ff' AS b"], "   a  b\n----  ----\nNULL  00ff\n"],
  ])("%j", async (argv, stdout) => {
    expect(await invoke(sql, argv, { files })).toMatchObject({ stderr: "", stdout, exitCode: 0 });
  });
});

test("files in quotes are tables, comments are not", () => {
  const found = tablesOf(
    "SELECT * FROM 'a.csv' JOIN \"b c.json\" -- 'x.csv'\n WHERE n LIKE '%.csv' /* 'y.csv' */",
    ["d/e.tsv"],
    ["n=f.csv"],
  );
  expect(found.map(({ name }) => name)).toEqual(["n", "e", "a.csv", "b c.json"]);
});

describe("refused", () => {
  test.each([
    "ATTACH 'x.db' AS y",
    " /* */ -- c\nattach 'x' as y",
    "VACUUM INTO 'x.db'",
    "DETACH main",
    "PRAGMA journal_mode = OFF",
    "PRAGMA main.user_version(3)",
    "SELECT 1; ATTACH 'a' AS b",
    "EXPLAIN ATTACH 'a' AS b",
    "SELECT load_extension('x')",
    "SELECT readfile('/etc/passwd')",
  ])("%s", async (query) => {
    const { exitCode, stderr } = await invoke(sql, [query], { files });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(/not allowed|no such function/),
    });
  });
});

test.each([
  [["SELECT * FROM nope", "p.csv"], 1, /^sql: no such table: nope. Tables: p \(id, name, zip, score\)\n$/],
  [["SELEC 1"], 1, /syntax error/],
  [["SELECT 1 FROM 'none.csv'"], 1, /no such table: none.csv/],
  [["SELECT 1", "none.csv"], 1, /^sql: none.csv: No such file or directory\n$/],
  [["SELECT * FROM 'bad.json'"], 1, /^sql: bad.json: line 1: /],
  [["-t", "x", "SELECT 1"], 2, /invalid table 'x'. Use: -t NAME=FILE/],
])("%j", async (argv, exitCode, stderr) => {
  expect(await invoke(sql, argv, { files })).toMatchObject({ exitCode, stderr: expect.stringMatching(stderr) });
});

test("an endless query ends with the signal, and the next one runs", async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 100);
  const query = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT COUNT(*) FROM c";
  expect((await invoke(sql, [query], { signal: controller.signal })).exitCode).toBe(130);
  expect((await invoke(sql, ["--csv", "SELECT 1 AS a"])).stdout).toBe("a\n1\n");
});

test("two queries do not see each other", async () => {
  await invoke(sql, ["CREATE TABLE secret AS SELECT 1 x"]);
  expect((await invoke(sql, ["SELECT * FROM secret"])).exitCode).toBe(1);
});
