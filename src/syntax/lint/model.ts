// What a model wraps around a command: a JSON or Python literal, a call, the markers of its chat template.
import { quote } from "../quote.ts";
import type { Lint } from "./finding.ts";

const KEYS = ["command", "cmd", "line", "script", "input", "code", "arguments", "args", "parameters"];

/** `{"command": "ls -la"}`, `["ls", "-la"]`, `run(command="ls")`. */
export const literalCommand: Lint = (source) => {
  const text = source.trim();
  const start = source.indexOf(text);
  const found = { code: "literal-command", start, end: start + text.length };
  const call = /^\w+\(\s*(?:\w+\s*=\s*)?(["'])(.*)\1\s*,?\s*\)$/s.exec(text);
  if (call?.[2] !== undefined) {
    return { ...found, message: "this is a call, not a command line", mended: call[2].replace(/\\(["'\\])/g, "$1") };
  }
  if (!/^[{[]\s*["']/.test(text)) return undefined;
  const json = parseJson(text);
  const value = json ?? parseJson(pythonToJson(text));
  const mended = commandIn(value, 0);
  if (mended === undefined) return undefined;
  const kind = Array.isArray(value) ? "list" : json === undefined ? "dict" : "object";
  const message =
    json === undefined ? `this is a Python ${kind}, not a command line` : `this is a JSON ${kind}, not a command line`;
  return { ...found, message, mended };
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Enough of Python for a literal of strings. */
function pythonToJson(text: string): string {
  const strings = text.replace(/'((?:[^'\\]|\\.)*)'/g, (_, inner: string) =>
    JSON.stringify(inner.replace(/\\'/g, "'")),
  );
  return strings
    .replace(/\bTrue\b/g, "true")
    .replace(/\bFalse\b/g, "false")
    .replace(/\bNone\b/g, "null");
}

function commandIn(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return depth > 0 ? (commandIn(nested(value), depth + 1) ?? value) : undefined;
  if (Array.isArray(value)) return value.length > 0 && value.every(isString) ? quote(value) : undefined;
  if (typeof value !== "object" || value === null || depth > 3) return undefined;
  for (const key of KEYS) {
    const inner = commandIn(Reflect.get(value, key), depth + 1);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function nested(text: string): unknown {
  return text.trimStart().startsWith("{") ? parseJson(text) : undefined;
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

const MARKERS =
  /<\|[A-Za-z_]+\|>|<\uff5c[^>]{1,40}\uff5c>|<\/?(?:tool_call|tool_response|function_calls?|invoke|s|bash|shell|command)>|\[\/?(?:INST|TOOL_CALLS)\]/g;
const FENCE = /^[ \t]*(?:```|~~~)[ \t]*(?:bash|sh|shell|zsh|console|terminal|text)?[ \t]*$/gm;
const INLINE_FENCE = /^```(?:bash|sh|shell|zsh|console)?[ \t]*([^`\n]*?)[ \t]*```$/;
const PROMPT = /^[ \t]*[$%#>][ \t]+(?=\S)/;

/** `<|im_end|>`, code fences, `</tool_call>`, a prompt's `$ `. */
export const chatTemplate: Lint = (source) => {
  const inline = INLINE_FENCE.exec(source.trim())?.[1];
  let mended = inline ?? source.replace(MARKERS, "").replace(FENCE, "");
  mended = mended.replace(/^\s*\n/, "");
  const stripped = mended !== source && mended.trim() !== source.trim();
  const prompted = /^[ \t]*[$%][ \t]+/.test(mended) ? mended.replace(PROMPT, "") : mended;
  if (!stripped && prompted === mended) return undefined;
  const start = Math.max(0, stripped ? source.search(/<|```|~~~|\[/) : source.search(/\S/));
  const message = stripped
    ? "text of a chat template was left in the line"
    : "the prompt's `$` is not part of the line";
  return { code: "chat-template", message, start, end: start + 1, mended: prompted };
};
