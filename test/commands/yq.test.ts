// yq: formats in, jq between, formats out; and what -i leaves as it was.
import { describe, expect, test } from "vitest";
import { yq } from "../../commands/yq/index.ts";
import { decode } from "../../src/plugin.ts";
import { invoke } from "../support/invoke.ts";

const files = {
  "a.yaml": "name: x\nlist:\n  - 1\n  - two\nnested: {k: null, t: true}\n10: ten\n2: two\n",
  "multi.yml": "a: 1\n---\na: 2\n",
  "p.toml": '[package]\nname = "demo"\nversion = "1.0"\ntags = ["a"]\nwhen = 1979-05-27\n',
  "d.json": '{"z": 1, "a": [true, null]}\n',
  "m.yaml": "base: &b {x: 1, y: 2}\nown:\n  <<: *b\n  y: 3\n",
  "s.yaml": "text: |\n  one\n  two\ndate: 2020-01-02\nversion: '1.10'\nno: no\noct: 0o17\n",
  "bad.yaml": "a: [1,\nb: }\n",
};

describe("output", () => {
  test.each([
    [["-c", ".", "a.yaml"], '{"name":"x","list":[1,"two"],"nested":{"k":null,"t":true},"10":"ten","2":"two"}\n'],
    [["-r", ".list[1]", "a.yaml"], "two\n"],
    [[".list[0]", "a.yaml"], "1\n"],
    [["-c", ".a", "multi.yml"], "1\n2\n"],
    [["-sc", "map(.a)", "multi.yml"], "[1,2]\n"],
    [["-y", ".", "multi.yml"], "a: 1\n---\na: 2\n"],
    [["-y", ".", "a.yaml"], 'name: x\nlist:\n  - 1\n  - two\nnested:\n  k: null\n  t: true\n"10": ten\n"2": two\n'],
    [["-c", ".own", "m.yaml"], '{"x":1,"y":3}\n'],
    [["-c", ".", "s.yaml"], '{"text":"one\\ntwo\\n","date":"2020-01-02","version":"1.10","no":"no","oct":15}\n'],
    [["-y", ".", "s.yaml"], 'text: |\n  one\n  two\ndate: 2020-01-02\nversion: "1.10"\nno: no\noct: 15\n'],
    [["-c", ".package", "p.toml"], '{"name":"demo","version":"1.0","tags":["a"],"when":"1979-05-27"}\n'],
    [["-o", "yaml", ".package.tags", "p.toml"], "- a\n"],
    [["-t", "{package: {name: .name}}", "a.yaml"], '[package]\nname = "x"\n'],
    [["-o=json", ".z", "d.json"], "1\n"],
    [["-y", ".", "d.json"], "z: 1\na:\n  - true\n  - null\n"],
    [["eval", ".name", "a.yaml"], "x\n"],
    [["e", "-o=j", ".name", "a.yaml"], '"x"\n'],
    [["-n", "-c", "--arg", "v", "a b", "{v: $v}"], '{"v":"a b"}\n'],
    [["-n", "-c", "$ARGS.positional", "--args", "a", "b"], '["a","b"]\n'],
    [["-n", "-1"], undefined],
    [["-S", "-c", ".", "d.json"], '{"a":[true,null],"z":1}\n'],
    [["-n", "-y", '[[], {}, "", "a: b", "1"]'], '- []\n- {}\n- ""\n- "a: b"\n- "1"\n'],
    [["-n", "12345678901234567890"], "12345678901234567890\n"],
  ])("%j", async (argv, expected) => {
    const result = await invoke(yq, argv, { files });
    if (expected === undefined) expect(result.exitCode).toBe(2);
    else expect(result).toMatchObject({ stderr: "", stdout: expected, exitCode: 0 });
  });
});

test("stdin is YAML, which includes JSON", async () => {
  expect((await invoke(yq, [".a"], { stdin: "a: 5\n" })).stdout).toBe("5\n");
  expect((await invoke(yq, ["-c"], { stdin: '{"a": [1]}' })).stdout).toBe('{"a":[1]}\n');
  expect((await invoke(yq, ["-p", "toml", ".a"], { stdin: "a = 5\n" })).stdout).toBe("5\n");
});

describe("in place", () => {
  test.each([
    ["set a scalar", ".a = 2", "# top\na: 1 # one\n\n# b\nb: x\n", "# top\na: 2 # one\n\n# b\nb: x\n"],
    ["add a key", ".c.d = true", "a: 1 # one\n", "a: 1 # one\nc:\n  d: true\n"],
    ["delete a key", "del(.a)", "a: 1\n# about b\nb: 2\n", "# about b\nb: 2\n"],
    ["lists", ".l += [3] | .l[0] = 9", "l:\n  - 1 # first\n  - 2\n", "l:\n  - 9 # first\n  - 2\n  - 3\n"],
    ["shorten a list", ".l |= .[:1]", "l: [1, 2, 3]\n", "l: [1]\n"],
    ["quotes stay", ".b = 'x'".replaceAll("'", '"'), "a: 'q'\nb: \"y\"\n", "a: 'q'\nb: \"x\"\n"],
    ["anchors stay", ".own.y = 4", files["m.yaml"], "base: &b {x: 1, y: 2}\nown:\n  <<: *b\n  y: 4\n"],
    ["several documents", ".a += 1", files["multi.yml"], "a: 2\n---\na: 3\n"],
    ["another type", ".a = {b: 1}", "a: 1\n", "a:\n  b: 1\n"],
  ])("%s", async (_name, filter, before, after) => {
    const { workspace, exitCode, stdout } = await invoke(yq, ["-i", filter, "f.yaml"], { files: { "f.yaml": before } });
    expect({ exitCode, stdout, text: decode(workspace.readFile("f.yaml")) }).toEqual({
      exitCode: 0,
      stdout: "",
      text: after,
    });
  });

  test("a filter that fails leaves the file", async () => {
    const { workspace, exitCode } = await invoke(yq, ["-i", '.name, error("x")', "a.yaml"], { files });
    expect([exitCode, decode(workspace.readFile("a.yaml"))]).toEqual([5, files["a.yaml"]]);
  });

  test("TOML and JSON", async () => {
    const { workspace } = await invoke(yq, ["-i", '.package.version = "2.0"', "p.toml"], { files });
    expect(decode(workspace.readFile("p.toml"))).toContain('version = "2.0"');
    const json = await invoke(yq, ["-i", ".z = 2", "d.json"], { files });
    expect(decode(json.workspace.readFile("d.json"))).toBe('{\n  "z": 2,\n  "a": [\n    true,\n    null\n  ]\n}\n');
  });
});

test.each([
  [[".", "bad.yaml"], 1, /^yq: bad.yaml: /],
  [[".a |", "a.yaml"], 3, /^yq: error: syntax error/],
  [[".", "none.yaml"], 2, /^yq: none.yaml: No such file or directory\n$/],
  [["--nope", "."], 2, /^yq: unknown option '--nope'/],
  [["-o", "xml", "."], 2, /invalid format 'xml'. Formats: yaml, json, toml/],
  [["-t", ".list", "a.yaml"], 1, /only an object can be written as TOML/],
  [["-i", "."], 2, /-i needs a file/],
])("%j", async (argv, exitCode, stderr) => {
  expect(await invoke(yq, argv, { files })).toMatchObject({ exitCode, stderr: expect.stringMatching(stderr) });
});

test("a bomb of aliases is refused", async () => {
  const lines = ["a0: &a0 [x, x]", ...[...Array(30).keys()].map((n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`)];
  expect((await invoke(yq, ["."], { stdin: lines.join("\n") })).exitCode).toBe(1);
});
