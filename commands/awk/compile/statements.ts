// Statements as closures that answer at once when they can.
import { keyText } from "../array.ts";
import type { Expr, Stmt } from "../ast.ts";
import { BREAK, CONTINUE, EXIT, type Exec, NEXT, NEXTFILE, NORMAL, RETURN, sequence } from "../signal.ts";
import { waits } from "../suspension.ts";
import type { Value } from "../value.ts";
import { equalValues } from "./comparison.ts";
import type { Compiler } from "./compiler.ts";
import { loop } from "./loops.ts";
import { compileRegex } from "./matching.ts";
import { sortedKeys } from "./order.ts";
import { compilePrint } from "./print.ts";
import { place } from "./variables.ts";
import { compileWaiting } from "./waiting.ts";

export function compileStatement(compiler: Compiler, node: Stmt): Exec {
  const { machine } = compiler;
  switch (node.kind) {
    case "block":
      return sequence(node.body.map((each) => compiler.statement(each)));
    case "expression":
      return expression(compiler, node.value);
    case "print":
      return compilePrint(compiler, node);
    case "if": {
      const test = compiler.truth(node.test);
      const yes = compiler.statement(node.yes);
      const no = node.no && compiler.statement(node.no);
      return no ? () => (test() ? yes() : no()) : () => (test() ? yes() : NORMAL);
    }
    case "loop":
      return loop(machine, {
        test: node.test && compiler.truth(node.test),
        body: compiler.statement(node.body),
        step: node.step && compiler.statement(node.step),
        after: node.after,
      });
    case "each": {
      const array = compiler.array(node.array);
      const { set } = place(compiler, node.variable);
      const body = compiler.statement(node.body);
      return () => {
        const keys = sortedKeys(compiler, array());
        let at = 0;
        const each = loop(machine, {
          test: () => {
            if (at >= keys.length) return false;
            set(keyText(keys[at] ?? ""));
            at += 1;
            return true;
          },
          body,
          step: undefined,
          after: false,
        });
        return each();
      };
    }
    case "switch":
      return switchStatement(compiler, node);
    case "delete": {
      const array = compiler.array(node.array);
      if (node.keys === undefined) {
        return () => {
          array().clear();
          return NORMAL;
        };
      }
      const key = compiler.key(node.keys);
      return () => {
        array().delete(key());
        return NORMAL;
      };
    }
    case "exit": {
      const code = node.code && compiler.number(node.code);
      return () => {
        if (code) machine.exitCode = Math.trunc(code()) & 255;
        return EXIT;
      };
    }
    case "return": {
      const value = node.value && compiler.value(node.value);
      return () => {
        machine.returned = value ? value() : undefined;
        return RETURN;
      };
    }
    case "next":
      return () => NEXT;
    case "nextfile":
      return () => NEXTFILE;
    case "break":
      return () => BREAK;
    case "continue":
      return () => CONTINUE;
  }
}

function expression(compiler: Compiler, node: Expr): Exec {
  const isWaiting = (each: Expr): boolean => waits(each, (name) => compiler.suspension.function(name));
  if (isWaiting(node)) return compileWaiting(compiler, node, () => undefined);
  if (node.kind === "assign" && node.operator === undefined && isWaiting(node.value)) {
    return compileWaiting(compiler, node.value, place(compiler, node.target).set);
  }
  if (node.kind === "increment" || (node.kind === "assign" && node.operator !== undefined)) {
    const number = compiler.number(node);
    return () => {
      number();
      return NORMAL;
    };
  }
  const value = compiler.value(node);
  return () => {
    value();
    return NORMAL;
  };
}

function switchStatement(compiler: Compiler, node: Extract<Stmt, { kind: "switch" }>): Exec {
  const { machine } = compiler;
  const value = compiler.value(node.value);
  const tests = node.cases.map(({ value: label }): ((subject: Value) => boolean) | undefined => {
    if (label === undefined) return undefined;
    if (label.kind === "regex") {
      const regex = compileRegex(compiler, label);
      return (subject) => regex().test(machine.text(subject));
    }
    const wanted = compiler.value(label);
    return (subject) => equalValues(machine, subject, wanted());
  });
  const otherwise = tests.indexOf(undefined);
  const bodies = node.cases.map(({ body }) => sequence(body.map((each) => compiler.statement(each))));
  // Without break one case runs into the next: from each case on, all bodies that follow.
  const runs = bodies.map((_, index) => sequence(bodies.slice(index)));
  return () => {
    const subject = value();
    const found = tests.findIndex((test) => test?.(subject));
    const run = runs[found < 0 ? otherwise : found];
    if (!run) return NORMAL;
    const signal = run();
    if (typeof signal !== "number") return signal.then((ended) => (ended === BREAK ? NORMAL : ended));
    return signal === BREAK ? NORMAL : signal;
  };
}
