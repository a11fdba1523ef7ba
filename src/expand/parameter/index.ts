// `$name` and `${...}`: finds what the parameter stands for, applies its operation, and sends the result on.
import type { Parameter } from "../../syntax/tree.ts";
import type { Environment } from "../environment.ts";
import { chain, type Maybe } from "../maybe.ts";
import type { Sink } from "../sink.ts";
import { withDefault } from "./default.ts";
import { lengthOf, slice } from "./length.ts";
import { keysOf, namesOf } from "./names.ts";
import { changeCase, replace, trim } from "./pattern.ts";
import { type Found, lookUp, scalar, type Target, targetOf, unbound } from "./target.ts";
import { transform } from "./transform.ts";

export function expandParameter(node: Parameter, sink: Sink, env: Environment, quoted: boolean): Maybe<void> {
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
  return chain(targetOf(node, env), (target) => expandTarget(node, target, sink, env, quoted));
}

function expandTarget(node: Parameter, target: Target, sink: Sink, env: Environment, quoted: boolean): Maybe<void> {
  const { operation } = node;
  if (operation?.kind === "names") {
    return emit({ list: namesOf(node.name, env), star: !operation.separate }, sink, quoted);
  }
  if (operation?.kind === "keys") return emit(keysOf(target, env), sink, quoted);
  const found = lookUp(target, env);
  if (operation?.kind === "default") return withDefault(operation, target, found, sink, env, quoted);
  // Attributes are there even where no value is.
  if (operation?.kind === "transform") {
    return emit(changed(transform(operation.operator, target, found, env), quoted), sink, quoted);
  }
  if (typeof found === "undefined" && env.options.nounset) throw unbound(target.label);
  if (node.length) return emit(lengthOf(found), sink, quoted);
  return chain(operated(node, target, found, env), (result) =>
    emit(operation?.kind === "slice" ? result : changed(result, quoted), sink, quoted),
  );
}

/** Where nothing splits, bash joins changed elements with IFS even for `@`: `x=${@/a/b}`, but not `x=$@`. */
function changed(result: Found, quoted: boolean): Found {
  return typeof result === "object" && !quoted ? { list: result.list, star: true } : result;
}

function operated(node: Parameter, target: Target, found: Found, env: Environment): Maybe<Found> {
  const { operation } = node;
  switch (operation?.kind) {
    case "trim":
      return trim(operation, found, env);
    case "replace":
      return replace(operation, found, env);
    case "case":
      return changeCase(operation, found, env);
    case "slice":
      return slice(operation, target, found, env);
    default:
      return found;
  }
}

/** Sends a value or a list on, in the way that its quoting asks for. */
export function emit(found: Found, sink: Sink, quoted: boolean): void {
  if (found === undefined) return;
  if (typeof found === "string") {
    if (quoted) sink.inside(found);
    else sink.expanded(found);
  } else if (!quoted) sink.elements(found.list, found.star);
  else if (found.star) sink.together(found.list);
  else sink.separate(found.list);
}
