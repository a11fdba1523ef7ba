// Nothing outside the root is read or written, whatever the lines: 10,000 hostile paths and links, through the whole
// shell. Beside the root lies a folder with known content; it must stay as it is and never come out. (The
// workspace's own calls have the like in test/workspace/confinement.test.ts.)
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { createShell, diskWorkspace, overlayWorkspace, type RunResult } from "../../src/index.ts";

const CANARY = "canary-91c4";
const top = fs.mkdtempSync(path.join(os.tmpdir(), "confined-"));
const root = `${top}/root`;
const outside = `${top}/outside`;
fs.mkdirSync(`${outside}/dir`, { recursive: true });
fs.mkdirSync(root);
for (const name of ["secret", "dir/deep", "run.sh"]) fs.writeFileSync(`${outside}/${name}`, `echo ${CANARY}\n`);
fs.symlinkSync("secret", `${outside}/link`);
fs.chmodSync(`${outside}/run.sh`, 0o755);
afterAll(() => fs.rmSync(top, { recursive: true, force: true }));

/** Everything beside the root: names, modes, change times, content. */
function surroundings(): string[] {
  const visit = (at: string): string[] => {
    const stat = fs.lstatSync(at);
    const content = stat.isFile() ? fs.readFileSync(at, "utf8") : stat.isSymbolicLink() ? fs.readlinkSync(at) : "";
    const below = stat.isDirectory() ? fs.readdirSync(at).sort() : [];
    return [
      `${at} ${stat.mode} ${stat.nlink} ${stat.ctimeMs} ${content}`,
      ...below.flatMap((name) => visit(`${at}/${name}`)),
    ];
  };
  return [...fs.readdirSync(top).sort(), ...visit(outside)];
}

/** A word in single quotes, whatever it holds. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

const component = fc.oneof(
  { arbitrary: fc.constantFrom("a", "l", "m", "d", "f"), weight: 6 },
  { arbitrary: fc.constantFrom("..", "..", ".", "", "outside", "secret", "dir", "deep", "run.sh", "new"), weight: 6 },
  {
    arbitrary: fc.constantFrom("x".repeat(300), "-", "*", "?", "\\..", "%2e%2e", "\udcff", "it's", "{..,.}"),
    weight: 1,
  },
);
const hostile = fc
  .tuple(
    fc.constantFrom(
      "",
      "",
      "/",
      "../",
      "../../",
      "l/",
      "m/../",
      `${top}/`,
      `${outside}/`,
      "/proc/self/cwd/",
      "/tmp/../../",
    ),
    fc.array(component, { maxLength: 5 }),
    fc.constantFrom("", "", "", "/", "/.", "/.."),
  )
  .map(([start, components, end]) => start + components.join("/") + end);
/** Targets of links that lie on the host before the shell opens. */
const target = fc.oneof(
  hostile,
  fc.constantFrom(
    outside,
    `${outside}/secret`,
    `${outside}/none`,
    "../outside/secret",
    "../outside",
    "/",
    "..",
    "l",
    "m/..",
  ),
  fc.constantFrom(`${root}/../outside/secret`, `${root}/d/../../outside`, "d/../../outside/dir", "./d/l/../../outside"),
);

/** Lines that read, by any means, what `one` and `two` name. */
const readers: ((one: string, two: string) => string)[] = [
  (one, two) => `cat ${one} ${two}`,
  (one) => `cat < ${one}`,
  (one) => `cat -b ${one}; head -c 99 ${one}; tail -n 3 ${one}; tac ${one}`,
  (one, two) => `grep -r . ${one} ${two}`,
  (one) => `grep -R '' ${one}`,
  (one) => `find -L ${one} -type f -exec cat {} +`,
  (one) => `find ${one} -name '*e*' -print0 | xargs -0 cat`,
  (one) => `cd ${one} && cat secret deep dir/* ./*; cd ..; cat outside/secret`,
  (one) => `cd -P ${one} && pwd -P && cat ../secret ../*/secret`,
  (one) => `pushd ${one} && cat *`,
  (one) => `echo "$(< ${one})"`,
  (one) => `for f in ${one}*/* ${one}/*; do cat "$f"; done`,
  (one) => `cat ../outside/s* ../*/secret /*/secret ${one}/[s]ecret`,
  (one) => `. ${one}; sh ${one}; ${one}`,
  (one) => `while read -r x; do echo "$x"; done < ${one}; mapfile -t y < ${one}; echo "\${y[@]}"`,
  (one, two) => `sort ${one} ${two}; sort -m ${one}; sort --files0-from=${one}; sort -T ${two} ${one}`,
  (one) => `wc -c ${one}; cut -c1-99 ${one}; nl ${one}; rev ${one}; uniq ${one}; see ${one}`,
  (one) => `grep -f ${one} -v nothing f; xargs -a ${one} echo; wc --files0-from=${one}; date -f ${one}`,
  (one) => `exec 7< ${one}; cat <&7; cat /dev/fd/7`,
  (one, two) => `cp ${one} got; cp -r ${one} tree; cp -L ${two} got2; cat got got2; grep -r . tree`,
  (one, two) => `mv ${one} taken; cat taken; mv ${two} d; grep -r . d`,
  (one, two) => `ln ${one} hard; cat hard; ln -L ${two} hard2; cat hard2`,
  (one) => `ln -s ${one} soft; cat soft soft/secret soft/../secret; cp -L soft/secret got; cat got`,
  (one) => `stat ${one}; ls -laR ${one}; realpath ${one}; readlink -f ${one}; ls -L ${one}`,
  (one) => `cat /proc/self/root${top}/outside/secret /proc/self/cwd/../outside/secret /dev/fd/../../${one}`,
];
/** Lines that write there. */
const writers: ((one: string, two: string) => string)[] = [
  (one, two) => `echo x > ${one}; echo x >> ${two}; echo x >| ${one}; echo x &> ${two}; : <> ${one}`,
  (one, two) => `echo x | tee ${one} ${two}; echo x | tee -a ${one}`,
  (one, two) => `sort -o ${one} f; sort -o ${two} ${two}; uniq f ${one}`,
  (one, two) => `cp f ${one}; cp -f f ${two}; cp -r d ${one}; cp -a m ${two}; cp -t ${one} f`,
  (one, two) => `mv f ${one}; mv d ${two}`,
  (one, two) => `mv ${one} ${two}`,
  (one, two) => `ln -s ${two} ${one}; echo x > ${one}; echo x > ${one}/new`,
  (one, two) => `ln -sf ${one} l; echo x > l; ln -sfn ${two} l; cp f l; ln f ${one}`,
  (one, two) => `rm ${one}; rm -rf ${two}; rmdir ${one}`,
  (one) => `find ${one} -delete; find -L ${one} -name 's*' -delete; find ${one} -exec rm -f {} +`,
  (one, two) => `touch ${one} ${two}; touch -h ${one}; touch -r ${one} ${two}`,
  (one, two) => `mkdir ${one}; mkdir -p ${two}/x/y; mktemp -p ${one}; mktemp -d ${two}/XXXXXX`,
  (one, two) => `chmod 777 ${one}; chmod -R 000 ${two}; chmod -R 755 .`,
  (one, two) => `write ${one} text; write -a ${two} text; echo text | write ${one}`,
  (one) => `cd ${one} && { echo x > new; rm -f secret; mkdir deeper; touch ../new; mv secret moved; }`,
  (one) => `exec 8> ${one}; echo x >&8; find . -fprint ${one}; TMPDIR=${one} mktemp; TMPDIR=${one} sort f`,
];
const line = fc
  .tuple(fc.constantFrom(...readers, ...readers, ...writers, ...writers), hostile, hostile, fc.boolean())
  .map(([make, one, two, plain]) =>
    plain && /^[\w./*?-]+$/.test(one + two) ? make(one, two) : make(quoted(one), quoted(two)),
  );

test("10,000 hostile paths and links in commands leave the outside alone and unread", async () => {
  const before = surroundings();
  let paths = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.record({ a: target, l: target, m: target, "d/l": target }),
      fc.array(line, { minLength: 4, maxLength: 8 }),
      fc.boolean(),
      async (links, lines, overlay) => {
        fs.rmSync(root, { recursive: true, force: true });
        fs.mkdirSync(`${root}/d`, { recursive: true });
        fs.writeFileSync(`${root}/f`, "inside\n");
        for (const [name, to] of Object.entries(links)) plant(to, `${root}/${name}`);
        const disk = diskWorkspace({ root });
        const shell = createShell({ workspace: overlay ? overlayWorkspace(disk) : disk, commands });
        try {
          for (const text of lines) {
            const result = await shell.run(text, { timeoutMs: 20_000 });
            paths += 2;
            const shown = [result.text, textOf(result.stdout), textOf(result.stderr)].join("\n");
            // `cat -b` shows it as base64: "echo canary".
            expect(shown, text).not.toMatch(new RegExp(`${CANARY}|ZWNobyBjYW5hcnk`));
            expect(shown, text).not.toMatch(/root:x:0/);
            expect(shown, text).not.toMatch(/internal error/);
          }
        } finally {
          await shell.close();
        }
        expect(surroundings(), lines.join("\n")).toEqual(before);
      },
    ),
    { numRuns: 1000 },
  );
  expect(paths).toBeGreaterThan(10_000);
}, 300_000);

/** Plants a link where the host takes it: an empty, a too long, or an impossible name is no attack. */
function plant(to: string, at: string): void {
  try {
    fs.symlinkSync(to, at);
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
  }
}

function textOf(captured: RunResult["stdout"]): string {
  return typeof captured === "string" ? captured : Buffer.from(captured.base64, "base64").toString("latin1");
}
