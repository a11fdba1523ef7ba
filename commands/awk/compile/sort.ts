// asort and asorti: values or keys in order, as elements 1 to n. Orders are gawk's names, or a function of the program that
// only computes.
import { compareKeys, keyText } from "../array.ts";
import type { BuiltinNode } from "../ast.ts";
import { AwkError, inputValue, type Value } from "../value.ts";
import type { Compiler } from "./compiler.ts";
import { keyOrder, typeOrder } from "./order.ts";

export function compileSort(compiler: Compiler, node: BuiltinNode): () => number {
  const { machine } = compiler;
  const [from, to, how] = node.args;
  if (!from || (from.kind !== "variable" && from.kind !== "element")) throw new AwkError(`${node.name}: not an array`);
  const source = compiler.array(from);
  const target = to && (to.kind === "variable" || to.kind === "element") ? compiler.array(to) : source;
  const order = how && compiler.text(how);
  return () => {
    const array = source();
    const name = order?.();
    const keys = array.keys();
    if (name !== undefined) {
      const compare = keyOrder(compiler, name, array);
      if (!compare)
        throw new AwkError(
          `${node.name}: sorting by \`${name}' is not available; use @ind_str_asc, @val_num_desc and the like, or a function`,
        );
      keys.sort(compare);
    } else if (node.name === "asorti") keys.sort(compareKeys);
    const values = keys.map((key): Value => (node.name === "asorti" ? inputValue(keyText(key)) : array.peek(key)));
    if (name === undefined && node.name === "asort") sortValues(values, typeOrder(machine));
    const result = target();
    result.clear();
    for (const [index, value] of values.entries()) result.set(index + 1, value);
    return values.length;
  };
}

function sortValues(values: Value[], order: (a: Value, b: Value) => number): void {
  if (values.every((value) => typeof value === "number")) values.sort((a, b) => Number(a) - Number(b));
  else values.sort(order);
}
