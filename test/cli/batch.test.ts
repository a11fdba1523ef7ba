// `runsh batch` in this process: every line gets its answer, whatever the line.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable, Writable } from "node:stream";
import { afterAll, describe, expect, test } from "vitest";
import { runBatch } from "../../src/cli/batch.ts";
import { type CliOptions, parseOptions } from "../../src/cli/options.ts";

const top = mkdtempSync(join(tmpdir(), "batch-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));

interface Answer {
  readonly id?: unknown;
  readonly error?: string;
  readonly results?: readonly { text: string; stdout: unknown; stderr: unknown; exitCode: number; stages: number[] }[];
  readonly files?: unknown;
}

async function batch(input: string | Buffer, options: CliOptions = parseOptions(["batch"])): Promise<Answer[]> {
  const output = new PassThrough();
  const text = output.toArray();
  // Small chunks, so that lines and characters are cut everywhere.
  const bytes = Buffer.from(input);
  const size = Math.max(7, Math.ceil(bytes.length / 5000));
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  expect(await runBatch(options, Readable.from(chunks), output)).toBe(0);
  output.end();
  return Buffer.concat(await text)
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

async function one(request: object, options?: CliOptions): Promise<Answer> {
  const answers = await batch(`${JSON.stringify(request)}\n`, options);
  expect(answers).toHaveLength(1);
  return answers[0] ?? {};
}

describe("requests that cannot be taken", () => {
  test.each([
    ["{", /^no JSON: /],
    ["[]", /^request: .*expected object/],
    ["null", /^request: .*expected object/],
    ["{}", /^give exactly one of command and commands$/],
    ['{"command":"ls","commands":["ls"]}', /^give exactly one/],
    ['{"command":5}', /^command: .*expected string/],
    ['{"command":"ls","bogus":1}', /^request: .*"bogus"/],
    ['{"command":"ls","files":{"a":{"text":1}}}', /^files\.a: a file is its text, or one of/],
    ['{"command":"ls","files":{"a":{"base64":"!"}}}', /^files\.a/],
    ['{"command":"ls","files":["a"]}', /^files: /],
    ['{"command":"ls","files":{"a":"","a/b":""}}', /^files: \/a: Not a directory$/],
    ['{"command":"ls","limits":{"nope":1}}', /^limits: .*"nope"/],
    ['{"command":"ls","limits":{"timeoutMs":0}}', /^limits\.timeoutMs: /],
    ['{"command":"ls","mode":"x"}', /^mode: .*"overlay"/],
    ['{"command":"ls","env":{"1x":""}}', /^env: the name of a variable/],
    ['{"command":"ls","cwd":"x"}', /^cwd: /],
    ['{"command":"ls","cwd":"/nope"}', /^cwd: \/nope: No such file or directory$/],
    ['{"command":"ls","root":"/no/such/root"}', /^root: \/no\/such\/root: No such file or directory$/],
    ['{"command":"ls","turn":["ls"]}', /^turn: not available/],
    ['{"command":"ls","policy":{}}', /^policy: not available/],
    ['{"command":"ls","schedule":"serial"}', /^schedule: not available/],
  ])("%s", async (line, error) => {
    const answers = await batch(`${line}\n{"id":"next","command":"echo on"}\n`);
    expect(answers).toHaveLength(2);
    expect(answers.find(({ id }) => id === undefined)?.error).toMatch(error);
    expect(answers.find(({ id }) => id === "next")?.results?.[0]?.stdout).toBe("on\n");
  });

  test("the id comes back where there is one", async () => {
    expect(await one({ id: 7, command: 1 })).toMatchObject({ id: 7 });
  });
});

describe("lines", () => {
  test("end at a newline and nowhere else", async () => {
    const input = '\n  \r\n{"id":1,"command":"echo \u2028é\u2029"}\r\n\n{"id":2,"command":"echo last"}';
    const answers = await batch(input);
    // Answers may come in any order.
    const printed = answers.map(({ id, results }) => [id, results?.[0]?.stdout]);
    expect(printed.sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      [1, "\u2028é\u2029\n"],
      [2, "last\n"],
    ]);
  });

  test("a thousand at once", async () => {
    const lines = Array.from({ length: 1000 }, (_, id) => `{"id":${id},"files":{"a":"${id}"},"command":"cat a"}`);
    const answers = await batch(lines.join("\n"));
    const wrong = answers.filter(({ id, results }) => results?.[0]?.stdout !== String(id));
    expect([answers.length, wrong]).toEqual([1000, []]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1000);
  });

  test("a reader that has gone ends it with 141", async () => {
    const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error("EPIPE")) });
    const lines = Array.from({ length: 200 }, () => '{"command":"while :; do :; done"}\n');
    const input = Readable.from(['{"command":"echo a"}\n', ...lines].map((line) => Buffer.from(line)));
    expect(await runBatch(parseOptions(["batch"]), input, output)).toBe(141);
  });

  test("an interrupt ends it with 130", async () => {
    const controller = new AbortController();
    const input = new PassThrough();
    input.write('{"id":1,"command":"while :; do :; done"}\n');
    const output = new PassThrough();
    const status = runBatch(parseOptions(["batch"]), input, output, controller.signal);
    setTimeout(() => controller.abort(), 50);
    expect(await status).toBe(130);
  });
});

describe("sessions", () => {
  test("commands share one, requests none", async () => {
    const { results } = await one({ commands: ["x=1; cd /tmp; false | true", "echo $x $PWD", "nope"] });
    expect(results?.map(({ stdout, exitCode, stages }) => [stdout, exitCode, stages])).toEqual([
      ["", 0, [1, 0]],
      ["1 /tmp\n", 0, [0]],
      ["", 127, [127]],
    ]);
  });

  test("cwd, env, stdin and limits", async () => {
    const files = { "d/e": { dir: true } };
    const { results } = await one({
      commands: ["pwd; echo $A; cat", "seq 9"],
      ...{ files, cwd: "/d/e", env: { A: "a b" }, stdin: "in", limits: { maxOutputLines: 4 } },
    });
    expect(results?.[0]?.stdout).toBe("/d/e\na b\nin");
    expect(results?.[1]?.text).toContain("9 lines");
    const spinning = await one({ command: "while :; do :; done", limits: { timeoutMs: 100 } });
    expect(spinning.results?.[0]?.exitCode).toBe(124);
  });

  test("output that is no text is base64", async () => {
    const { results } = await one({ command: "printf '\\377\\0'; printf '\\376' >&2" });
    expect(results).toMatchObject([{ stdout: { base64: "/wA=" }, stderr: { base64: "/g==" } }]);
  });
});

describe("files", () => {
  const files = {
    a: "1\n",
    same: "s",
    gone: "g",
    mode: { text: "m", mode: 0o755 },
    bytes: { base64: "/wA=" },
    link: { link: "a" },
    "dir/old": "o",
    ["__proto__"]: "p",
  };
  const command = [
    "echo 2 >> a; printf s > same; rm gone; chmod 600 mode; cat bytes >> bytes2; ln -sfn same link; mv dir dir2",
    "mkdir empty; touch $'we ird\\nname'; cp __proto__ constructor; echo q > __proto__; cat link",
  ].join("; ");
  const changed = {
    a: "1\n2\n",
    gone: null,
    mode: { text: "m", mode: 0o600 },
    bytes2: { base64: "/wA=" },
    link: { link: "same" },
    dir: null,
    "dir/old": null,
    dir2: { dir: true },
    "dir2/old": "o",
    empty: { dir: true },
    "we ird\nname": "",
    constructor: "p",
    ["__proto__"]: "q\n",
  };

  test.each(["read-write", "overlay"])("what has changed comes back: %s", async (mode) => {
    // JSON.stringify keeps an own `__proto__`, which a literal with that computed key has.
    const answer = await one({ files, command, mode, returnFiles: true });
    expect(answer.results?.[0]?.stderr).toBe("");
    expect(JSON.parse(JSON.stringify(answer.files))).toEqual(changed);
    expect(Object.keys(answer.files ?? {}).sort()).toEqual(Object.keys(changed).sort());
  });

  test("read-only changes nothing", async () => {
    const { results, files: after } = await one({
      files: { a: "1" },
      command: "echo 2 > a",
      mode: "read-only",
      returnFiles: true,
    });
    expect(results?.[0]?.exitCode).toBe(1);
    expect(after).toEqual({});
  });

  test("hostile paths stay inside", async () => {
    const root = join(top, "root");
    mkdirSync(root);
    mkdirSync(join(top, "outside"));
    symlinkSync("../outside", join(root, "out"));
    const request = { root, command: "find / -maxdepth 1 -type f | sort" };
    expect(await one({ ...request, files: { "../x": "1", "/y": "2" } })).toMatchObject({
      results: [{ stdout: "/x\n/y\n" }],
    });
    for (const path of ["out/new", "out/../../new", `${top}/outside/new`])
      await one({ ...request, files: { [path]: "x" } });
    expect(existsSync(join(top, "outside/new")) || existsSync(join(top, "new"))).toBe(false);
  });

  test("an overlay over a host folder leaves it alone, and --read-only wins", async () => {
    const root = join(top, "base");
    mkdirSync(root);
    writeFileSync(join(root, "f"), "1");
    const request = { root, command: "printf 2 > f; rm -f g; printf n > n; cat f", returnFiles: true };
    expect(await one({ ...request, mode: "overlay" })).toMatchObject({
      results: [{ stdout: "2" }],
      files: { f: "2", n: "n" },
    });
    expect((await one(request, parseOptions(["batch", "--read-only"]))).results?.[0]?.stdout).toBe("1");
    expect(readFileSync(join(root, "f"), "utf8")).toBe("1");
    expect((await one({ ...request, root: undefined }, parseOptions(["batch", "--root", root]))).files).toEqual({
      f: "2",
      n: "n",
    });
    expect(readFileSync(join(root, "f"), "utf8")).toBe("2");
  });
});
