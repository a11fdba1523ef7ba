// `${x:-word}`, `${x:=word}`, `${x:?word}`, `${x:+word}` and the same without the colon (POSIX 2.6.2).
import type { ParameterOperation } from "../../syntax/tree.ts";
import { type Environment, ExpansionError } from "../environment.ts";
import { chain, type Maybe } from "../maybe.ts";
import type { Sink } from "../sink.ts";
import type { Walk } from "../walk.ts";
import { emit } from "./emit.ts";
import type { Found, Target } from "./target.ts";

type Default = Extract<ParameterOperation, { kind: "default" }>;

export function withDefault(
  operation: Default,
  target: Target,
  found: Found,
  sink: Sink,
  env: Environment,
  quoted: boolean,
  walk: Walk,
): Maybe<void> {
  const { operator, word } = operation;
  const usable = isUsable(found, operation.colon);
  const context = quoted ? "quoted" : "operand";
  const listed = typeof found === "object" && found.list.length > 0;
  // `"${@-}"` is a field, although `"$@"` without parameters is none.
  if (quoted && target.all === "@" && (listed || operator === "-")) sink.quoted("");
  if (operator === "+" && !usable) return undefined;
  if (operator !== "+" && usable) return emit(found, sink, quoted);
  if (operator === "-" || operator === "+") return walk.parts(word.parts, sink, env, context);
  const text = walk.text(word, env, context);
  if (operator === "=") return chain(text, (value) => emit(assign(target, value, env), sink, quoted));
  return chain(text, (message) => {
    const missing = operation.colon ? "parameter null or not set" : "parameter not set";
    throw new ExpansionError(`${target.label}: ${message || missing}`, { exitCode: 127, fatal: true });
  });
}

function isUsable(found: Found, colon: boolean): boolean {
  if (found === undefined) return false;
  if (typeof found === "string") return !colon || found !== "";
  return found.list.length > 0 && (!colon || found.list.length > 1 || found.list[0] !== "");
}

function assign(target: Target, value: string, env: Environment): string {
  const { name, key, all } = target;
  if (all !== undefined && name !== "@" && name !== "*")
    throw new ExpansionError(`${target.label}: bad array subscript`);
  if (!/^[A-Za-z_]/.test(name)) throw new ExpansionError(`$${target.label}: cannot assign in this way`);
  if (key === undefined) env.set(name, value);
  else env.setElement(name, key, value);
  return value;
}
