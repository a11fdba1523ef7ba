// A parsed program as closures over one machine.
import type { AwkArray, Cell, Key } from "../array.ts";
import type { ArrayNode, ElementNode, Expr, Program, Rule, Stmt, Variable } from "../ast.ts";
import type { Input } from "../input.ts";
import { Lifter } from "../lift.ts";
import type { Machine } from "../machine.ts";
import { type Exec, NORMAL, sequence } from "../signal.ts";
import { type Suspension, statementsOf } from "../suspension.ts";
import type { Value } from "../value.ts";
import type { Callable, Compiler } from "./compiler.ts";
import { compileNumber, compileText, compileTruth, compileValue } from "./expressions.ts";
import { isCopied } from "./print.ts";
import { compileStatement } from "./statements.ts";
import { arrayOf, cellOf, keyOf } from "./variables.ts";

export interface Compiled {
  readonly begin: Exec;
  readonly main: Exec;
  readonly end: Exec;
  readonly beginFile: Exec | undefined;
  readonly endFile: Exec | undefined;
}

export interface MatchSlots {
  readonly start: number;
  readonly length: number;
  readonly errno: number;
}

/** Prepares places for values that are kept over a wait; `program.globalCount` and the functions' frames grow. */
export function liftProgram(program: Program, suspension: Suspension): Program {
  const fresh = (): Variable => {
    const slot = program.globalCount;
    program.globalCount += 1;
    return { name: "", scope: "global", slot, array: false };
  };
  const lifter = new Lifter(suspension, fresh);
  for (const node of program.functions.values()) {
    const own = new Lifter(suspension, () => {
      const slot = node.frameSize;
      node.frameSize += 1;
      return { name: "", scope: "local", slot, array: false };
    });
    node.body = own.statement(node.body);
  }
  const all = (list: readonly Stmt[]): Stmt[] => list.map((node) => lifter.statement(node));
  const rules = program.rules.map((rule): Rule => ({ pattern: undefined, body: ruleStatement(rule, lifter, fresh) }));
  return {
    ...program,
    begin: all(program.begin),
    rules,
    end: all(program.end),
    beginFile: all(program.beginFile),
    endFile: all(program.endFile),
    globalCount: program.globalCount,
  };
}

/** A rule as one statement: its pattern becomes conditions. */
function ruleStatement({ pattern, body }: Rule, lifter: Lifter, fresh: () => Variable): Stmt {
  const action = lifter.statement(body);
  if (pattern === undefined) return action;
  if (pattern.kind !== "range") return when(lifter, pattern, action);
  const active = { kind: "variable", variable: fresh() } as const;
  const set = (value: number): Stmt => ({
    kind: "expression",
    value: { kind: "assign", operator: undefined, target: active, value: { kind: "number", value } },
  });
  const begin: Stmt = {
    kind: "if",
    test: { kind: "not", operand: active },
    yes: when(lifter, pattern.first, set(1)),
    no: undefined,
  };
  const during: Stmt = { kind: "block", body: [when(lifter, pattern.last, set(0)), action] };
  return { kind: "block", body: [begin, { kind: "if", test: active, yes: during, no: undefined }] };
}

function when(lifter: Lifter, test: Expr, yes: Stmt): Stmt {
  const { before, value } = lifter.expression(test);
  const condition: Stmt = { kind: "if", test: value, yes, no: undefined };
  return before.length === 0 ? condition : { kind: "block", body: [...before, condition] };
}

export function compileProgram(
  program: Program,
  suspension: Suspension,
  machine: Machine,
  input: Input,
  slots: MatchSlots,
): Compiled {
  const compiler = new ProgramCompiler(program, suspension, machine, input, slots);
  const all = (list: readonly Stmt[]): Exec => sequence(list.map((node) => compiler.statement(node)));
  compiler.compileFunctions();
  return {
    begin: all(program.begin),
    main: all(program.rules.map((rule) => rule.body)),
    end: all(program.end),
    beginFile: program.beginFile.length > 0 ? all(program.beginFile) : undefined,
    endFile: program.endFile.length > 0 ? all(program.endFile) : undefined,
  };
}

class ProgramCompiler implements Compiler {
  readonly machine: Machine;
  readonly input: Input;
  readonly suspension: Suspension;
  readonly functions: ReadonlyMap<string, Callable>;
  readonly bytesOnly: boolean;
  readonly #slots: MatchSlots;

  constructor(program: Program, suspension: Suspension, machine: Machine, input: Input, slots: MatchSlots) {
    this.machine = machine;
    this.input = input;
    this.suspension = suspension;
    this.#slots = slots;
    this.bytesOnly = copiesOnly(program);
    const functions = new Map<string, Callable>();
    for (const [name, node] of program.functions) {
      functions.set(name, { node, frameSize: node.frameSize, body: () => NORMAL });
    }
    this.functions = functions;
  }

  compileFunctions(): void {
    for (const callable of this.functions.values()) callable.body = this.statement(callable.node.body);
  }

  value(node: Expr): () => Value {
    return compileValue(this, node);
  }

  number(node: Expr): () => number {
    return compileNumber(this, node);
  }

  text(node: Expr): () => string {
    return compileText(this, node);
  }

  truth(node: Expr): () => boolean {
    return compileTruth(this, node);
  }

  statement(node: Stmt): Exec {
    return compileStatement(this, node);
  }

  array(node: ArrayNode): () => AwkArray {
    return arrayOf(this, node);
  }

  key(keys: readonly Expr[]): () => Key {
    return keyOf(this, keys);
  }

  cell(node: ElementNode): () => Cell {
    return cellOf(this, node);
  }

  setErrno(message: string): void {
    this.machine.globals[this.#slots.errno] = message;
  }

  setMatch(start: number, length: number): void {
    this.machine.globals[this.#slots.start] = start;
    this.machine.globals[this.#slots.length] = length;
  }
}

/** Does the program print nothing but pieces of its input on stdout while it reads? */
function copiesOnly(program: Program): boolean {
  const copied = (node: Stmt): boolean =>
    (node.kind !== "print" || node.to !== undefined || isCopied(node)) && statementsOf(node).every(copied);
  return (
    program.rules.every((rule) => copied(rule.body)) &&
    [...program.functions.values()].every(({ body }) => copied(body))
  );
}
