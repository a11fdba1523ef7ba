// The expressions that may wait, as statements: getline, system, close, fflush, calls. `store` takes their value.
import { FileError } from "../../../src/plugin.ts";
import type { BuiltinNode, Expr, GetlineNode } from "../ast.ts";
import type { RecordReader } from "../record-reader.ts";
import { type Exec, NORMAL, type Signal } from "../signal.ts";
import { AwkError, inputValue, type Value } from "../value.ts";
import { callableOf, compileFrame, compileWaitingCall } from "./calls.ts";
import type { Compiler } from "./compiler.ts";
import { place } from "./variables.ts";

type Store = (value: Value) => void;

export function compileWaiting(compiler: Compiler, node: Expr, store: Store): Exec {
  const { machine } = compiler;
  switch (node.kind) {
    case "getline":
      return getline(compiler, node, store);
    case "call": {
      const callable = callableOf(compiler, node.name);
      return compileWaitingCall(compiler, compileFrame(compiler, node.args, callable), () => callable, store);
    }
    case "indirect": {
      const name = compiler.value({ kind: "variable", variable: node.name });
      const frames = new Map<string, () => Value[]>();
      const find = () => callableOf(compiler, machine.text(name()));
      const frameOf = (): Value[] => {
        const callable = find();
        if (node.args.length > callable.node.parameters.length) {
          throw new AwkError(`function \`${callable.node.name}' takes ${callable.node.parameters.length} arguments`);
        }
        const known = frames.get(callable.node.name) ?? compileFrame(compiler, node.args, callable);
        frames.set(callable.node.name, known);
        return known();
      };
      return compileWaitingCall(compiler, frameOf, find, store);
    }
    case "builtin":
      return builtin(compiler, node, store);
    default:
      throw new AwkError("this expression does not wait");
  }
}

function builtin(compiler: Compiler, node: BuiltinNode, store: Store): Exec {
  const { streams } = compiler.machine;
  const [argument] = node.args;
  const text = argument && compiler.text(argument);
  const stored = (status: number): Signal => {
    store(status);
    return NORMAL;
  };
  switch (node.name) {
    case "system":
      return () => streams.system(text?.() ?? "").then(stored);
    case "close":
      return () => streams.close(text?.() ?? "").then(stored);
    default:
      // fflush: "" means everything, as no argument does.
      return () => {
        const name = text?.() || undefined;
        const status = name === undefined || streams.isOutput(name) ? 0 : -1;
        const pending = streams.flush(name);
        return pending ? pending.then(() => stored(status)) : stored(status);
      };
  }
}

function getline(compiler: Compiler, node: GetlineNode, store: Store): Exec {
  const { machine, input } = compiler;
  const { row, streams } = machine;
  const assign = node.target && place(compiler, node.target).set;
  /** Takes the record that the reader stands at. */
  const take = (reader: RecordReader): void => {
    machine.lastReader = reader;
    if (assign) assign(inputValue(reader.block.text(reader.start, reader.end)));
    else row.set(reader.block, reader.start, reader.end);
  };
  const done = (got: boolean, reader: RecordReader | undefined): Signal => {
    if (got && reader) take(reader);
    store(got ? 1 : 0);
    return NORMAL;
  };
  if (node.from === "main") {
    return () => {
      const got = input.read();
      return got instanceof Promise ? got.then((read) => done(read, input.reader)) : done(got, input.reader);
    };
  }
  const source = node.source;
  if (source === undefined) throw new AwkError("getline has no source");
  const name = compiler.text(source);
  const kind = node.from;
  const read = (reader: RecordReader | FileError): Signal | Promise<Signal> => {
    if (reader instanceof FileError) {
      compiler.setErrno(reader.message);
      store(-1);
      return NORMAL;
    }
    let got: boolean | Promise<boolean>;
    try {
      got = reader.next(machine.separator);
    } catch (error) {
      return failed(error);
    }
    if (!(got instanceof Promise)) return done(got, reader);
    return got.then((result) => done(result, reader), failed);
  };
  const failed = (error: unknown): Signal => {
    if (!(error instanceof FileError)) throw error;
    compiler.setErrno(error.message);
    store(-1);
    return NORMAL;
  };
  return () => {
    const opened = streams.input(kind, name());
    return opened instanceof Promise ? opened.then(read) : read(opened);
  };
}
