// csv: quoting, columns, conditions, and what is said of mistakes. Its examples run in the contract tests.
import { describe, expect, test } from "vitest";
import { csv } from "../../commands/csv/index.ts";
import { invoke } from "../support/invoke.ts";

const files = {
  "p.csv": '\ufeffname,age,city\r\nAda,36,"Lon""don"\r\nBo,7,"a\nb"\r\nCy,,\r\n',
  "t.tsv": "a\tb\n1\tx,y\n",
  "ragged.csv": "a,b\n1\n1,2,3\n",
  "empty.csv": "",
};

async function run(...argv: string[]): Promise<string> {
  return (await invoke(csv, argv, { files })).stdout;
}

test("quoting goes and comes back", async () => {
  expect(await run("select", "1-", "p.csv")).toBe('name,age,city\nAda,36,"Lon""don"\nBo,7,"a\nb"\nCy,,\n');
  expect(await run("select", "b", "t.tsv")).toBe("b\nx,y\n");
  expect(await run("select", "--output-delimiter", ",", "b", "t.tsv")).toBe('b\n"x,y"\n');
  expect(await run("head", "ragged.csv")).toBe("a,b\n1,\n1,2,3\n");
});

test("columns have numbers where there is no header", async () => {
  expect(await run("select", "--no-header", "2", "t.tsv")).toBe("b\nx,y\n");
  expect(await run("filter", "--no-header", "1 = 1", "t.tsv")).toBe("1\tx,y\n");
});

describe("conditions", () => {
  test.each([
    ["age > 10", "Ada\n"],
    ["age<10", "Bo\n"],
    ["age = ''", "Cy\n"],
    ["name != Ada", "Bo\nCy\n"],
    ["name ~ '^[AB]' and age > 10", "Ada\n"],
    ["name = Ada or name = Bo and age > 10", "Ada\n"],
    ['"name" !~ A', "Bo\nCy\n"],
    ["2 >= 36", "Ada\n"],
  ])("%s", async (condition, names) => {
    const { stdout } = await invoke(csv, ["filter", condition, "p.csv"], { files });
    expect((await invoke(csv, ["select", "name"], { stdin: stdout })).stdout).toBe(`name\n${names}`);
  });

  test("nothing found is 1", async () => {
    expect(await invoke(csv, ["filter", "age > 99", "p.csv"], { files })).toMatchObject({
      exitCode: 1,
      stdout: "name,age,city\n",
    });
  });
});

test("numbers sort before text and by value", async () => {
  const { stdout } = await invoke(csv, ["sort", "n"], { stdin: "n\n10\n9\nx\n-1\n" });
  expect(stdout).toBe("n\n-1\n9\n10\nx\n");
});

test("JSON keeps what is no number as text", async () => {
  const { stdout } = await invoke(csv, ["to-json", "-l"], { stdin: "a,b,c,d\n007,1.50,true,\n" });
  expect(stdout).toBe('{"a":"007","b":1.50,"c":true,"d":""}\n');
  expect(await run("to-json", "empty.csv")).toBe("[\n]\n");
  const back = await invoke(csv, ["from-json"], { stdin: '{"a":[1],"b":"x"}\n{"b":2,"c":true}' });
  expect(back.stdout).toBe("a,b,c\n[1],x,\n,2,true\n");
});

test.each([
  [["select", "nope", "p.csv"], 1, /^csv: no column 'nope'. Columns: name, age, city\n$/],
  [["filter", "age >", "p.csv"], 2, /invalid condition 'age >'/],
  [["filter", "age is 3", "p.csv"], 2, /unknown operator 'is'/],
  [["head", "none.csv"], 1, /^csv: none.csv: No such file or directory\n$/],
  [["from-json"], 1, /stdin: line 1: /],
  [["select", "-d", "ab", "1", "p.csv"], 2, /single character/],
])("%j", async (argv, exitCode, stderr) => {
  expect(await invoke(csv, argv, { files, stdin: "{" })).toMatchObject({
    exitCode,
    stderr: expect.stringMatching(stderr),
  });
});
