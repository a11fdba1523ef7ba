// `${x@Q}` and its kin: values quoted, decoded, re-cased, or shown as declarations (bash manual, 3.5.3).
import { ansiText } from "../ansi.ts";
import { AssociativeArray, IndexedArray } from "../arrays.ts";
import { type Environment, ExpansionError } from "../environment.ts";
import { convertCharacter, convertText } from "../letters.ts";
import { promptText } from "../prompt.ts";
import { arrayText, attributes, doubleQuote, keyText, quoteValue } from "../quote.ts";
import { type Found, type Target, unbound } from "./target.ts";

export function transform(operator: string, target: Target, found: Found, env: Environment): Found {
  if (operator === "a") return attributesOf(target, found, env);
  if (operator === "A") return assignmentOf(target, found, env);
  if (found === undefined) {
    if (env.options.nounset) throw unbound(target.label);
    return undefined;
  }
  if (operator === "K" || operator === "k") return pairs(operator, target, found, env);
  const change = TRANSFORMS[operator];
  if (change === undefined) throw new ExpansionError(`\${${target.label}@${operator}}: bad substitution`);
  if (typeof found === "string") return change(found, env);
  return { list: found.list.map((value) => change(value, env)), star: found.star };
}

const TRANSFORMS: Readonly<Record<string, (text: string, env: Environment) => string>> = {
  Q: quoteValue,
  U: (text) => convertText(text, "upper"),
  L: (text) => convertText(text, "lower"),
  u: (text) => {
    const [first = ""] = text;
    return convertCharacter(first, "upper") + text.slice(first.length);
  },
  E: ansiText,
  P: promptText,
};

function attributesOf(target: Target, found: Found, env: Environment): Found {
  const variable = env.variable(target.name);
  const letters = variable === undefined ? "" : attributes(variable);
  if (typeof found === "object") return { list: found.list.map(() => letters), star: found.star };
  return variable === undefined ? undefined : letters;
}

/** An assignment or a `declare` that makes the variable again. */
function assignmentOf(target: Target, found: Found, env: Environment): Found {
  const variable = env.variable(target.name);
  if (variable === undefined) {
    if (typeof found !== "object" || found.list.length === 0) return undefined;
    return `set -- ${found.list.map(quoteValue).join(" ")}`;
  }
  const { value } = variable;
  const letters = attributes(variable);
  const head = letters === "" ? target.name : `declare -${letters} ${target.name}`;
  if (value === undefined) return letters === "" ? undefined : head;
  if (typeof value !== "string" && typeof found === "object") return `${head}=${arrayText(value)}`;
  if (typeof found === "object") return `${head}=${quoteValue(found.list.join(" "))}`;
  return found === undefined ? head : `${head}=${quoteValue(found)}`;
}

/** Keys and values: as one quoted text for `K`, as words for `k`. */
function pairs(operator: "K" | "k", target: Target, found: NonNullable<Found>, env: Environment): Found {
  if (typeof found === "string") return quoteValue(found);
  const value = env.variable(target.name)?.value;
  const entries = entriesOf(value);
  if (entries === undefined) return { list: found.list.map(quoteValue), star: found.star };
  if (operator === "k") return { list: entries.flat(), star: found.star };
  const shown = entries.map(
    ([key, text]) => `${value instanceof AssociativeArray ? keyText(key) : key} ${doubleQuote(text)}`,
  );
  return shown.join(" ") + (value instanceof AssociativeArray && shown.length > 0 ? " " : "");
}

function entriesOf(value: unknown): [string, string][] | undefined {
  if (value instanceof IndexedArray) return value.indices().map((index) => [String(index), value.get(index) ?? ""]);
  if (value instanceof AssociativeArray) return value.keys().map((key) => [key, value.get(key) ?? ""]);
  return undefined;
}
