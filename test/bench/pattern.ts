/**
 * Throughput of the pattern layer over a generated access log: `npx rolldown test/bench/pattern.ts --platform node -f esm
 * -o /tmp/pattern.mjs && node /tmp/pattern.mjs [FILE]`. It prints MB/s of CPU time in countLines; it asserts nothing.
 */
import { readFileSync } from "node:fs";
import { compilePattern, type PatternOptions } from "../../src/pattern/index.ts";

const CHUNK = 256 * 1024;
const cases: readonly (readonly [string, PatternOptions])[] = [
  [" 500 ", { syntax: "basic" }],
  ["GET /api/v[0-9]+/users", { syntax: "extended" }],
  ["error", { syntax: "basic", ignoreCase: true }],
  ["timeout", { syntax: "basic" }],
  ["ERROR|error", { syntax: "extended" }],
  ["(foo|bar|baz)[a-z]+x", { syntax: "extended" }],
  ["a.*b.*c", { syntax: "extended" }],
  ["[0-9]+ms", { syntax: "extended" }],
  ['" (200|404) [0-9]+ "', { syntax: "extended" }],
  ["^1.*error", { syntax: "extended" }],
  ["404$", { syntax: "extended" }],
  ["\\berror\\b", { syntax: "extended" }],
  ["users", { syntax: "basic", wholeWord: true }],
  ["(?<=GET )/api", { syntax: "perl" }],
  ["([0-9])\\1\\1\\1\\1", { syntax: "extended" }],
];

const log = process.argv[2] === undefined ? generate() : readFileSync(process.argv[2]);
for (const [source, options] of cases) {
  const pattern = compilePattern([source], options);
  let best = Number.POSITIVE_INFINITY;
  let count = 0;
  for (let round = 0; round < 3; round += 1) {
    const began = process.cpuUsage();
    count = countAll((from, to) => pattern.countLines(log, from, to));
    const { user, system } = process.cpuUsage(began);
    best = Math.min(best, user + system);
  }
  const speed = Math.round(log.length / best);
  console.log(`${String(speed).padStart(6)} MB/s  ${String(count).padStart(8)}  ${options.syntax} ${source}`);
}

function countAll(countLines: (from: number, to: number) => number): number {
  let count = 0;
  for (let from = 0; from < log.length; ) {
    const cut = from + CHUNK >= log.length ? log.length : log.lastIndexOf(10, from + CHUNK) + 1;
    count += countLines(from, cut);
    from = cut;
  }
  return count;
}

function generate(): Buffer {
  const lines: string[] = [];
  const paths = ["/api/v1/users", "/api/v2/orders", "/index.html", "/static/app.js", "/api/v12/users/7", "/health"];
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  for (let i = 0; i < 500_000; i += 1) {
    const status = random(20) === 0 ? 500 : random(30) === 0 ? 404 : 200;
    const note = random(40) === 0 ? " ERROR timeout" : random(40) === 0 ? " error: x" : "";
    lines.push(
      `${random(256)}.${random(256)}.${random(256)}.1 - - [10/Oct/2026:13:${random(60)} +0000] ` +
        `"GET ${paths[random(paths.length)]} HTTP/1.1" ${status} ${random(99999)} "-" "Mozilla/5.0 (X11; Linux)"${note}`,
    );
  }
  return Buffer.from(`${lines.join("\n")}\n`);
}
