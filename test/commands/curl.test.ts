// curl and wget against a server on loopback: what is sent, what is written, and what is never reached.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { curl } from "../../commands/curl/index.ts";
import { commands } from "../../commands/index.ts";
import { wget } from "../../commands/wget.ts";
import { createShell, memoryWorkspace, type NetOptions } from "../../src/index.ts";
import { CancelledError, decode } from "../../src/plugin.ts";
import { startServer, type TestServer } from "../support/http-server.ts";
import { type Invoked, invoke } from "../support/invoke.ts";

let server: TestServer;
let other: TestServer;
let net: NetOptions;

beforeAll(async () => {
  server = await startServer();
  other = await startServer();
});

afterAll(async () => {
  await server.close();
  await other.close();
});

beforeEach(() => {
  net = { allow: [{ url: `${server.origin}/`, methods: ["*"] }] };
});

function run(...argv: string[]): Promise<Invoked> {
  const words = argv.map((word) => word.replace("BASE", server.origin).replace("OTHER", other.origin));
  return invoke(curl, words, { net, files: { "f.json": '{"a":\n1}\n', "t.txt": "text\n" } });
}

function lastSeen() {
  return server.requests.at(-1);
}

describe("what is sent", () => {
  test.each([
    [["BASE/x?y=1"], "GET", "/x?y=1", ""],
    [["-X", "DELETE", "BASE/x"], "DELETE", "/x", ""],
    [["-I", "BASE/x"], "HEAD", "/x", ""],
    [["-d", "a=1", "-d", "b=2", "BASE/x"], "POST", "/x", "a=1&b=2"],
    [["-d", "@f.json", "BASE/x"], "POST", "/x", '{"a":1}'],
    [["--data-binary", "@f.json", "BASE/x"], "POST", "/x", '{"a":\n1}\n'],
    [["--data-raw", "@x", "BASE/x"], "POST", "/x", "@x"],
    [["--data-urlencode", "q=a b&é", "BASE/x"], "POST", "/x", "q=a%20b%26%C3%A9"],
    [["-G", "-d", "a=1", "--data-urlencode", "q=a b", "BASE/x"], "GET", "/x?a=1&q=a%20b", ""],
    [["-X", "PUT", "--json", '{"a":1}', "BASE/x"], "PUT", "/x", '{"a":1}'],
    [["-T", "t.txt", "BASE/up"], "PUT", "/up", "text\n"],
    [["BASE/x#part"], "GET", "/x", ""],
  ])("%j", async (argv, method, path, body) => {
    expect((await run(...argv)).exitCode).toBe(0);
    expect(lastSeen()).toMatchObject({ method, path, body });
  });

  test("headers", async () => {
    await run(
      "-H",
      "X-A: 1",
      "-H",
      "Accept:",
      "-u",
      "me:pw",
      "-A",
      "bot",
      "-e",
      "http://r/",
      "-b",
      "k=v",
      "-r",
      "0-1",
      "BASE/x",
    );
    const headers = {
      "x-a": "1",
      authorization: "Basic bWU6cHc=",
      "user-agent": "bot",
      referer: "http://r/",
      cookie: "k=v",
      range: "bytes=0-1",
    };
    expect(lastSeen()?.headers).toMatchObject(headers);
    expect(lastSeen()?.headers).not.toHaveProperty("accept");
    await run("--json", "{}", "BASE/x");
    expect(lastSeen()?.headers).toMatchObject({ "content-type": "application/json", accept: "application/json" });
  });

  test("a multipart form", async () => {
    await run("-F", "name=va;lue", "-F", "file=@t.txt;type=text/x", "BASE/x");
    expect(lastSeen()?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(lastSeen()?.body).toContain('name="name"\r\n\r\nva;lue\r\n');
    expect(lastSeen()?.body).toContain('name="file"; filename="t.txt"\r\nContent-Type: text/x\r\n\r\ntext\n');
  });
});

describe("what comes back", () => {
  test("to stdout, to a file, with headers and a format", async () => {
    expect((await run("-s", "BASE/data.csv")).stdout).toBe("a,b\n1,2\n3,4\n");
    const saved = await run(
      "-s",
      "-o",
      "out.csv",
      "-w",
      "%{http_code} %{size_download} %{content_type}\\n",
      "BASE/data.csv",
    );
    expect([saved.stdout, decode(saved.workspace.readFile("out.csv"))]).toEqual([
      "200 12 text/csv\n",
      "a,b\n1,2\n3,4\n",
    ]);
    const named = await run("-sO", "--create-dirs", "--output-dir", "d/e", "BASE/data.csv");
    expect(decode(named.workspace.readFile("d/e/data.csv"))).toBe("a,b\n1,2\n3,4\n");
    expect((await run("-si", "BASE/data.csv")).stdout).toMatch(
      /^HTTP\/1.1 200 OK\r\n(?:.*\r\n)*X-Kind: table\r\n(?:.*\r\n)*\r\na,b\n/,
    );
  });

  test("failures have curl's status", async () => {
    expect(await run("-sS", "-f", "BASE/missing")).toMatchObject({
      exitCode: 22,
      stdout: "",
      stderr: "curl: (22) The requested URL returned error: 404\n",
    });
    expect(await run("-s", "BASE/missing")).toMatchObject({ exitCode: 0, stdout: "not here\n" });
    expect(await run("-s", "--fail-with-body", "BASE/missing")).toMatchObject({
      exitCode: 22,
      stdout: "not here\n",
      stderr: "",
    });
    expect(await run("-m", "0.1", "BASE/slow")).toMatchObject({
      exitCode: 28,
      stderr: expect.stringContaining("(28) Operation timed out"),
    });
    expect((await run("ftp://x/y")).exitCode).toBe(1);
    expect((await run("http://")).exitCode).toBe(3);
    net = { ...net, maxBytes: 1000 };
    expect(await run("BASE/large")).toMatchObject({ exitCode: 63 });
  });

  test("tries again", async () => {
    expect(await run("-s", "--retry", "3", "--retry-delay", "0", "BASE/flaky")).toMatchObject({
      exitCode: 0,
      stdout: "at last\n",
    });
  });
});

describe("redirects", () => {
  test("are followed with -L, and only then", async () => {
    expect(await run("-s", "BASE/302//data.csv", "-w", "%{http_code}")).toMatchObject({ stdout: "302" });
    expect(await run("-sL", "BASE/302//data.csv", "-w", "%{num_redirects}")).toMatchObject({
      stdout: "a,b\n1,2\n3,4\n1",
    });
    expect((await run("-sL", "--max-redirs", "0", "BASE/302//x")).exitCode).toBe(47);
  });

  test("turn POST into GET where browsers do", async () => {
    await run("-sL", "-d", "a=1", "BASE/302//x");
    expect(lastSeen()).toMatchObject({ method: "GET", body: "" });
    await run("-sL", "-d", "a=1", "BASE/307//x");
    expect(lastSeen()).toMatchObject({ method: "POST", body: "a=1" });
  });

  test("are judged again", async () => {
    const seen = other.requests.length;
    const denied = await run("-sL", `BASE/302/${encodeURIComponent(`${other.origin}/x`)}`);
    expect(denied).toMatchObject({ exitCode: 7, stderr: expect.stringContaining("not allowed") });
    expect(other.requests.length).toBe(seen);
  });

  test("take no login to another host", async () => {
    net = { allow: [...net.allow, { url: `${other.origin}/` }] };
    await run("-sL", "-u", "me:pw", `BASE/302/${encodeURIComponent(`${other.origin}/x`)}`);
    expect(other.requests.at(-1)?.headers).not.toHaveProperty("authorization");
  });
});

describe("what is not reached", () => {
  test("anything, without a list", async () => {
    const seen = server.requests.length;
    const result = await invoke(curl, ["-s", `${server.origin}/x`]);
    expect(result).toMatchObject({ exitCode: 7, stderr: expect.stringMatching(/the network is off.*net\.allow/) });
    expect(server.requests.length).toBe(seen);
  });

  test("other methods, hosts and paths", async () => {
    net = { allow: [{ url: `${server.origin}/api/` }] };
    for (const argv of [["-d", "x", "BASE/api/y"], ["BASE/other"], ["OTHER/api/y"], ["BASE/api/../other"]]) {
      expect(await run(...argv)).toMatchObject({ exitCode: 7, stderr: expect.stringContaining("not allowed") });
    }
    expect((await run("BASE/api/y")).exitCode).toBe(0);
  });

  test("private addresses, unless an entry writes the port", async () => {
    net = { allow: [{ url: "http://localhost/" }, { url: "http://127.0.0.1/" }] };
    for (const url of ["http://localhost/", "http://127.0.0.1/", "http://0x7f.1/"]) {
      expect(await run(url)).toMatchObject({ exitCode: 7, stderr: expect.stringContaining("private address") });
    }
  });
});

test("injected headers reach the server and no text", async () => {
  const shell = createShell({
    workspace: memoryWorkspace({}),
    commands,
    net: { allow: [{ url: `${server.origin}/`, headers: { Authorization: "Bearer hunter2hunter2" } }] },
  });
  const result = await shell.run(
    `curl -sv ${server.origin}/secret; curl -s -H 'Authorization: mine' ${server.origin}/secret`,
  );
  expect(lastSeen()?.headers.authorization).toBe("Bearer hunter2hunter2");
  expect(result.text).not.toContain("hunter2");
  await shell.close();
});

test("fetch and look, in one line", async () => {
  const shell = createShell({ workspace: memoryWorkspace({}), commands, net });
  const { stdout } = await shell.run(
    `URL=${server.origin}/302//data.csv; curl -sL $URL -o data.csv && cat data.csv | head 2`,
  );
  expect(stdout).toBe("a,b\n1,2\n");
  await shell.close();
});

test("a call that is cancelled ends the request", async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new CancelledError(130)), 50);
  const result = await invoke(curl, [`${server.origin}/slow`], { net, signal: controller.signal });
  expect(result).toMatchObject({ exitCode: 130, stdout: "" });
  expect(lastSeen()?.path).toBe("/slow");
});

describe("wget", () => {
  test("saves under the last name of the URL, or where -O says", async () => {
    const saved = await invoke(wget, [`${server.origin}/302//data.csv`], { net });
    expect([saved.exitCode, decode(saved.workspace.readFile("data.csv"))]).toEqual([0, "a,b\n1,2\n3,4\n"]);
    expect(await invoke(wget, ["-qO-", `${server.origin}/data.csv`], { net })).toMatchObject({
      stdout: "a,b\n1,2\n3,4\n",
      stderr: "",
    });
    const posted = await invoke(wget, ["-qO", "x", "--post-data", "a=1", `${server.origin}/p`], { net });
    expect(decode(posted.workspace.readFile("x"))).toBe("POST /p\n");
  });

  test("has wget's status for failures", async () => {
    expect(await invoke(wget, [`${server.origin}/missing`], { net })).toMatchObject({
      exitCode: 8,
      stderr: expect.stringContaining("ERROR 404"),
    });
    expect(await invoke(wget, ["-q", `${server.origin}/x`])).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining("network is off"),
    });
  });
});
