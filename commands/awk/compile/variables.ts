// Reading and assigning variables, fields and elements.
import { AwkArray, type Cell, type Key, ownCopy } from "../array.ts";
import type { ArrayNode, ElementNode, Expr, Target, Variable } from "../ast.ts";
import type { Machine } from "../machine.ts";
import { getSpecial, setSpecial } from "../special.ts";
import { AwkError, type Scalar, scalarOnly, type Value } from "../value.ts";
import type { Compiler } from "./compiler.ts";

/** A place: read and assigned with its subscript or number evaluated once. */
export interface Place {
  /** Evaluates subscripts; `get` and `set` then mean that place. */
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  /** Reads, computes, assigns; gives the new value, or the old one. */
  readonly change: (compute: (old: number) => number, old: boolean) => number;
}

export function readVariable(machine: Machine, { scope, slot, name, array }: Variable): () => Value {
  const { globals } = machine;
  if (array && scope === "global") return () => scalarOnly();
  if (scope === "global") return () => globals[slot];
  if (scope === "local") return () => machine.frame[slot];
  return getSpecial(machine, name);
}

export function place(compiler: Compiler, node: Target): Place {
  const { machine } = compiler;
  switch (node.kind) {
    case "variable":
      return variablePlace(machine, node.variable);
    case "field": {
      const index = fieldIndex(compiler, node.index);
      return {
        get: () => machine.row.field(index()),
        set: (value) => assignField(machine, index(), value),
        change: (compute, old) => {
          const at = index();
          const before = machine.row.fieldNumber(at);
          const after = compute(before);
          assignField(machine, at, after);
          return old ? before : after;
        },
      };
    }
    case "element": {
      const cell = compiler.cell(node);
      return {
        get: () => cell().value,
        set: (value) => {
          const at = cell();
          at.value = typeof value === "string" && value.length > 12 ? ownCopy(value) : value;
        },
        change: (compute, old) => {
          const at = cell();
          const before = machine.number(at.value);
          const after = compute(before);
          at.value = after;
          return old ? before : after;
        },
      };
    }
  }
}

function variablePlace(machine: Machine, variable: Variable): Place {
  const { scope, slot, name, array } = variable;
  const { globals } = machine;
  if (array) throw new AwkError(`attempt to use array \`${name}' in a scalar context`);
  const get = readVariable(machine, variable);
  const set =
    scope === "global"
      ? (value: Value) => {
          globals[slot] = value;
        }
      : scope === "local"
        ? (value: Value) => {
            machine.frame[slot] = value;
          }
        : setSpecial(machine, name);
  return {
    get,
    set,
    change: (compute, old) => {
      const before = machine.number(get());
      const after = compute(before);
      set(after);
      return old ? before : after;
    },
  };
}

export function assignField(machine: Machine, index: number, value: Value): void {
  machine.row.assign(index, scalar(value));
}

export function scalar(value: Value): Scalar {
  return value instanceof AwkArray ? scalarOnly() : value;
}

export function fieldIndex(compiler: Compiler, node: Expr): () => number {
  if (node.kind === "number" && Number.isInteger(node.value) && node.value >= 0) {
    const { value } = node;
    return () => value;
  }
  const number = compiler.number(node);
  return () => {
    const value = Math.trunc(number());
    if (!(value >= 0)) throw new AwkError(`attempt to access field ${value}`);
    if (value > 10_000_000) throw new AwkError(`field ${value} is more than a record can have`);
    return value;
  };
}

/** The array that a node names, made when it is not there. */
export function arrayOf(compiler: Compiler, node: ArrayNode): () => AwkArray {
  const { machine } = compiler;
  if (node.kind === "element") {
    const cell = compiler.cell(node);
    return () => {
      const at = cell();
      if (at.value instanceof AwkArray) return at.value;
      if (at.value !== undefined) throw new AwkError("attempt to use a scalar element as an array");
      const made = new AwkArray();
      at.value = made;
      return made;
    };
  }
  const { scope, slot, name } = node.variable;
  if (scope === "special") throw new AwkError(`attempt to use variable \`${name}' as an array`);
  if (scope === "global") {
    const array = machine.globalArray(slot);
    return () => array;
  }
  return () => {
    const { frame } = machine;
    const value = frame[slot];
    if (value instanceof AwkArray) return value;
    if (value !== undefined) throw new AwkError(`attempt to use scalar parameter \`${name}' as an array`);
    const made = new AwkArray();
    frame[slot] = made;
    return made;
  };
}

export function keyOf(compiler: Compiler, keys: readonly Expr[]): () => Key {
  const { machine } = compiler;
  const [only] = keys;
  if (only !== undefined && keys.length === 1) {
    const value = compiler.value(only);
    return () => machine.key(value());
  }
  const values = keys.map((key) => compiler.value(key));
  return () => machine.joinedKey(values.map((value) => value()));
}

export function cellOf(compiler: Compiler, node: ElementNode): () => Cell {
  const array = compiler.array(node.array);
  const key = compiler.key(node.keys);
  return () => {
    const at = key();
    return array().cell(at);
  };
}
