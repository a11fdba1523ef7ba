// The order in which `for (key in array)` visits: as the keys came, or as PROCINFO["sorted_in"] says.
import { AwkArray, compareKeys, type Key, keyText } from "../array.ts";
import type { Machine } from "../machine.ts";
import { leadingNumber } from "../number.ts";
import { compareText, NumericText, type Value } from "../value.ts";
import { callNow } from "./calls.ts";
import type { Compiler } from "./compiler.ts";

export function sortedKeys(compiler: Compiler, array: AwkArray): Key[] {
  const { machine } = compiler;
  const keys = array.keys();
  const how = machine.sortedIn();
  if (how === undefined) return keys;
  const compare = keyOrder(compiler, how, array);
  return compare ? keys.sort(compare) : keys;
}

/** gawk's names for orders, or a function of the program (gawk manual, "Controlling Array Traversal"). */
export function keyOrder(compiler: Compiler, name: string, array: AwkArray): ((a: Key, b: Key) => number) | undefined {
  const { machine } = compiler;
  const found = /^@(ind|val)_(str|num|type)_(asc|desc)$/.exec(name);
  if (!found) {
    if (!compiler.functions.has(name)) return undefined;
    const compare = callNow(compiler, name);
    return (a, b) => machine.number(compare([keyText(a), array.peek(a), keyText(b), array.peek(b)]));
  }
  const [, of, by, direction] = found;
  const sign = direction === "desc" ? -1 : 1;
  if (of === "ind") {
    if (by === "str") return (a, b) => sign * compareKeys(a, b);
    return (a, b) => sign * (leadingNumber(keyText(a)) - leadingNumber(keyText(b)) || compareKeys(a, b));
  }
  const order = by === "str" ? textOrder(machine) : by === "num" ? numberOrder(machine) : typeOrder(machine);
  return (a, b) => sign * (order(array.peek(a), array.peek(b)) || compareKeys(a, b));
}

type Order = (a: Value, b: Value) => number;

function textOrder(machine: Machine): Order {
  return (a, b) => arraysLast(a, b) ?? compareText(machine.text(a), machine.text(b));
}

function numberOrder(machine: Machine): Order {
  return (a, b) =>
    arraysLast(a, b) ?? (machine.number(a) - machine.number(b) || compareText(machine.text(a), machine.text(b)));
}

/** Numbers before text before arrays. */
export function typeOrder(machine: Machine): Order {
  return (a, b) => {
    const last = arraysLast(a, b);
    if (last !== undefined) return last;
    const numeric = [a, b].map(
      (value) => typeof value === "number" || value instanceof NumericText || value === undefined,
    );
    if (numeric[0] && numeric[1]) return machine.number(a) - machine.number(b);
    if (numeric[0] !== numeric[1]) return numeric[0] ? -1 : 1;
    return compareText(machine.text(a), machine.text(b));
  };
}

function arraysLast(a: Value, b: Value): number | undefined {
  const x = a instanceof AwkArray;
  const y = b instanceof AwkArray;
  if (x || y) return x === y ? 0 : x ? 1 : -1;
  return undefined;
}
