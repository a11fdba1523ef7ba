// `$name` and `${...}`: finds what the parameter stands for, applies its operation, and sends the result on.
import type { Parameter } from "../../syntax/tree.ts";
import type { Environment } from "../environment.ts";
import { chain, type Maybe } from "../maybe.ts";
import type { Sink } from "../sink.ts";
import type { Walk } from "../walk.ts";
import { withDefault } from "./default.ts";
import { emit } from "./emit.ts";
import { lengthOf, slice } from "./length.ts";
import { keysOf, namesOf } from "./names.ts";
import { changeCase, replace, trim } from "./pattern.ts";
import { type Found, lookUp, scalar, type Target, targetOf, unbound } from "./target.ts";
import { transform } from "./transform.ts";

export function expandParameter(
  node: Parameter,
  sink: Sink,
  env: Environment,
  quoted: boolean,
  walk: Walk,
): Maybe<void> {
  if (node.subscript === undefined && !node.indirect && !node.length && node.operation === undefined) {
    const { name } = node;
    if (name === "@" || name === "*") return emit({ list: env.positional, star: name === "*" }, sink, quoted);
    if (env.variable(name)?.nameref !== true) {
      const value = scalar(name, env);
      if (value !== undefined) return quoted ? sink.inside(value) : sink.expanded(value);
      if (!env.options.nounset) return undefined;
      throw unbound(name);
    }
  }
  return chain(targetOf(node, env, walk), (target) => expandTarget(node, target, sink, env, quoted, walk));
}

function expandTarget(
  node: Parameter,
  target: Target,
  sink: Sink,
  env: Environment,
  quoted: boolean,
  walk: Walk,
): Maybe<void> {
  const { operation } = node;
  if (operation?.kind === "names") {
    return emit({ list: namesOf(node.name, env), star: !operation.separate }, sink, quoted);
  }
  if (operation?.kind === "keys") return emit(keysOf(target, env), sink, quoted);
  const found = lookUp(target, env);
  if (operation?.kind === "default") return withDefault(operation, target, found, sink, env, quoted, walk);
  // Attributes are there even where no value is.
  if (operation?.kind === "transform") {
    return emit(transform(operation.operator, target, found, env), sink, quoted);
  }
  if (typeof found === "undefined" && env.options.nounset) throw unbound(target.label);
  if (node.length) return emit(lengthOf(found), sink, quoted);
  return chain(operated(node, target, found, env, walk), (result) => emit(result, sink, quoted));
}

function operated(node: Parameter, target: Target, found: Found, env: Environment, walk: Walk): Maybe<Found> {
  const { operation } = node;
  switch (operation?.kind) {
    case "trim":
      return trim(operation, found, env, walk);
    case "replace":
      return replace(operation, found, env, walk);
    case "case":
      return changeCase(operation, found, env, walk);
    case "slice":
      return slice(operation, target, found, env, walk);
    default:
      return found;
  }
}
