// What is parsed and cannot run here, found before anything runs.
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import type { Script } from "./tree.ts";
import { visit } from "./visit.ts";

/** One diagnostic for each construct that this shell does not run. */
export function unsupported(script: Script): readonly Diagnostic[] {
  // A coprocess needs its keyword in the text: most lines are not walked at all.
  if (!script.source.includes("coproc")) return [];
  const found: Diagnostic[] = [];
  visit(script, {
    command(node) {
      if (node.kind !== "coprocess") return;
      found.push({
        code: "syntax.unsupported",
        message: "coprocesses are not supported: nothing outlives a call",
        span: { start: node.span.start, end: node.span.start + "coproc".length },
        help: "Use a pipeline, or run it beside the rest with `&` and `wait`",
      });
    },
  });
  return found;
}
