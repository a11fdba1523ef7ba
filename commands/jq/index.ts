// jq: the real one, compiled to WebAssembly, in a thread that ends with the call. Its arguments are its own business.
import { defineCommand, reads, UNKNOWN } from "../../src/plugin.ts";
import { readArguments, usesModules } from "./arguments.ts";
import { filterJson } from "./run.ts";

export const jq = defineCommand({
  name: "jq",
  summary: "Filter and transform JSON",
  description:
    "This is jq 1.8. The filter may be left out when it is '.'. Times are in UTC. A file that is not on the line is " +
    "read only where the filter imports modules. Exit status: 0; with -e 1 when the last output is false or null, 4 " +
    "when there is none; 2 usage or unreadable input; 3 the filter does not compile; 5 it failed.",
  raw: true,
  usage: "[-rcsnejSaR] [--arg NAME VALUE] [--argjson NAME JSON] [option...] [filter] [file...]",
  options: {
    "-r, --raw-output": "print strings without quotes",
    "-j, --join-output": "like -r, without a newline after each output",
    "--raw-output0": "like -r, with NUL after each output",
    "-c, --compact-output": "each output on one line",
    "-a, --ascii-output": "escape all that is not ASCII",
    "-S, --sort-keys": "sort the keys of objects",
    "-C, --color-output": "with colours",
    "-M, --monochrome-output": "without colours (the default)",
    "--tab": "indent with tabs",
    "--indent N": "indent with N spaces, 7 at most",
    "-s, --slurp": "all inputs as one array",
    "-n, --null-input": "run once on null; the filter reads with input and inputs",
    "-R, --raw-input": "each line of the input is a string",
    "-e, --exit-status": "let the last output decide the exit status",
    "-f, --from-file": "the first operand is a file that holds the filter",
    "-L, --library-path DIR": "where modules lie",
    "--arg NAME VALUE": "$NAME is the string VALUE",
    "--argjson NAME JSON": "$NAME is the value JSON",
    "--slurpfile NAME FILE": "$NAME is an array of the values in FILE",
    "--rawfile NAME FILE": "$NAME is the text of FILE",
    "--args": "the remaining operands are strings in $ARGS.positional",
    "--jsonargs": "the remaining operands are values in $ARGS.positional",
    "--stream": "give the input as events [path, leaf]: bounded memory for a large value",
    "--stream-errors": "like --stream, with errors as events",
    "--seq": "record separators of RFC 7464",
    "--unbuffered": "accepted: output is handed on before each wait",
    "-V, --version": "print the version",
    "-h": "print jq's own help",
  },
  readsStdin: true,
  examples: [
    {
      does: "a field of each element, without quotes",
      files: { "u.json": '[{"name":"Ada"},{"name":"Bo"}]\n' },
      run: "jq -r '.[].name' u.json",
      prints: "Ada\nBo\n",
    },
    { does: "build an object", run: `echo '{"a":1,"b":2}' | jq -c '{sum: (.a + .b)}'`, prints: '{"sum":3}\n' },
    { does: "give it a string", run: `jq -n --arg who 'A "B"' '{hello: $who}' -c`, prints: '{"hello":"A \\"B\\""}\n' },
    { does: "let the result decide", run: "echo '{}' | jq -e .ok", prints: "null\n", exit: 1 },
  ],
  effects: (argv, context) => {
    const parsed = readArguments(argv);
    return usesModules(parsed) ? UNKNOWN : reads(context, parsed.files);
  },
  run: (argv, io, context) => filterJson(argv, io, context, usesModules(readArguments(argv))),
});
