// Trees in one line, for tables: enough to see the structure and how each character was taken.
import type {
  AndOr,
  Arithmetic,
  Assignment,
  Command,
  Condition,
  List,
  Parameter,
  ParameterOperation,
  Pipeline,
  Redirection,
  Word,
  WordPart,
} from "../../src/syntax/index.ts";

export function compact(list: List): string {
  return list.items.map((item) => andOr(item.body) + (item.background ? " &" : "")).join(" ; ");
}

function andOr(node: AndOr): string {
  return [pipeline(node.first), ...node.rest.map((each) => `${each.operator} ${pipeline(each.pipeline)}`)].join(" ");
}

function pipeline(node: Pipeline): string {
  const stages = node.stages.map((stage, at) => (at === 0 ? "" : ` ${node.joins[at - 1]} `) + command(stage)).join("");
  return [node.timed ?? "", node.negated ? "!" : "", stages].filter((text) => text !== "").join(" ");
}

function command(node: Command): string {
  const tail = node.redirections.map((each) => ` ${redirection(each)}`).join("");
  return `(${inside(node)}${tail})`;
}

function inside(node: Command): string {
  switch (node.kind) {
    case "simple":
      return [...node.assignments.map(assignment), ...node.words.map(word)].join(" ");
    case "group":
    case "subshell":
      return `${node.kind} ${compact(node.body)}`;
    case "if": {
      const clauses = node.clauses
        .map((each) => `${compact(each.condition)} then ${compact(each.body)}`)
        .join(" elif ");
      return `if ${clauses}${node.otherwise ? ` else ${compact(node.otherwise)}` : ""}`;
    }
    case "for":
    case "select":
      return `${node.kind} ${node.name}${node.words ? ` in ${node.words.map(word).join(" ")}` : ""} do ${compact(node.body)}`;
    case "arithmetic-for": {
      const sections = [node.initial, node.condition, node.step].map((each) => (each ? arithmetic(each) : ""));
      return `for ((${sections.join("; ")})) do ${compact(node.body)}`;
    }
    case "while":
      return `${node.until ? "until" : "while"} ${compact(node.condition)} do ${compact(node.body)}`;
    case "case": {
      const items = node.items.map(
        (item) => `${item.patterns.map(word).join("|")}) ${compact(item.body)} ${item.terminator}`,
      );
      return `case ${word(node.word)} ${items.join(" ")}`;
    }
    case "function":
      return `function ${node.name} ${command(node.body)}`;
    case "coprocess":
      return `coproc ${node.name ?? ""} ${command(node.body)}`;
    case "arithmetic-command":
      return `arith ${arithmetic(node.expression)}`;
    case "conditional":
      return `cond ${condition(node.expression)}`;
  }
}

function condition(node: Condition): string {
  switch (node.kind) {
    case "or":
    case "and":
      return `${node.kind}[${condition(node.left)}, ${condition(node.right)}]`;
    case "not":
      return `not[${condition(node.operand)}]`;
    case "parenthesised":
      return `paren[${condition(node.operand)}]`;
    case "unary":
      return `[${node.operator} ${word(node.operand)}]`;
    case "binary":
      return `[${word(node.left)} ${node.operator} ${word(node.right)}]`;
    case "word":
      return word(node.word);
  }
}

function assignment(node: Assignment): string {
  const { value } = node;
  const subscript = node.subscript ? `[${word(node.subscript)}]` : "";
  const text =
    "elements" in value
      ? `array(${value.elements.map((each) => (each.subscript ? `[${word(each.subscript)}]${each.append ? "+" : ""}=` : "") + word(each.value)).join(" ")})`
      : word(value);
  return `${node.name}${subscript}${node.append ? "+=" : ":="}${text}`;
}

function redirection(node: Redirection): string {
  const { descriptor, heredoc } = node;
  const left =
    descriptor === undefined ? "" : typeof descriptor === "number" ? String(descriptor) : `{${descriptor.variable}}`;
  if (!heredoc) return `${left}${node.operator}${word(node.target)}`;
  return `${left}${node.operator}${heredoc.quoted ? "'" : ""}${heredoc.delimiter}:${word(heredoc.body)}`;
}

/** Literal words as JSON strings where they are not plain; `~` marks words that still expand. */
export function word(node: Word): string {
  if (node.assignment) return `@${assignment(node.assignment)}`;
  if (node.literal !== undefined)
    return /^[\w./:=+,@%-]+$/.test(node.literal) ? node.literal : JSON.stringify(node.literal);
  return `<${node.parts.map(part).join(" ")}>`;
}

function part(node: WordPart): string {
  switch (node.kind) {
    case "literal":
      return JSON.stringify(node.value).slice(1, -1);
    case "quoted":
      return `'${JSON.stringify(node.value).slice(1, -1)}'`;
    case "double-quoted":
      return `"${node.parts.map(part).join(" ")}"`;
    case "parameter":
      return `\${${parameter(node)}}`;
    case "command-substitution":
      return `${node.style}${compact(node.body)})`;
    case "arithmetic-expansion":
      return `$((${arithmetic(node.expression)}))`;
    case "process-substitution":
      return `${node.direction}(${compact(node.body)})`;
    case "brace-list":
      return `{${node.items.map(word).join(",")}}`;
    case "brace-range":
      return `{${node.from}..${node.to}${node.step === undefined ? "" : `..${node.step}`}}`;
    case "tilde":
      return `~${node.user}`;
    case "extended-glob":
      return `${node.operator}(${node.alternatives.map(word).join("|")})`;
  }
}

function arithmetic(node: Arithmetic): string {
  return node.literal ?? node.parts.map(part).join("");
}

function parameter(node: Parameter): string {
  const subscript =
    node.subscript === undefined
      ? ""
      : `[${typeof node.subscript === "string" ? node.subscript : word(node.subscript)}]`;
  const head = `${node.indirect ? "!" : ""}${node.length ? "#" : ""}${node.name}${subscript}`;
  return node.operation ? `${head} ${operation(node.operation)}` : head;
}

function operation(node: ParameterOperation): string {
  switch (node.kind) {
    case "default":
      return `${node.colon ? ":" : ""}${node.operator} ${word(node.word)}`;
    case "trim":
      return `${node.side}${node.longest ? " longest" : ""} ${word(node.pattern)}`;
    case "replace":
      return `replace ${node.all ? "all " : ""}${node.anchor === "none" ? "" : `${node.anchor} `}${word(node.pattern)} ${node.replacement ? word(node.replacement) : "-"}`;
    case "slice":
      return `slice ${arithmetic(node.offset)}${node.length ? ` ${arithmetic(node.length)}` : ""}`;
    case "case":
      return `${node.direction}${node.all ? " all" : ""}${node.pattern ? ` ${word(node.pattern)}` : ""}`;
    case "transform":
      return `@${node.operator}`;
    case "names":
      return node.separate ? "names@" : "names*";
    case "keys":
      return "keys";
  }
}
