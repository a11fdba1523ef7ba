// tsort: orders names so that the first of each pair comes before the second, as GNU does.
import { CommandError, decode, defineCommand, reads, Writer, z } from "../src/plugin.ts";
import { eachSource, readAll } from "./input.ts";

export const tsort = defineCommand({
  name: "tsort",
  summary: "Order names by pairs of before and after",
  args: () => ({ file: z.string().default("-") }),
  cli: { file: { positional: true, placeholder: "file" } },
  readsStdin: true,
  examples: [
    { does: "what must come first", run: "printf 'a b\\nb c\\n' | tsort", prints: "a\nb\nc\n" },
    { does: "a name alone is a pair with itself", run: "echo 'x x' | tsort", prints: "x\n" },
  ],
  effects: ({ file }, context) => reads(context, [file]),
  async run({ file }, io, ctx) {
    const out = new Writer(io.stdout);
    let loops = 0;
    const status = await eachSource([file], io, out, async (source) => {
      const words = decode(await readAll(source))
        .split(/[ \t\n]+/)
        .filter((word) => word !== "");
      if (words.length % 2 === 1) {
        throw new CommandError(`${file}: input contains an odd number of tokens`);
      }
      const graph = new Graph(words);
      for (;;) {
        for (const name of graph.take()) out.text(`${name}\n`);
        const loop = graph.loop();
        if (!loop) break;
        loops += 1;
        await out.flush();
        await io.diagnose(`${file}: input contains a loop:`);
        for (const name of loop) await io.diagnose(name);
        const rest = ctx.pause();
        if (rest) await rest;
      }
    });
    return loops > 0 ? 1 : status;
  },
});

interface Item {
  before: number;
  /** The newest relation first, which decides GNU's order. */
  readonly after: string[];
}

class Graph {
  readonly #items = new Map<string, Item>();

  constructor(words: readonly string[]) {
    for (let at = 0; at < words.length; at += 2) {
      const [first = "", second = ""] = [words[at], words[at + 1]];
      const [from, to] = [this.#item(first), this.#item(second)];
      if (first === second) continue;
      to.before += 1;
      from.after.unshift(second);
    }
  }

  #item(name: string): Item {
    let item = this.#items.get(name);
    if (!item) {
      item = { before: 0, after: [] };
      this.#items.set(name, item);
    }
    return item;
  }

  /** Removes and gives all names that nothing has to precede; those that are free at the start by byte order. */
  *take(): Iterable<string> {
    const queue = [...this.#items].filter(([, { before }]) => before === 0).map(([name]) => name);
    queue.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    for (const name of queue) {
      yield name;
      const item = this.#items.get(name);
      this.#items.delete(name);
      for (const next of item?.after ?? []) {
        const other = this.#items.get(next);
        if (!other) continue;
        other.before -= 1;
        if (other.before === 0) queue.push(next);
      }
    }
  }

  /** Names of a loop among what is left; one of its relations is given up. */
  loop(): string[] | undefined {
    const first = this.#items.keys().next();
    if (first.done) return undefined;
    const path: string[] = [];
    let name = first.value;
    // Each name that is left has something before it: going backwards comes round.
    while (!path.includes(name)) {
      path.push(name);
      const here = name;
      for (const [other, { after }] of this.#items) {
        if (!after.includes(here)) continue;
        name = other;
        break;
      }
    }
    const [head = "", ...others] = path.slice(path.indexOf(name));
    const loop = [head, ...others.reverse()];
    const from = this.#items.get(loop.at(-1) ?? head);
    const to = this.#items.get(head);
    if (from && to) {
      const at = from.after.indexOf(head);
      if (at >= 0) from.after.splice(at, 1);
      to.before -= 1;
    }
    return loop;
  }
}
