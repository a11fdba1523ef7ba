// printf and sprintf: a format that is written in the program is taken apart before it runs, and its values are then asked
// for as what the conversions want.
import type { Expr } from "../ast.ts";
import { formatText, isFixed, numberConverted, parseFormat, textConverted } from "../format.ts";
import type { Compiler } from "./compiler.ts";

export function compileFormat(compiler: Compiler, format: Expr, values: readonly Expr[]): () => string {
  const { machine } = compiler;
  const pieces = format.kind === "string" ? parseFormat(format.value) : undefined;
  if (pieces && isFixed(pieces, values.length)) {
    const directives = pieces.filter((piece) => typeof piece !== "string");
    if (directives.length === values.length && directives.every(({ conversion }) => conversion !== "c")) {
      let next = 0;
      const parts = pieces.map((piece): (() => string) => {
        if (typeof piece === "string") return () => piece;
        const value = values[next] ?? { kind: "string", value: "" };
        next += 1;
        if (piece.conversion === "s") {
          const text = compiler.text(value);
          return piece.width === 0 && piece.precision === undefined ? text : () => textConverted(piece, text());
        }
        const number = compiler.number(value);
        return () => numberConverted(piece, number());
      });
      return () => {
        let text = "";
        for (let i = 0; i < parts.length; i += 1) text += (parts[i] as () => string)();
        return text;
      };
    }
  }
  const text = compiler.text(format);
  const parts = values.map((value) => compiler.value(value));
  return () => {
    const template = text();
    return formatText(
      machine,
      template,
      parts.map((part) => part()),
    );
  };
}
