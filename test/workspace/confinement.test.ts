// Nothing outside the root is read or written, whatever the paths and links. Beside the root lies a folder with known
// content; it must stay as it is, and its content must never come out.
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import {
  diskWorkspace,
  FileError,
  memoryWorkspace,
  mountWorkspace,
  overlayWorkspace,
  type Workspace,
} from "../../src/workspace/index.ts";
import { bytes, codeOf, text } from "./contract.ts";
import { folder } from "./folder.ts";

const CANARY = "canary-7f3a";
const { root: top, dispose } = folder();
afterAll(dispose);
const outside = `${top}/outside`;
fs.mkdirSync(`${outside}/dir`, { recursive: true });
fs.writeFileSync(`${outside}/secret`, CANARY);
fs.writeFileSync(`${outside}/dir/deep`, CANARY);
fs.symlinkSync("secret", `${outside}/link`);

/** Everything outside the roots: names, kinds, modes, content, targets, change times. */
function surroundings(): string[] {
  const seen: string[] = [];
  const visit = (at: string): void => {
    const stat = fs.lstatSync(at);
    const what = stat.isFile() ? fs.readFileSync(at, "utf8") : stat.isSymbolicLink() ? fs.readlinkSync(at) : "";
    // Reading a folder here changes its access time only; every write changes ctime.
    seen.push(`${at} ${stat.mode} ${stat.ctimeMs} ${what}`);
    if (stat.isDirectory()) for (const name of fs.readdirSync(at).sort()) visit(`${at}/${name}`);
  };
  visit(outside);
  return [
    ...seen,
    ...fs
      .readdirSync(top)
      .filter((name) => !name.startsWith("root-"))
      .sort(),
  ];
}

const component = fc.oneof(
  { arbitrary: fc.constantFrom("a", "b", "c", "l", "m"), weight: 6 },
  { arbitrary: fc.constantFrom("..", "..", ".", "", "...", "outside", "secret", "dir", "new"), weight: 5 },
  { arbitrary: fc.constantFrom("x".repeat(300), "a\0b", "-", " ", "\udcff", "é", "*", "\\..", "%2e%2e"), weight: 1 },
);
const hostile = fc
  .tuple(
    fc.constantFrom("", "", "/", "//", "../", `${top}/`, `${outside}/`, "/proc/self/cwd/", "/etc/"),
    fc.array(component, { maxLength: 6 }),
    fc.constantFrom("", "", "", "/", "/.", "/.."),
  )
  .map(([start, components, end]) => start + components.join("/") + end);
/** Targets of links that somebody planted on the host, out of the workspace's hands. */
const planted = fc.oneof(
  hostile,
  fc.constantFrom(
    outside,
    `${outside}/secret`,
    `${outside}/none`,
    "../outside/secret",
    "../outside",
    "../../../../etc/passwd",
    "/",
    "/etc/passwd",
    "..",
    "l",
    "m/..",
    `${top}/root-0/../outside/secret`,
  ),
);
const step = fc.record({
  what: fc.constantFrom(
    ...["read", "open", "write", "append", "replace", "create", "list", "stat", "realpath", "mkdir", "symlink"],
    ...["rename", "link", "unlink", "rmdir", "chmod", "utimes", "cd"],
  ),
  one: hostile,
  two: hostile,
});

/** Does one thing; returns whatever text comes out, failures included. */
function act(ws: Workspace, { what, one, two }: { what: string; one: string; two: string }): string {
  switch (what) {
    case "read":
      return text(ws.readFile(one));
    case "open": {
      const handle = ws.open(one, { read: true });
      const into = Buffer.alloc(64);
      const count = handle.read(into);
      handle.close();
      return into.toString("utf8", 0, count);
    }
    case "write":
    case "create":
    case "append": {
      const how = { append: what === "append", truncate: what === "write", exclusive: what === "create" };
      const handle = ws.open(one, { write: true, create: true, ...how });
      handle.write(bytes("overwritten"));
      handle.close();
      return "";
    }
    case "replace":
      ws.replace(one, bytes("replaced"));
      return "";
    case "list":
      return ws
        .readdir(one)
        .map(({ name }) => name)
        .join("/");
    case "stat":
      return `${ws.exists(one)?.size} ${ws.lstat(one).kind}`;
    case "realpath":
      return ws.realpath(one);
    case "mkdir":
      ws.mkdir(one);
      return "";
    case "symlink":
      ws.symlink(two, one);
      return "";
    case "rename":
      ws.rename(one, two);
      return "";
    case "link":
      ws.link(one, two);
      return "";
    case "unlink":
      ws.unlink(one);
      return "";
    case "rmdir":
      ws.rmdir(one);
      return "";
    case "chmod":
      ws.chmod(one, 0o755);
      return "";
    case "utimes":
      ws.utimes(one, 1000, 1000);
      return "";
    default:
      return text(ws.at(one).readFile(two));
  }
}

function attempt(ws: Workspace, action: { what: string; one: string; two: string }): string {
  try {
    return act(ws, action);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return error.message;
  }
}

describe("confinement", () => {
  test("10,000 operations on hostile paths and links", () => {
    const before = surroundings();
    let run = 0;
    fc.assert(
      fc.property(
        fc.record({ a: planted, l: planted, m: planted, inner: planted }),
        fc.array(step, { minLength: 5, maxLength: 8 }),
        ({ a, l, m, inner }, steps) => {
          const root = `${top}/root-${run % 8}`;
          run += 1;
          fs.rmSync(root, { recursive: true, force: true });
          fs.mkdirSync(`${root}/b/dir`, { recursive: true });
          fs.writeFileSync(`${root}/c`, "inside");
          for (const [name, target] of Object.entries({ a, l, m, "b/l": inner })) plant(target, `${root}/${name}`);
          const disk = diskWorkspace({ root });
          const kinds = [disk, overlayWorkspace(disk), mountWorkspace(disk, { "/dir": memoryWorkspace() })];
          const ws = kinds[run % kinds.length] ?? disk;
          for (const action of steps) {
            const out = attempt(ws, action);
            expect(out).not.toContain(CANARY);
            expect(out).not.toContain("root:x:");
            // A listing or a path of the outside never appears; a link's own text may be anything.
            if (action.what === "list") expect(out.split("/")).not.toContain("deep");
          }
          if (run % 100 === 0) expect(surroundings()).toEqual(before);
        },
      ),
      { numRuns: 2000 },
    );
    expect(surroundings()).toEqual(before);
  }, 120_000);

  test("a link to a missing target outside creates nothing there", () => {
    const root = `${top}/root-missing`;
    fs.mkdirSync(root);
    fs.symlinkSync(`${outside}/created`, `${root}/absolute`);
    fs.symlinkSync("../outside/created", `${root}/relative`);
    fs.symlinkSync("absolute", `${root}/second`);
    fs.symlinkSync("../outside", `${root}/folder`);
    const ws = diskWorkspace({ root });
    for (const name of ["/absolute", "/relative", "/second", "/folder/created", "/folder/dir/created"]) {
      expect(codeOf(() => ws.open(name, { write: true, create: true }))).toBe("EACCES");
      expect(() => ws.replace(name, bytes("x"))).toThrow("the link leads outside the workspace");
      expect(codeOf(() => ws.mkdir(`${name}/x`))).toBe("EACCES");
      expect(ws.exists(name)).toBeUndefined();
    }
    expect(fs.existsSync(`${outside}/created`)).toBe(false);
    expect(ws.lstat("/absolute").kind).toBe("link");
    ws.unlink("/absolute");
    ws.rename("/folder", "/renamed");
    expect(fs.readlinkSync(`${root}/renamed`)).toBe("../outside");
  });

  test("an absolute link to a host path inside the root leads there, and shows no host path", () => {
    const root = `${top}/root-inside`;
    fs.mkdirSync(`${root}/d`, { recursive: true });
    fs.writeFileSync(`${root}/d/f`, "inside");
    fs.symlinkSync(`${root}/d/f`, `${root}/host`);
    fs.symlinkSync(root, `${root}/whole`);
    fs.symlinkSync(`${root}-sibling`, `${root}/sibling`);
    const ws = diskWorkspace({ root });
    expect(text(ws.readFile("/host"))).toBe("inside");
    expect(ws.readlink("/host")).toBe("/d/f");
    expect(text(ws.readFile("/whole/d/f"))).toBe("inside");
    expect(codeOf(() => ws.stat("/sibling"))).toBe("EACCES");
    ws.symlink("/d/f", "/own");
    expect(text(ws.readFile("/own"))).toBe("inside");
    expect(fs.readFileSync(`${root}/own`, "utf8")).toBe("inside");
  });

  test("a directory that somebody swapped for a link is noticed at the next run", () => {
    const root = `${top}/root-swapped`;
    fs.mkdirSync(`${root}/dir`, { recursive: true });
    fs.writeFileSync(`${root}/dir/deep`, "inside");
    const ws = diskWorkspace({ root });
    expect(text(ws.readFile("/dir/deep"))).toBe("inside");
    fs.renameSync(`${root}/dir`, `${root}/old`);
    fs.symlinkSync(path.join(outside, "dir"), `${root}/dir`);
    ws.forget();
    expect(codeOf(() => ws.readFile("/dir/deep"))).toBe("EACCES");
  });
});

/** Plants a link where the host lets it. */
function plant(target: string, at: string): void {
  try {
    fs.symlinkSync(target, at);
  } catch (error) {
    // A target that no host takes (empty, NUL, too long) is no attack.
    expect(error).toBeInstanceOf(Error);
  }
}
