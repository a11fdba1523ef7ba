// The tree of an awk program. Variables are resolved while parsing; whether a name is an array is known at its end.

/** A variable; `slot` is its place among the globals or in the frame of its function. */
export interface Variable {
  readonly name: string;
  readonly scope: "global" | "local" | "special";
  readonly slot: number;
  array: boolean;
}

export interface VariableNode {
  readonly kind: "variable";
  readonly variable: Variable;
}

export interface FieldNode {
  readonly kind: "field";
  readonly index: Expr;
}

/** `array[keys]`; the array may itself be an element (`a[1][2]`). */
export interface ElementNode {
  readonly kind: "element";
  readonly array: VariableNode | ElementNode;
  readonly keys: readonly Expr[];
}

export type Target = VariableNode | FieldNode | ElementNode;
export type ArrayNode = VariableNode | ElementNode;

export interface RegexNode {
  readonly kind: "regex";
  readonly source: string;
}

export interface GetlineNode {
  readonly kind: "getline";
  readonly from: "main" | "file" | "command";
  readonly source?: Expr;
  readonly target?: Target;
}

export interface CallNode {
  readonly kind: "call";
  readonly name: string;
  readonly args: readonly Expr[];
  readonly at: Position;
}

export interface BuiltinNode {
  readonly kind: "builtin";
  readonly name: string;
  readonly args: readonly Expr[];
  readonly at: Position;
}

export type ArithmeticOperator = "+" | "-" | "*" | "/" | "%" | "^";
export type CompareOperator = "<" | "<=" | "==" | "!=" | ">" | ">=";

export type Expr =
  | Target
  | RegexNode
  | GetlineNode
  | CallNode
  | BuiltinNode
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "string"; readonly value: string }
  | {
      readonly kind: "assign";
      readonly operator: ArithmeticOperator | undefined;
      readonly target: Target;
      readonly value: Expr;
    }
  | { readonly kind: "conditional"; readonly test: Expr; readonly yes: Expr; readonly no: Expr }
  | { readonly kind: "logical"; readonly operator: "&&" | "||"; readonly left: Expr; readonly right: Expr }
  | { readonly kind: "not"; readonly operand: Expr }
  | { readonly kind: "in"; readonly keys: readonly Expr[]; readonly array: ArrayNode }
  | { readonly kind: "match"; readonly negated: boolean; readonly left: Expr; readonly right: Expr }
  | { readonly kind: "compare"; readonly operator: CompareOperator; readonly left: Expr; readonly right: Expr }
  | { readonly kind: "concat"; readonly parts: readonly Expr[] }
  | { readonly kind: "arithmetic"; readonly operator: ArithmeticOperator; readonly left: Expr; readonly right: Expr }
  | { readonly kind: "sign"; readonly negative: boolean; readonly operand: Expr }
  | { readonly kind: "increment"; readonly target: Target; readonly prefix: boolean; readonly by: 1 | -1 }
  | { readonly kind: "indirect"; readonly name: Variable; readonly args: readonly Expr[]; readonly at: Position }
  /** `(a, b)`: the arguments of a print in parentheses. */
  | { readonly kind: "list"; readonly items: readonly Expr[] };

export interface Destination {
  readonly mode: ">" | ">>" | "|";
  readonly name: Expr;
}

export interface SwitchCase {
  /** `undefined` is `default`. */
  readonly value: Expr | undefined;
  readonly body: readonly Stmt[];
}

export type Stmt =
  | { readonly kind: "block"; readonly body: readonly Stmt[] }
  | { readonly kind: "expression"; readonly value: Expr }
  | {
      readonly kind: "print";
      readonly format: boolean;
      readonly args: readonly Expr[];
      readonly to: Destination | undefined;
    }
  | { readonly kind: "if"; readonly test: Expr; readonly yes: Stmt; readonly no: Stmt | undefined }
  | {
      readonly kind: "loop";
      readonly test: Expr | undefined;
      readonly body: Stmt;
      readonly step: Stmt | undefined;
      /** `do ... while`: the test comes after the body. */
      readonly after: boolean;
    }
  | { readonly kind: "each"; readonly variable: Target; readonly array: ArrayNode; readonly body: Stmt }
  | { readonly kind: "switch"; readonly value: Expr; readonly cases: readonly SwitchCase[] }
  | { readonly kind: "delete"; readonly array: ArrayNode; readonly keys: readonly Expr[] | undefined }
  | { readonly kind: "exit"; readonly code: Expr | undefined }
  | { readonly kind: "return"; readonly value: Expr | undefined }
  | { readonly kind: "next" | "nextfile" | "break" | "continue" };

export interface FunctionNode {
  readonly name: string;
  readonly parameters: readonly Variable[];
  /** Slots of a frame: parameters, then places that hold values over a wait. */
  frameSize: number;
  body: Stmt;
}

export interface RangePattern {
  readonly kind: "range";
  readonly first: Expr;
  readonly last: Expr;
}

export interface Rule {
  readonly pattern: Expr | RangePattern | undefined;
  readonly body: Stmt;
}

export interface Program {
  readonly begin: readonly Stmt[];
  readonly rules: readonly Rule[];
  readonly end: readonly Stmt[];
  readonly beginFile: readonly Stmt[];
  readonly endFile: readonly Stmt[];
  readonly functions: ReadonlyMap<string, FunctionNode>;
  readonly globals: ReadonlyMap<string, Variable>;
  globalCount: number;
}

/** Where something stands in the program's text. */
export interface Position {
  readonly line: number;
  readonly offset: number;
}
