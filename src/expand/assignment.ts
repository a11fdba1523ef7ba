// What assignments to variables and arrays need: values by attribute, subscripts, the elements of `(...)`.
import { type ArrayElement, type ArrayValue, parse, type Word } from "../syntax/index.ts";
import { evaluate } from "./arithmetic/index.ts";
import { AssociativeArray, type IndexedArray } from "./arrays.ts";
import { type Environment, ExpansionError, type Variable } from "./environment.ts";
import { convertText } from "./letters.ts";
import { chain, each, type Maybe } from "./maybe.ts";
import { keyOf } from "./parameter/target.ts";
import { expandText } from "./parts.ts";
import { expandWords } from "./words.ts";

type Attributes = Pick<Variable, "integer" | "lower" | "upper">;

/** The text that a variable with these attributes takes: `declare -i` evaluates, `-l` and `-u` change case. */
function assignText(text: string, old: string | undefined, append: boolean, to: Attributes, env: Environment): string {
  if (to.integer) {
    const value = evaluate(text, env);
    return append ? String(evaluate(`(${old || "0"})+(${value})`, env)) : String(value);
  }
  const whole = append ? (old ?? "") + text : text;
  if (!to.lower && !to.upper) return whole;
  return convertText(whole, to.lower ? "lower" : "upper");
}

/** The subscript of `name[subscript]` as `Environment.setElement` takes it. `name` must not be a nameref. */
export function expandSubscript(name: string, subscript: Word, env: Environment): Maybe<string> {
  return chain(expandText(subscript, env), (text) => keyOf(name, text, env));
}

/**
 * The same for text that a builtin was given: `unset 'a[i+1]'`, `read 'm[$k]'`, `printf -v`. Parameters in it are
 * expanded; a command substitution is not run.
 */
export function evaluateSubscript(name: string, subscript: string, env: Environment): string {
  if (!subscript.includes("$")) return keyOf(name, subscript, env);
  const word = wordOf(`"\${_[${subscript}]}"`);
  const text = word === undefined ? subscript : expandText(word, env);
  return keyOf(name, text instanceof Promise ? subscript : text, env);
}

/** The subscript in the only word of a source text. */
function wordOf(source: string): Word | undefined {
  const { script, diagnostics } = parse(source);
  const command = script.body.items[0]?.body.first.stages[0];
  const [quoted] = command?.kind === "simple" ? (command.words[0]?.parts ?? []) : [];
  const [parameter] = quoted?.kind === "double-quoted" ? quoted.parts : [];
  const found = parameter?.kind === "parameter" ? parameter.subscript : undefined;
  return diagnostics.length === 0 && typeof found === "object" ? found : undefined;
}

/**
 * Puts the elements of `(...)` into a new array, or for `+=` into a copy, which becomes the variable's value only after:
 * the elements may refer to the old one. Words without a subscript are split and globbed, and follow the last index; in
 * an associative array they are keys and values in turn.
 */
export function expandArray(
  value: ArrayValue,
  into: IndexedArray | AssociativeArray,
  env: Environment,
  attributes: Attributes = { integer: false },
): Maybe<void> {
  if (into instanceof AssociativeArray) return fillMap(value.elements, into, env, attributes);
  let next = into.end;
  return each(value.elements, (element) => {
    const { subscript } = element;
    if (subscript === undefined) {
      return chain(expandWords([element.value], env), (words) => {
        for (const word of words) into.set(next++, assignText(word, undefined, false, attributes, env));
      });
    }
    return chain(expandText(subscript, env), (text) => {
      const index = Number(evaluate(text, env));
      if (index < 0 && index + into.end < 0) throw new ExpansionError(`[${text}]: bad array subscript`);
      return chain(expandText(element.value, env), (word) => {
        const at = index < 0 ? index + into.end : index;
        into.set(at, assignText(word, into.get(at), element.append, attributes, env));
        next = at + 1;
      });
    });
  });
}

function fillMap(
  elements: readonly ArrayElement[],
  into: AssociativeArray,
  env: Environment,
  attributes: Attributes,
): Maybe<void> {
  let key: string | undefined;
  const done = each(elements, (element) => {
    const { subscript } = element;
    if (subscript === undefined) {
      return chain(expandText(element.value, env), (text) => {
        if (key === undefined) key = text;
        else {
          into.set(key, assignText(text, undefined, false, attributes, env));
          key = undefined;
        }
      });
    }
    return chain(expandText(subscript, env), (name) =>
      chain(expandText(element.value, env), (text) => {
        into.set(name, assignText(text, into.get(name), element.append, attributes, env));
      }),
    );
  });
  return chain(done, () => {
    if (key !== undefined) into.set(key, "");
  });
}
