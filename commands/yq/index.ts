// yq: jq over YAML and TOML. Files become JSON, jq filters it, and the result may become YAML or TOML again.
import {
  CommandError,
  type Context,
  decode,
  defineCommand,
  encode,
  type Io,
  PURE,
  reads,
  type Source,
  UNKNOWN,
  UsageError,
  union,
  writes,
} from "../../src/plugin.ts";
import { usesModules } from "../jq/arguments.ts";
import { filterJson } from "../jq/run.ts";
import { type Format, formatOfName, readArguments, type YqArguments } from "./arguments.ts";
import { documentsToJson, jsonToDocuments, patchYaml } from "./formats.ts";

export const yq = defineCommand({
  name: "yq",
  summary: "Filter and transform YAML and TOML with jq's language",
  description:
    "The filter is jq's; it may be left out when it is '.'. Output is JSON unless -y, -t or -o says otherwise; after " +
    "the word eval (or e) it is YAML. The format of a file is taken from its name; stdin is YAML, which includes " +
    "JSON. -i writes each file again in its own format: YAML keeps its comments, TOML does not. Exit status: as jq's.",
  raw: true,
  usage: "[-yrcsnejSi] [-p FORMAT] [-o FORMAT] [--arg NAME VALUE] [option...] [filter] [file...]",
  options: {
    "-y, -Y, -P, --yaml-output": "print YAML",
    "-t, --toml-output": "print TOML",
    "-o, --output-format FORMAT": "print yaml, json or toml",
    "-p, --input-format FORMAT": "take the input as yaml, json or toml, whatever its name",
    "-i, --in-place": "write the result into the file",
    "-r, --raw-output": "print strings without quotes",
    "-j, --join-output": "like -r, without a newline after each output",
    "-c, --compact-output": "each output on one line",
    "-S, --sort-keys": "sort the keys of objects",
    "-s, --slurp": "all documents as one array",
    "-n, --null-input": "run once on null",
    "-e, --exit-status": "let the last output decide the exit status",
    "-a, --ascii-output": "escape all that is not ASCII",
    "-C, --color-output": "with colours",
    "-M, --monochrome-output": "without colours (the default)",
    "-f, --from-file": "the first operand is a file that holds the filter",
    "--tab": "indent JSON with tabs",
    "--indent N": "indent JSON with N spaces",
    "--arg NAME VALUE": "$NAME is the string VALUE",
    "--argjson NAME JSON": "$NAME is the value JSON",
    "--slurpfile NAME FILE": "$NAME is an array of the JSON values in FILE",
    "--rawfile NAME FILE": "$NAME is the text of FILE",
    "--args": "the remaining operands are strings in $ARGS.positional",
    "--jsonargs": "the remaining operands are values in $ARGS.positional",
  },
  readsStdin: true,
  examples: [
    { does: "a value", files: { "f.yaml": "a:\n  b: [1, x]\n" }, run: "yq -r '.a.b[1]' f.yaml", prints: "x\n" },
    { does: "YAML as JSON", run: "printf 'a: 1\\nb: yes\\n' | yq -c .", prints: '{"a":1,"b":"yes"}\n' },
    {
      does: "change a file",
      files: { "c.yml": "# ports\nport: 80 # http\nhost: x\n" },
      run: "yq -i '.port = 8080' c.yml",
      after: { "c.yml": "# ports\nport: 8080 # http\nhost: x\n" },
    },
    {
      does: "TOML to YAML",
      files: { "p.toml": '[package]\nname = "x"\n' },
      run: "yq -y . p.toml",
      prints: "package:\n  name: x\n",
    },
  ],
  effects: (argv, context) => {
    const args = parsed(argv);
    // Wrong arguments touch nothing; running it says what is wrong.
    if (!args) return PURE;
    const { filter } = args;
    if (filter !== undefined && usesModules({ filter, files: [], nullInput: false, libraries: false })) return UNKNOWN;
    const files = [...args.files, ...args.otherFiles, ...(args.filterFile === undefined ? [] : [args.filterFile])];
    return union(reads(context, files), writes(context, args.inPlace ? args.files : []));
  },
  async run(argv, io, context) {
    const args = readArguments(argv);
    const filter = args.filterFile === undefined ? (args.filter ?? ".") : await textOf(io.open(args.filterFile));
    if (args.inPlace) return inPlace(args, filter, io, context);
    return print(args, filter, io, context);
  },
});

function parsed(argv: readonly string[]): YqArguments | undefined {
  try {
    return readArguments(argv);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

async function print(args: YqArguments, filter: string, io: Io, context: Context): Promise<number> {
  const parts: string[] = [];
  let status = 0;
  const files = args.files.length > 0 ? args.files : args.nullInput && !io.stdin.connected ? [] : ["-"];
  for (const file of files) {
    try {
      const text = await textOf(file === "-" ? io.stdin : io.open(file));
      parts.push(...documentsToJson(text, args.input ?? formatOfName(file) ?? "yaml", file === "-" ? "stdin" : file));
    } catch (error) {
      await io.diagnoseFile(error, file);
      status = 2;
    }
  }
  const output = args.output ?? "json";
  if (output === "json") return (await filtered(args, filter, parts, args.jq, io, context)) || status;
  const lines: string[] = [];
  const options = [...args.jq.filter((option) => !/^-[rjcaC]$/.test(option)), "-c"];
  const gathered: Uint8Array[] = [];
  const result = await filtered(args, filter, parts, options, io, context, (bytes) => void gathered.push(bytes));
  lines.push(...linesOf(gathered));
  await io.stdout.write(encode(jsonToDocuments(lines, output, args.raw || args.filter !== undefined)));
  return result || status;
}

async function inPlace(args: YqArguments, filter: string, io: Io, context: Context): Promise<number> {
  if (args.files.length === 0) throw new UsageError("-i needs a file");
  let status = 0;
  for (const file of args.files) {
    try {
      const text = await textOf(io.open(file));
      const format: Format = args.input ?? formatOfName(file) ?? "yaml";
      const output: Format = args.output ?? format;
      const gathered: Uint8Array[] = [];
      const options = args.jq.filter((option) => !/^-[rjC]$/.test(option));
      if (output !== "json") options.push("-c");
      const documents = documentsToJson(text, format, file);
      const result = await filtered(
        args,
        filter,
        documents,
        options,
        io,
        context,
        (bytes) => void gathered.push(bytes),
      );
      if (result !== 0) {
        // What failed in the middle must not replace a whole file.
        if (result !== 1 && result !== 4) return result;
        status = result;
      }
      const lines = linesOf(gathered);
      const next =
        output === "json"
          ? Buffer.concat(gathered)
          : encode(
              output === "yaml" && format === "yaml"
                ? patchYaml(text, lines, file)
                : jsonToDocuments(lines, output, false),
            );
      context.workspace.replace(file, next);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      await io.diagnoseFile(error, file);
      status = 2;
    }
  }
  return status;
}

function filtered(
  args: YqArguments,
  filter: string,
  documents: readonly string[],
  options: readonly string[],
  io: Io,
  context: Context,
  write?: (bytes: Uint8Array) => void,
): Promise<number> {
  const pieces = documents.map((document) => encode(`${document}\n`));
  const stdin: Source = { connected: true, read: () => pieces.shift() ?? null, close: () => undefined };
  const positional = options.filter((option) => option === "--args" || option === "--jsonargs");
  const others = options.filter((option) => option !== "--args" && option !== "--jsonargs");
  const argv = [...others, ...positional, "--", filter, ...args.values];
  return filterJson(argv, io, context, false, write ? { stdin, write } : { stdin });
}

function linesOf(chunks: readonly Uint8Array[]): string[] {
  const text = decode(Buffer.concat(chunks));
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

async function textOf(source: Source): Promise<string> {
  const parts: Uint8Array[] = [];
  for (let chunk = await source.read(); chunk; chunk = await source.read()) parts.push(chunk);
  source.close();
  return decode(Buffer.concat(parts));
}
