// The kernel's word for it: whatever the line, no process is started, no socket opened, and nothing outside the root,
// the scratch folder and node's own files is opened, let alone written.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Trace, trace } from "./trace.ts";

const project = join(import.meta.dirname, "../..");
const program = join(project, "dist/cli/main.js");
const top = realpathSync(mkdtempSync(join(tmpdir(), "traced-")));
const root = join(top, "root");
const outside = join(top, "outside");
const home = join(top, "home");
const temporary = join(top, "temporary");
afterAll(() => rmSync(top, { recursive: true, force: true }));
beforeAll(() => {
  for (const folder of [root, outside, home, temporary]) mkdirSync(folder);
  writeFileSync(join(outside, "secret"), "canary\n");
});

/** What a bare node and the loading of the program read: never files of the user, but for the configuration's place. */
const OWN = [
  /^\/(lib|lib64|usr\/lib|usr\/local\/lib|etc\/ld\.so)(\/|$|\.)/,
  /^\/proc\/(meminfo|cpuinfo|version_signature|(self|\d+)\/(cgroup|exe|maps|auxv|mountinfo))$/,
  /^\/proc\/sys\/vm\/overcommit_memory$/,
  /^\/sys\/(fs\/cgroup|devices\/system\/cpu)\//,
  /^\/dev\/(null|urandom)$/,
  /^\/(etc\/ssl|usr\/local\/ssl|usr\/lib\/ssl)\//,
  new RegExp(`^${escaped(home)}(/\\.config(/runsh(/config\\.json)?)?)?$`),
  new RegExp(`^${escaped(dirname(dirname(realpathSync(process.execPath))))}(/|$)`),
  new RegExp(`^${escaped(project)}/(dist|node_modules|package\\.json)(/|$)`),
];

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function run(argv: readonly string[], input = ""): Trace {
  return trace([process.execPath, program, ...argv], {
    input,
    cwd: root,
    account: join(top, "account"),
    env: { HOME: home, TMPDIR: temporary, TZ: "UTC" },
  });
}

function judge(seen: Trace): void {
  expect(seen.programs).toEqual([process.execPath]);
  expect(seen.forks).toEqual([]);
  expect(seen.network).toEqual([]);
  const inside = (path: string): boolean => [root, temporary].some((at) => path === at || path.startsWith(`${at}/`));
  // The kernel resolves `..` and links, so a path that has them does not count as inside by its beginning.
  const dotted = (path: string): boolean => path.split("/").includes("..");
  expect(seen.written.filter((path) => !inside(path) || dotted(path))).toEqual([]);
  // Folders above the root and the program may be looked at, to find out where they really lie.
  const above = (path: string): boolean =>
    [root, program].some((at) => `${at}/`.startsWith(path.endsWith("/") ? path : `${path}/`));
  const foreign = seen.read.filter((path) => !inside(path) && !above(path) && !OWN.some((own) => own.test(path)));
  expect(foreign).toEqual([]);
  expect(seen.read.filter((path) => dotted(path) && !OWN.some((own) => own.test(path)))).toEqual([]);
}

const LINES = [
  "echo hi",
  "ls | sort | head -1",
  "bash -c 'echo a; sh -c \"echo b\"'; /bin/ls; /usr/bin/env ls; exec ls",
  "$(echo cat) /etc/passwd; `echo ls` /; eval 'cat /etc/shadow'",
  "cat ../outside/secret out out/secret; cd ../outside; cd out && cat secret; grep -r canary . ../ /; ls -laR ..",
  "echo x > ../outside/new; echo x > out/new; cp -r . ../outside; ln -s ../outside more; tee more/new < /dev/null",
  "find . -L -exec cat {} +; find / -name secret -delete; rm -rf out/ ../outside; mv out/secret here",
  "curl http://127.0.0.1/; wget 127.0.0.1; nc 127.0.0.1 80; cat < /dev/tcp/127.0.0.1/80; exec 5<>/dev/udp/127.0.0.1/53",
  "sleep 0.2 & (sleep 0.1) & wait; cat <(echo a) <(echo b); echo a | xargs -P 4 -n1 echo; time timeout 1 sleep 0.1",
  "seq 400000 | sort -r | tail -1; yes | head -c 3000000 > big; cat big; tac big | tail -1; rm big",
  "printf '#!/bin/sh\\necho script\\n' > s; chmod +x s; ./s; . ./s; sh s; trap 'echo bye' EXIT; kill -9 $$",
  "mktemp; mktemp -d; echo x > /tmp/x; cat /tmp/x /dev/zero | head -c 5; head -c 5 /dev/urandom | wc -c; ls /tmp /dev /proc",
  "cat /proc/self/environ /proc/self/maps /proc/1/cmdline; ls /proc/self/root; cat /sys/kernel/uevent_helper",
  "see nope.png; write w text; help; help cat; type ls; which ls; date; env; stat s; realpath .; readlink -f out",
];

describe("one line under strace", () => {
  beforeAll(() => symlinkSync(outside, join(root, "out")));
  test.each(LINES)("%s", (line) => {
    const seen = run(["-c", line]);
    judge(seen);
    expect(seen.stdout).toMatch(/\[exit:\d+ \| [^\]]*\]\n$/);
    expect(seen.stdout).not.toContain("canary");
    expect(readdirSync(outside)).toEqual(["secret"]);
    expect(readFileSync(join(outside, "secret"), "utf8")).toBe("canary\n");
  });

  test("the scratch folder is gone at the end", () => {
    expect(readdirSync(temporary)).toEqual([]);
  });
});

test("every recorded line in one batch under strace", () => {
  const tables = ["commands", "engine", "expand"].flatMap((folder) =>
    readdirSync(join(project, "fixtures", folder)).map((name) => join(project, "fixtures", folder, name)),
  );
  const requests = tables.flatMap((file) => {
    const { cases }: { cases: { line: string; files?: object; stdin?: string }[] } = JSON.parse(
      readFileSync(file, "utf8"),
    );
    return cases.map(({ line, files, stdin }) => ({ command: line, files: files ?? {}, stdin: stdin ?? "" }));
  });
  const input = requests.map((request, id) => {
    const folder = join(root, String(id));
    mkdirSync(folder);
    return `${JSON.stringify({ id, root: folder, ...request })}\n`;
  });
  const seen = run(["batch"], input.join(""));
  judge(seen);
  const answers = seen.stdout
    .trimEnd()
    .split("\n")
    .map((line): { id: number; results?: unknown; error?: string } => JSON.parse(line));
  expect(answers.flatMap(({ error, id }) => (error === undefined ? [] : `${requests[id]?.command}: ${error}`))).toEqual(
    [],
  );
  expect(answers).toHaveLength(requests.length);
  expect(seen.status).toBe(0);
});
