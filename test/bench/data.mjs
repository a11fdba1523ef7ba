// The files that the bench works on, made from a fixed seed so that two runs see the same bytes. Sizes are in bytes.
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

const MB = 1e6;

/** An access log of 1 GB, 100 MB when quick: one block of 16 MB of lines, over and over. */
export function bigLog({ folder, quick }) {
  return made(folder, "access.log", (path) => {
    const block = logLines(16 * MB, 1);
    const file = openSync(path, "w");
    for (let left = (quick ? 100 : 1000) * MB; left > 0; left -= block.length) writeSync(file, block);
    closeSync(file);
  });
}

/** A log of 100 MB, 20 MB when quick, in which hardly two lines are alike. */
export function logToSort({ folder, quick }) {
  return made(folder, "unsorted.log", (path) => {
    const file = openSync(path, "w");
    for (let part = 0; part < (quick ? 2 : 10); part += 1) writeSync(file, logLines(10 * MB, 100 + part));
    closeSync(file);
  });
}

/** 20,000 files of 1 to 4 KB in 200 folders, 4,000 when quick; every twentieth has `foo` in it. */
export function tree({ folder, quick }) {
  return made(folder, "tree", (path) => {
    const random = generator(7);
    for (let number = 0; number < (quick ? 4_000 : 20_000); number += 1) {
      const inside = join(path, `d${number % 20}`, `e${number % 200}`);
      if (number < 200) mkdirSync(inside, { recursive: true });
      const lines = Array.from({ length: 25 + random(75) }, () => `const value${random(1e6)} = other(${random(1e6)});`);
      if (number % 20 === 0) lines[random(lines.length)] = "export const foo = 1;";
      writeFileSync(join(inside, `file${number}.ts`), `${lines.join("\n")}\n`);
    }
  });
}

/** A folder as an agent meets it: `f` of 10 KB with a few errors, a short `a`, a hundred modules of 1 to 4 KB. */
export function smallFolder({ folder }) {
  return made(folder, "small", (path) => {
    mkdirSync(join(path, "modules"), { recursive: true });
    const random = generator(3);
    const lines = Array.from({ length: 150 }, (_, at) => {
      return `2026-03-12T14:${String(at % 60).padStart(2, "0")}:07Z ${random(5) === 0 ? "ERROR" : "INFO"} request ${random(1e6)} took ${random(900)} ms`;
    });
    writeFileSync(join(path, "f"), `${lines.join("\n")}\n`);
    writeFileSync(join(path, "a"), "hello\n");
    for (const name of ["b.md", "c.md", "d.json", "e.txt", "g.txt", "h.txt", "i.txt"])
      writeFileSync(join(path, name), name);
    for (let number = 0; number < 100; number += 1) {
      const body = Array.from({ length: 30 + random(60) }, () => `const v${random(1e6)} = other(${random(1e4)});`);
      if (number % 4 === 0) body.push('import { extra } from "./extra.ts";');
      writeFileSync(join(path, "modules", `m${number}.ts`), `${body.join("\n")}\n`);
    }
  });
}

function made(folder, name, make) {
  const path = join(folder, name);
  if (!existsSync(path)) make(path);
  return path;
}

function logLines(bytes, seed) {
  const random = generator(seed);
  const paths = ["/api/v1/users", "/api/v2/orders", "/index.html", "/static/app.js", "/api/v12/users/7", "/health"];
  const lines = [];
  for (let length = 0; length < bytes; ) {
    const status = random(20) === 0 ? 500 : random(30) === 0 ? 404 : 200;
    const note = random(40) === 0 ? " ERROR timeout" : random(40) === 0 ? " error: reset" : "";
    const line =
      `10.0.${Math.min(random(64), random(64))}.${random(64)} - - [12/Mar/2026:14:${10 + random(50)}:${10 + random(50)} +0000] ` +
      `"GET ${paths[random(paths.length)]}?id=${random(1e6)} HTTP/1.1" ${status} ${random(99999)} "-" "Mozilla/5.0"${note}\n`;
    length += line.length;
    lines.push(line);
  }
  return Buffer.from(lines.join(""), "latin1");
}

/** Numbers below a bound from a seed (xorshift32). */
function generator(seed) {
  let state = seed * 2654435761 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
