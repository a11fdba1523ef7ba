// A walk over every node of a tree, parents before children, in the order of the text.
import type { Span } from "../diagnostic/diagnostic.ts";
import type {
  Arithmetic,
  ArrayElement,
  ArrayValue,
  Assignment,
  CaseItem,
  Command,
  Condition,
  Heredoc,
  List,
  ListItem,
  ParameterOperation,
  Pipeline,
  Redirection,
  Script,
  Word,
  WordPart,
} from "./tree.ts";

/** Called with each node before its children; `false` leaves the children out. */
export interface Visitor {
  list?(node: List): boolean | undefined | undefined;
  item?(node: ListItem): boolean | undefined | undefined;
  pipeline?(node: Pipeline): boolean | undefined | undefined;
  command?(node: Command): boolean | undefined | undefined;
  caseItem?(node: CaseItem): boolean | undefined | undefined;
  condition?(node: Condition): boolean | undefined | undefined;
  assignment?(node: Assignment): boolean | undefined | undefined;
  array?(node: ArrayValue): boolean | undefined | undefined;
  element?(node: ArrayElement): boolean | undefined | undefined;
  redirection?(node: Redirection): boolean | undefined | undefined;
  heredoc?(node: Heredoc): boolean | undefined | undefined;
  word?(node: Word): boolean | undefined | undefined;
  part?(node: WordPart): boolean | undefined | undefined;
  arithmetic?(node: Arithmetic): boolean | undefined | undefined;
}

export type Visited = Script | List | Command | Word | WordPart | Condition | Arithmetic;

/** Walks `node` and everything below it. */
export function visit(node: Visited, visitor: Visitor): void {
  const walk = new Walk(visitor);
  switch (node.kind) {
    case "script":
      walk.list(node.body);
      break;
    case "list":
      walk.list(node);
      break;
    case "word":
      // A condition of one word has the same kind as the word itself.
      if ("word" in node) walk.condition(node);
      else walk.word(node);
      break;
    case "arithmetic":
      walk.arithmetic(node);
      break;
    default:
      if (isPart(node)) walk.part(node);
      else if (isCondition(node)) walk.condition(node);
      else walk.command(node);
  }
}

/** The text of a node. */
export function sourceOf(node: { readonly span: Span }, script: Script): string {
  return script.source.slice(node.span.start, node.span.end);
}

const PARTS: ReadonlySet<string> = new Set<WordPart["kind"]>([
  "literal",
  "quoted",
  "double-quoted",
  "parameter",
  "command-substitution",
  "arithmetic-expansion",
  "process-substitution",
  "brace-list",
  "brace-range",
  "tilde",
  "extended-glob",
]);
const CONDITIONS: ReadonlySet<string> = new Set<Condition["kind"]>([
  "or",
  "and",
  "not",
  "parenthesised",
  "unary",
  "binary",
]);

function isPart(node: Visited): node is WordPart {
  return PARTS.has(node.kind);
}

function isCondition(node: Command | Condition): node is Condition {
  return CONDITIONS.has(node.kind);
}

class Walk {
  private readonly visitor: Visitor;

  constructor(visitor: Visitor) {
    this.visitor = visitor;
  }

  list(node: List): void {
    if (this.visitor.list?.(node) === false) return;
    for (const item of node.items) {
      if (this.visitor.item?.(item) === false) continue;
      this.pipeline(item.body.first);
      for (const { pipeline } of item.body.rest) this.pipeline(pipeline);
    }
  }

  private pipeline(node: Pipeline): void {
    if (this.visitor.pipeline?.(node) === false) return;
    for (const stage of node.stages) this.command(stage);
  }

  command(node: Command): void {
    if (this.visitor.command?.(node) === false) return;
    this.inside(node);
    for (const redirection of node.redirections) this.redirection(redirection);
  }

  private inside(node: Command): void {
    switch (node.kind) {
      case "simple":
        for (const assignment of node.assignments) this.assignment(assignment);
        for (const word of node.words) this.word(word);
        break;
      case "group":
      case "subshell":
        this.list(node.body);
        break;
      case "if":
        for (const { condition, body } of node.clauses) {
          this.list(condition);
          this.list(body);
        }
        if (node.otherwise) this.list(node.otherwise);
        break;
      case "for":
      case "select":
        for (const word of node.words ?? []) this.word(word);
        this.list(node.body);
        break;
      case "arithmetic-for":
        for (const part of [node.initial, node.condition, node.step]) if (part) this.arithmetic(part);
        this.list(node.body);
        break;
      case "while":
        this.list(node.condition);
        this.list(node.body);
        break;
      case "case":
        this.word(node.word);
        for (const item of node.items) this.caseItem(item);
        break;
      case "function":
      case "coprocess":
        this.command(node.body);
        break;
      case "arithmetic-command":
        this.arithmetic(node.expression);
        break;
      case "conditional":
        this.condition(node.expression);
    }
  }

  private caseItem(node: CaseItem): void {
    if (this.visitor.caseItem?.(node) === false) return;
    for (const pattern of node.patterns) this.word(pattern);
    this.list(node.body);
  }

  condition(node: Condition): void {
    if (this.visitor.condition?.(node) === false) return;
    switch (node.kind) {
      case "or":
      case "and":
        this.condition(node.left);
        this.condition(node.right);
        break;
      case "not":
      case "parenthesised":
        this.condition(node.operand);
        break;
      case "unary":
        this.word(node.operand);
        break;
      case "binary":
        this.word(node.left);
        this.word(node.right);
        break;
      case "word":
        this.word(node.word);
    }
  }

  private assignment(node: Assignment): void {
    if (this.visitor.assignment?.(node) === false) return;
    if (node.subscript) this.word(node.subscript);
    const { value } = node;
    if (!("elements" in value)) this.word(value);
    else if (this.visitor.array?.(value) !== false) for (const element of value.elements) this.element(element);
  }

  private element(node: ArrayElement): void {
    if (this.visitor.element?.(node) === false) return;
    if (node.subscript) this.word(node.subscript);
    this.word(node.value);
  }

  private redirection(node: Redirection): void {
    if (this.visitor.redirection?.(node) === false) return;
    this.word(node.target);
    if (node.heredoc && this.visitor.heredoc?.(node.heredoc) !== false) this.word(node.heredoc.body);
  }

  /** An argument that is an assignment is walked as that: its parts repeat the value's. */
  word(node: Word): void {
    if (this.visitor.word?.(node) === false) return;
    if (node.assignment) this.assignment(node.assignment);
    else for (const part of node.parts) this.part(part);
  }

  part(node: WordPart): void {
    if (this.visitor.part?.(node) === false) return;
    switch (node.kind) {
      case "double-quoted":
        for (const part of node.parts) this.part(part);
        break;
      case "parameter":
        if (typeof node.subscript === "object") this.word(node.subscript);
        if (node.operation) this.operation(node.operation);
        break;
      case "command-substitution":
      case "process-substitution":
        this.list(node.body);
        break;
      case "arithmetic-expansion":
        this.arithmetic(node.expression);
        break;
      case "brace-list":
        for (const item of node.items) this.word(item);
        break;
      case "extended-glob":
        for (const alternative of node.alternatives) this.word(alternative);
    }
  }

  private operation(operation: ParameterOperation): void {
    switch (operation.kind) {
      case "default":
        this.word(operation.word);
        break;
      case "trim":
        this.word(operation.pattern);
        break;
      case "replace":
        this.word(operation.pattern);
        if (operation.replacement) this.word(operation.replacement);
        break;
      case "slice":
        this.arithmetic(operation.offset);
        if (operation.length) this.arithmetic(operation.length);
        break;
      case "case":
        if (operation.pattern) this.word(operation.pattern);
    }
  }

  arithmetic(node: Arithmetic): void {
    if (this.visitor.arithmetic?.(node) === false) return;
    for (const part of node.parts) this.part(part);
  }
}
