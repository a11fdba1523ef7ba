// print and printf. A record or a field that goes out as it came is copied as bytes.
import type { Expr, Stmt } from "../ast.ts";
import type { Printer } from "../printer.ts";
import { type Exec, NORMAL, type Signal } from "../signal.ts";
import { type Compiler, kindOf } from "./compiler.ts";
import { compileFormat } from "./formats.ts";

export function compilePrint(compiler: Compiler, node: Extract<Stmt, { kind: "print" }>): Exec {
  const { machine } = compiler;
  const { streams } = machine;
  const { to } = node;
  if (to === undefined) {
    const printer = streams.stdout;
    const print = printing(compiler, node, true);
    return () => {
      print(printer);
      return printer.full ? drained(printer) : NORMAL;
    };
  }
  const print = printing(compiler, node, false);
  const name = compiler.text(to.name);
  const finish = (printer: Printer): Signal | Promise<Signal> => {
    print(printer);
    if (streams.isImmediate(printer)) return ended(printer.flush());
    return printer.full ? drained(printer) : NORMAL;
  };
  return () => {
    const printer = streams.output(to.mode, name());
    return printer instanceof Promise ? printer.then(finish) : finish(printer);
  };
}

function drained(printer: Printer): Signal | Promise<Signal> {
  return ended(printer.drain());
}

function ended(pending: void | Promise<void>): Signal | Promise<Signal> {
  return pending ? pending.then((): Signal => NORMAL) : NORMAL;
}

function printing(
  compiler: Compiler,
  node: Extract<Stmt, { kind: "print" }>,
  stdout: boolean,
): (printer: Printer) => void {
  const { machine } = compiler;
  const { row } = machine;
  if (node.format) return formatted(compiler, node.args);
  const [only] = node.args;
  const record = only === undefined || (node.args.length === 1 && isRecord(only));
  if (record && stdout && compiler.bytesOnly) {
    return (printer) => {
      if (!row.isBytes) {
        printer.text(row.text() + machine.ors);
        return;
      }
      printer.bytes(row.block.bytes, row.start, row.end);
      if (machine.ors === "\n") printer.byte(10);
      else printer.text(machine.ors);
    };
  }
  if (record) return (printer) => printer.text(row.text() + machine.ors);
  if (only?.kind === "field" && only.index.kind === "number" && stdout && compiler.bytesOnly && isCopied(node)) {
    const index = only.index.value;
    return (printer) => {
      if (row.has(index)) {
        if (row.valued) printer.text(row.fieldText(index));
        else printer.bytes(row.block.bytes, row.starts[index] ?? 0, row.ends[index] ?? 0);
      }
      if (machine.ors === "\n") printer.byte(10);
      else printer.text(machine.ors);
    };
  }
  const parts = node.args.map((arg) => printed(compiler, arg));
  const [first, second] = parts;
  if (first && parts.length === 1) return (printer) => printer.text(first() + machine.ors);
  if (first && second && parts.length === 2) {
    return (printer) => {
      const text = first();
      printer.text(text + machine.ofs + second() + machine.ors);
    };
  }
  return (printer) => {
    let text = "";
    for (let i = 0; i < parts.length; i += 1) {
      if (i > 0) text += machine.ofs;
      text += (parts[i] as () => string)();
    }
    printer.text(text + machine.ors);
  };
}

function isRecord(node: Expr): boolean {
  return node.kind === "field" && node.index.kind === "number" && node.index.value === 0;
}

/** Goes out as bytes of the input: the record, or a field whose number is known. */
export function isCopied(node: Extract<Stmt, { kind: "print" }>): boolean {
  const [only] = node.args;
  if (node.format || node.args.length > 1) return false;
  return (
    only === undefined ||
    (only.kind === "field" &&
      only.index.kind === "number" &&
      Number.isInteger(only.index.value) &&
      only.index.value >= 0)
  );
}

/** As print shows it: numbers by OFMT. */
function printed(compiler: Compiler, node: Expr): () => string {
  const { machine } = compiler;
  const kind = kindOf(node);
  if (kind === "number") {
    const number = compiler.number(node);
    return () => machine.numberText(number(), machine.ofmt);
  }
  if (kind === "text" || node.kind === "field") {
    const text = compiler.text(node);
    if (node.kind !== "field") return text;
    const value = compiler.value(node);
    // A number that was assigned to a field shows by OFMT too.
    return () => (machine.row.valued ? machine.printed(value()) : text());
  }
  const value = compiler.value(node);
  return () => machine.printed(value());
}

function formatted(compiler: Compiler, args: readonly Expr[]): (printer: Printer) => void {
  const [format, ...values] = args;
  if (format === undefined) return () => undefined;
  const make = compileFormat(compiler, format, values);
  return (printer) => printer.text(make());
}
