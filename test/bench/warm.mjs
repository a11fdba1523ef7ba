// Small lines in a shell that is already open: what an agent does all day.
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { smallFolder } from "./data.mjs";
import { bashFromNode } from "./spawned.mjs";
import { timesFaster } from "./table.mjs";
import { medians, microseconds } from "./timing.mjs";

const HOST = fileURLToPath(new URL("shell-host.mjs", import.meta.url));

/** `head 5` is runsh's short way to say `head -5`, which the peers do not know. */
const CASES = [
  { line: "echo hi", bash: 50 },
  { line: "cat f | grep ERROR | wc -l", bash: 50 },
  { line: "cat a && ls | head 5 || echo no", peers: "cat a && ls | head -5 || echo no", bash: 50 },
  { line: "grep -l extra *.ts | wc -l", under: "modules", bash: 15 },
];

export async function measure(bench) {
  const rows = [];
  for (const { line, peers = line, under = "", bash } of CASES) {
    const root = join(smallFolder(bench), under);
    const runsh = new Host("runsh", root);
    const justBash = new Host("just-bash", root);
    const runs = [await runsh.run(line, 3000), await justBash.run(peers, 50)];
    const outputs = [...runs.map(({ stdout }) => stdout), await bashFromNode(peers, root)].map((text) => text.trim());
    if (new Set(outputs).size > 1) throw new Error(`${line}: ${JSON.stringify(outputs)}`);
    const took = await medians(bench.quick ? 5 : 15, {
      runsh: async () => (await runsh.run(line, 300)).times,
      justBash: async () => (await justBash.run(peers, 20)).times,
      bash: () => microseconds(5, () => bashFromNode(peers, root)),
    });
    runsh.close();
    justBash.close();
    rows.push(timesFaster(`warm: ${line}`, took.runsh, "just-bash", took.justBash, 20, "us"));
    rows.push(timesFaster("", took.runsh, "bash", took.bash, bash, "us"));
  }
  return rows;
}

class Host {
  #child;

  constructor(kind, root) {
    this.#child = fork(HOST, [kind, root]);
  }

  async run(line, count) {
    this.#child.send({ line, count });
    const [answer] = await once(this.#child, "message");
    return answer;
  }

  close() {
    this.#child.disconnect();
  }
}
