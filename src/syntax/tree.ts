// The syntax tree of a line. Data only: every node carries its exact span, and children lie within their parent.
import type { Span } from "../diagnostic/diagnostic.ts";

interface Node {
  readonly span: Span;
}

/** A whole source text. */
export interface Script extends Node {
  readonly kind: "script";
  readonly source: string;
  readonly body: List;
}

/** Commands separated by `;`, `&` or a newline. */
export interface List extends Node {
  readonly kind: "list";
  readonly items: readonly ListItem[];
}

export interface ListItem extends Node {
  readonly body: AndOr;
  /** Ended by `&`. */
  readonly background: boolean;
}

export interface AndOr extends Node {
  readonly kind: "and-or";
  readonly first: Pipeline;
  readonly rest: readonly { readonly operator: "&&" | "||"; readonly pipeline: Pipeline }[];
}

export interface Pipeline extends Node {
  readonly kind: "pipeline";
  /** Odd number of `!`. */
  readonly negated: boolean;
  /** The reserved word `time`, with or without `-p`. */
  readonly timed?: "time" | "time -p";
  /** Empty only after a bare `!` or `time`. */
  readonly stages: readonly Command[];
  /** `joins[i]` stands between stage i and i + 1; `|&` joins stderr too. */
  readonly joins: readonly ("|" | "|&")[];
}

export type Command =
  | SimpleCommand
  | Group
  | Subshell
  | If
  | For
  | ArithmeticFor
  | While
  | Case
  | Select
  | FunctionDefinition
  | ArithmeticCommand
  | ConditionalCommand
  | Coprocess;

interface Redirectable extends Node {
  readonly redirections: readonly Redirection[];
}

export interface SimpleCommand extends Redirectable {
  readonly kind: "simple";
  readonly assignments: readonly Assignment[];
  /** Command name and arguments. */
  readonly words: readonly Word[];
}

export interface Group extends Redirectable {
  readonly kind: "group";
  readonly body: List;
}

export interface Subshell extends Redirectable {
  readonly kind: "subshell";
  readonly body: List;
}

export interface If extends Redirectable {
  readonly kind: "if";
  /** `if` and every `elif`. */
  readonly clauses: readonly { readonly condition: List; readonly body: List }[];
  readonly otherwise?: List;
}

export interface For extends Redirectable {
  readonly kind: "for";
  readonly name: string;
  /** Absent means `"$@"`. */
  readonly words?: readonly Word[];
  readonly body: List;
}

export interface ArithmeticFor extends Redirectable {
  readonly kind: "arithmetic-for";
  readonly initial?: Arithmetic;
  readonly condition?: Arithmetic;
  readonly step?: Arithmetic;
  readonly body: List;
}

export interface While extends Redirectable {
  readonly kind: "while";
  readonly until: boolean;
  readonly condition: List;
  readonly body: List;
}

export interface Case extends Redirectable {
  readonly kind: "case";
  readonly word: Word;
  readonly items: readonly CaseItem[];
}

export interface CaseItem extends Node {
  readonly patterns: readonly Word[];
  readonly body: List;
  readonly terminator: ";;" | ";&" | ";;&";
}

export interface Select extends Redirectable {
  readonly kind: "select";
  readonly name: string;
  readonly words?: readonly Word[];
  readonly body: List;
}

export interface FunctionDefinition extends Redirectable {
  readonly kind: "function";
  readonly name: string;
  readonly body: Command;
}

/** `(( expression ))` */
export interface ArithmeticCommand extends Redirectable {
  readonly kind: "arithmetic-command";
  readonly expression: Arithmetic;
}

/** `[[ expression ]]` */
export interface ConditionalCommand extends Redirectable {
  readonly kind: "conditional";
  readonly expression: Condition;
}

export interface Coprocess extends Redirectable {
  readonly kind: "coprocess";
  readonly name?: string;
  readonly body: Command;
}

export type Condition =
  | (Node & { readonly kind: "or" | "and"; readonly left: Condition; readonly right: Condition })
  | (Node & { readonly kind: "not"; readonly operand: Condition })
  | (Node & { readonly kind: "parenthesised"; readonly operand: Condition })
  | (Node & { readonly kind: "unary"; readonly operator: string; readonly operand: Word })
  | (Node & { readonly kind: "binary"; readonly operator: string; readonly left: Word; readonly right: Word })
  | (Node & { readonly kind: "word"; readonly word: Word });

/** `name=value`, `name+=value`, `name[subscript]=value`, `name=(...)`. */
export interface Assignment extends Node {
  readonly name: string;
  readonly subscript?: Word;
  readonly append: boolean;
  readonly value: Word | ArrayValue;
}

export interface ArrayValue extends Node {
  readonly kind: "array";
  readonly elements: readonly ArrayElement[];
}

export interface ArrayElement extends Node {
  readonly subscript?: Word;
  readonly append: boolean;
  readonly value: Word;
}

export interface Redirection extends Node {
  /** Descriptor number before the operator, or the name in `{name}>`. */
  readonly descriptor?: number | { readonly variable: string };
  readonly operator: "<" | ">" | ">>" | ">|" | "<>" | "<&" | ">&" | "&>" | "&>>" | "<<" | "<<-" | "<<<";
  /** File name, descriptor (`1`, `-`, `3-`), here-string, or the delimiter of a heredoc as written. */
  readonly target: Word;
  readonly heredoc?: Heredoc;
}

/** A heredoc's body; its span lies after the line of its operator, outside the redirection's own span. */
export interface Heredoc extends Node {
  readonly delimiter: string;
  /** The delimiter was quoted: the body is taken literally. */
  readonly quoted: boolean;
  /** Tabs already stripped for `<<-`; parts as inside double quotes. */
  readonly body: Word;
}

/** One shell word. */
export interface Word extends Node {
  readonly kind: "word";
  readonly parts: readonly WordPart[];
  /**
   * The value, where no expansion of any kind can change it (no glob characters, braces or tilde outside quotes).
   * Not for patterns and regular expressions: there `\*` and `*` differ, and only the parts tell.
   */
  readonly literal?: string;
  /** Set on arguments of declaration commands (`export declare local readonly typeset`) that are assignments. */
  readonly assignment?: Assignment;
}

export type WordPart =
  | Literal
  | Quoted
  | DoubleQuoted
  | Parameter
  | CommandSubstitution
  | ArithmeticExpansion
  | ProcessSubstitution
  | BraceList
  | BraceRange
  | Tilde
  | ExtendedGlob;

/** Unquoted text; its `* ? [` are glob characters. Inside double quotes and heredocs it is plain text. */
export interface Literal extends Node {
  readonly kind: "literal";
  readonly value: string;
}

/** Text quoted by `'..'`, `$'..'` (already decoded) or one backslash. */
export interface Quoted extends Node {
  readonly kind: "quoted";
  readonly style: "single" | "ansi" | "backslash";
  readonly value: string;
}

/** `".."` and `$".."`. Parts are literal, quoted (backslash), parameter, command, arithmetic. */
export interface DoubleQuoted extends Node {
  readonly kind: "double-quoted";
  readonly parts: readonly WordPart[];
}

/** `$name`, `${...}`. Special parameters have their character as name, positional ones their digits. */
export interface Parameter extends Node {
  readonly kind: "parameter";
  readonly name: string;
  /** `[@]`, `[*]` or an index; a Word whose literal is `@` or `*` means the whole array only if written so. */
  readonly subscript?: Word | "@" | "*";
  /** `${!name}`. */
  readonly indirect: boolean;
  /** `${#name}`. */
  readonly length: boolean;
  readonly operation?: ParameterOperation;
}

export type ParameterOperation =
  | { readonly kind: "default"; readonly operator: "-" | "=" | "?" | "+"; readonly colon: boolean; readonly word: Word }
  | { readonly kind: "trim"; readonly side: "prefix" | "suffix"; readonly longest: boolean; readonly pattern: Word }
  | {
      readonly kind: "replace";
      readonly all: boolean;
      readonly anchor: "none" | "start" | "end";
      readonly pattern: Word;
      readonly replacement?: Word;
    }
  | { readonly kind: "slice"; readonly offset: Arithmetic; readonly length?: Arithmetic }
  | {
      readonly kind: "case";
      readonly direction: "upper" | "lower" | "toggle";
      readonly all: boolean;
      readonly pattern?: Word;
    }
  | { readonly kind: "transform"; readonly operator: string }
  /** `${!prefix*}` and `${!prefix@}`: names of variables; `name` is the prefix. */
  | { readonly kind: "names"; readonly separate: boolean }
  /** `${!name[@]}` and `${!name[*]}`: keys of an array. */
  | { readonly kind: "keys" };

export interface CommandSubstitution extends Node {
  readonly kind: "command-substitution";
  readonly style: "$(" | "`";
  /** Spans inside backticks are offsets in the whole source, approximate where escapes were removed. */
  readonly body: List;
}

export interface ArithmeticExpansion extends Node {
  readonly kind: "arithmetic-expansion";
  readonly expression: Arithmetic;
}

/** Arithmetic is expanded as if in double quotes first and parsed after, as bash does; so it is kept as parts. */
export interface Arithmetic extends Node {
  readonly kind: "arithmetic";
  readonly parts: readonly WordPart[];
  /** The text, where nothing in it expands. */
  readonly literal?: string;
}

export interface ProcessSubstitution extends Node {
  readonly kind: "process-substitution";
  readonly direction: "<" | ">";
  readonly body: List;
}

/** `{a,b}` with at least one comma. */
export interface BraceList extends Node {
  readonly kind: "brace-list";
  readonly items: readonly Word[];
}

/** `{1..9..2}`, `{a..z}`, bounds as written. */
export interface BraceRange extends Node {
  readonly kind: "brace-range";
  readonly from: string;
  readonly to: string;
  readonly step?: string;
}

/** `~`, `~+`, `~-`, `~user` at the start of a word or of a value. */
export interface Tilde extends Node {
  readonly kind: "tilde";
  readonly user: string;
}

/** `?(..) *(..) +(..) @(..) !(..)`; a glob when extglob is on (always so inside `[[ ]]`). */
export interface ExtendedGlob extends Node {
  readonly kind: "extended-glob";
  readonly operator: "?" | "*" | "+" | "@" | "!";
  readonly alternatives: readonly Word[];
}
