// A search over many small files, where opening them costs more than reading them.
import { compareCpu } from "./compare-cpu.mjs";
import { tree } from "./data.mjs";

export function measure(bench) {
  const name = bench.quick ? "4,000 files" : "20,000 files";
  const rounds = bench.quick ? 3 : 7;
  return compareCpu({ name, line: "grep -rl foo", limit: 1.3, cwd: tree(bench), rounds, sorted: true });
}
