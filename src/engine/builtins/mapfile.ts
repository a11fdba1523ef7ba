// mapfile (readarray): lines of stdin into an array.

import { encode } from "../../bytes/text.ts";
import { CommandError } from "../../command/command.ts";
import { IndexedArray } from "../../expand/index.ts";
import { isName } from "../state.ts";
import { type Builtin, parseOptions } from "./builtin.ts";
import { readLine } from "./read-line.ts";

export const mapfile: Builtin = {
  name: "mapfile",
  summary: "Read lines into an array",
  usage: "mapfile [-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]",
  effects: { reads: [], writes: ["state:*"] },
  async run(shell, args) {
    const { flags, values, operands } = parseOptions(mapfile, "d:n:O:s:tu:C:c:", args);
    const [name = "MAPFILE"] = operands;
    if (!isName(name)) throw new CommandError(`\`${name}': not a valid identifier`);
    const descriptor = values.get("u");
    const source = descriptor === undefined ? shell.stdin : shell.descriptors.get(Number(descriptor))?.source;
    if (!source) throw new CommandError(`${descriptor}: invalid file descriptor: Bad file descriptor`);
    const delimiterText = values.get("d");
    const delimiter = delimiterText === undefined ? 10 : (encode(delimiterText)[0] ?? 0);
    const most = count(values.get("n")) || Number.POSITIVE_INFINITY;
    const origin = values.get("O");
    const variable = shell.state.writable(name);
    const array = origin !== undefined && variable.value instanceof IndexedArray ? variable.value : new IndexedArray();
    variable.value = array;
    let index = count(origin);
    let skip = count(values.get("s"));
    const callback = values.get("C");
    const quantum = count(values.get("c")) || 5000;
    for (let taken = 0; taken < most; ) {
      const line = await readLine(source, delimiter);
      if (!line) break;
      if (skip > 0) {
        skip -= 1;
        continue;
      }
      const text = line.terminated && !flags.has("t") ? line.text + String.fromCharCode(delimiter) : line.text;
      taken += 1;
      if (callback !== undefined && taken % quantum === 0) {
        await shell.invoke([...callback.split(/\s+/), String(index), text]);
      }
      array.set(index, text);
      index += 1;
    }
    return 0;
  },
};

export const readarray: Builtin = {
  ...mapfile,
  name: "readarray",
  usage: mapfile.usage.replace("mapfile", "readarray"),
};

function count(text: string | undefined): number {
  if (text === undefined) return 0;
  if (!/^\d+$/.test(text)) throw new CommandError(`${text}: invalid number`);
  return Number(text);
}
