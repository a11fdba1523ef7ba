// A pipeline equals its stages run one after another through files: stdout and exit. (`wc` alone is not among them:
// its columns are as wide as the size of a file asks.)
import fc from "fast-check";
import { expect, test } from "vitest";
import { quote } from "../../src/syntax/index.ts";
import { shellWith } from "../session/shell.ts";

const stage = fc.oneof(
  fc.constantFrom(
    "cat",
    "sort",
    "sort -r",
    "sort -u",
    "uniq",
    "uniq -c",
    "rev",
    "tac",
    "nl",
    "wc -l",
    "wc -c",
    "tr a-z A-Z",
    "tr -d '\\n'",
    "cut -c2-",
    "cut -d' ' -f1",
    "tee copy",
    "true",
    "false",
    "(exit 3)",
    "{ cat; echo end; }",
    "(cat; exit 4)",
    'while read -r x; do echo "<$x>"; done',
    "if grep -q a; then echo yes; else echo no; fi",
    "f() { head -n 3; }; f",
    "xargs echo",
    "cat | sort",
  ),
  fc.nat(6).map((count) => `head -n ${count}`),
  fc.nat(6).map((count) => `tail -n ${count}`),
  fc.nat(40).map((count) => `head -c ${count}`),
  fc.constantFrom("a", "b$", "^.", "[^a]", "zzz").map((pattern) => `grep ${quote([pattern])}`),
);

/** What a line leaves in a file, and its exit. */
async function outcome(files: Record<string, string>, line: string, path: string): Promise<[string, number]> {
  const shell = shellWith({ files });
  const { exitCode } = await shell.run(line);
  const bytes = shell.workspace.readFile(`/${path}`);
  await shell.close();
  return [Buffer.from(bytes).toString("latin1"), exitCode];
}

test("a|b|c equals a > 1; b < 1 > 2; c < 2", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "é", "1"), maxLength: 30 }), { maxLength: 400 }),
      fc.array(stage, { minLength: 1, maxLength: 5 }),
      async (pieces, stages) => {
        const files = { input: pieces.join("") };
        const piped = ["cat input", ...stages.map((text) => `{ ${text}; }`)].join(" | ");
        const steps = stages.map((text, index) => `{ ${text}; } < s${index} > s${index + 1}`);
        const apart = `cat input > s0; ${steps.join("; ")}`;
        expect(await outcome(files, `{ ${piped}; } > out`, "out")).toEqual(
          await outcome(files, apart, `s${stages.length}`),
        );
      },
    ),
    { numRuns: 150 },
  );
});
