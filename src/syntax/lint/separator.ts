// `if test -f x then`, `for f in * do`: the reserved word became an argument.
import type { Lint } from "./finding.ts";

const KEYWORD = /(?<=[^;\s&|])[ \t]+(?=(?:then|do)(?:\s|$))/g;
const OPENER = /(?:^|[;&|(\s])(?:if|elif|while|until|for|select)\s/;

export const missingSeparator: Lint = (source, parsed) => {
  if (parsed.diagnostics.length === 0 || !OPENER.test(source)) return undefined;
  const start = source.search(KEYWORD);
  if (start < 0) return undefined;
  const mended = source.replace(KEYWORD, "; ");
  const keyword = /\w+/.exec(source.slice(start))?.[0] ?? "then";
  return {
    code: "missing-separator",
    message: `\`${keyword}\` needs \`;\` or a newline before it`,
    start,
    end: start + 1,
    mended,
  };
};
