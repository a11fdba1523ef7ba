// Calls of the program's own functions: inside an expression where the function only computes, as a statement of its own
// where it may wait.
import type { CallNode, Expr } from "../ast.ts";
import { type Exec, NEXT, NORMAL, RETURN, type Signal } from "../signal.ts";
import { AwkError, type Value } from "../value.ts";
import type { Callable, Compiler } from "./compiler.ts";

/** Calls within calls, at most. */
const DEPTH_LIMIT = 100_000;

/** Every so many calls within calls the rest goes on from the event loop, because the host's own stack is small. */
const STACK_STEP = 64;

/** The frame of a call: arguments evaluated, the rest unset. */
export function compileFrame(compiler: Compiler, args: readonly Expr[], callable: Callable): () => Value[] {
  const parts = args.map((arg, index) => argument(compiler, arg, callable.node.parameters[index]?.array ?? false));
  return () => {
    const frame: Value[] = [];
    for (const part of parts) frame.push(part());
    for (let i = parts.length; i < callable.frameSize; i += 1) frame.push(undefined);
    return frame;
  };
}

function argument(compiler: Compiler, node: Expr, wantsArray: boolean): () => Value {
  if (node.kind === "variable" && node.variable.scope !== "special") {
    if (wantsArray || (node.variable.array && node.variable.scope === "global")) return compiler.array(node);
    return compiler.value(node);
  }
  if (node.kind === "element" && wantsArray) return compiler.array(node);
  return compiler.value(node);
}

/** A call that only computes. */
export function compileCall(compiler: Compiler, node: CallNode): () => Value {
  const { machine } = compiler;
  if (!compiler.functions.has(node.name)) return () => missing(node.name);
  const callable = callableOf(compiler, node.name);
  const makeFrame = compileFrame(compiler, node.args, callable);
  return () => {
    const frame = makeFrame();
    const saved = machine.frame;
    machine.frame = frame;
    void callable.body();
    machine.frame = saved;
    const { returned } = machine;
    machine.returned = undefined;
    return returned;
  };
}

/** Calls a function of the program by name, which must only compute: as a comparison while sorting. */
export function callNow(compiler: Compiler, name: string): (values: readonly Value[]) => Value {
  const { machine } = compiler;
  const callable = callableOf(compiler, name);
  if (compiler.suspension.function(name)) {
    throw new AwkError(`function \`${name}' cannot compare: it loops, prints or calls itself`);
  }
  return (values) => {
    const frame = [...values];
    for (let i = values.length; i < callable.frameSize; i += 1) frame.push(undefined);
    const saved = machine.frame;
    machine.frame = frame;
    void callable.body();
    machine.frame = saved;
    const { returned } = machine;
    machine.returned = undefined;
    return returned;
  };
}

/** A call as a statement; `store` takes the value. */
export function compileWaitingCall(
  compiler: Compiler,
  frameOf: () => Value[],
  callableOf: () => Callable,
  store: (value: Value) => void,
): Exec {
  const { machine } = compiler;
  const run = (callable: Callable, frame: Value[]): Signal | Promise<Signal> => {
    const saved = machine.frame;
    machine.frame = frame;
    const finish = (signal: Signal): Signal => {
      machine.frame = saved;
      machine.depth -= 1;
      const { returned } = machine;
      machine.returned = undefined;
      if (signal !== NORMAL && signal !== RETURN && signal >= NEXT) return signal;
      store(returned);
      return NORMAL;
    };
    const signal = callable.body();
    return typeof signal === "number" ? finish(signal) : signal.then(finish);
  };
  return () => {
    const callable = callableOf();
    const frame = frameOf();
    machine.depth += 1;
    if (machine.depth > DEPTH_LIMIT) throw new AwkError(`function calls are nested more than ${DEPTH_LIMIT} deep`);
    machine.fuel -= 1;
    const pause = machine.fuel < 0 ? machine.refuel() : undefined;
    if (pause) return pause.then(() => run(callable, frame));
    if (machine.depth % STACK_STEP === 0) return Promise.resolve().then(() => run(callable, frame));
    return run(callable, frame);
  };
}

export function callableOf(compiler: Compiler, name: string): Callable {
  const callable = compiler.functions.get(name);
  return callable ?? missing(name);
}

function missing(name: string): never {
  throw new AwkError(`function \`${name}' is not defined`, `add: function ${name}(...) { ... }`);
}
