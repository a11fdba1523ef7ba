// tar: packs files into one archive and takes them out again, with gzip on the way where asked.
import {
  CommandError,
  decode,
  defineCommand,
  type Effects,
  FileError,
  PURE,
  reads,
  readsTrees,
  UsageError,
  union,
  writes,
  writesTrees,
} from "../../src/plugin.ts";
import { readAll } from "../input.ts";
import { joinPath } from "../transfer.ts";
import { ArchiveWriter } from "./create.ts";
import { Extraction } from "./extract.ts";
import { FormatError } from "./format.ts";
import { OPTIONS, parseOptions, type TarOptions } from "./options.ts";

export const tar = defineCommand({
  name: "tar",
  summary: "Pack files into an archive, list it, or take them out",
  description:
    "The first word may be letters without a hyphen (tar czf). Reads ustar, pax and GNU archives; gzip is the only\n" +
    "compression. Entries of a directory are packed in byte order. Names with .. are refused, a leading / is stripped.",
  raw: true,
  usage: "-c|-x|-t|-r [-zvf archive] [-C dir] [option...] [file...]",
  options: OPTIONS,
  readsStdin: false,
  examples: [
    {
      does: "pack and list",
      files: { "d/a": "1\n", "d/b": "2\n" },
      run: "tar czf d.tgz d && tar tf d.tgz",
      prints: "d/\nd/a\nd/b\n",
    },
    {
      does: "take out elsewhere",
      files: { "d/a": "1\n", out: { dir: true } },
      run: "tar cf - d | tar xf - -C out && cat out/d/a",
      prints: "1\n",
    },
    {
      does: "one file to stdout",
      files: { "d/a": "1\n" },
      run: "tar -cf x.tar d && tar -xOf x.tar d/a",
      prints: "1\n",
    },
  ],
  effects(argv, context): Effects {
    let options: TarOptions;
    try {
      options = parseOptions(argv);
    } catch (error) {
      if (error instanceof UsageError) return PURE;
      throw error;
    }
    const { mode, file, folder, lists } = options;
    const archive = file === "-" ? [] : [file];
    const operands = options.operands.map(({ name, folder: place }) => (place === "" ? name : joinPath(place, name)));
    const listed = lists.length > 0 ? [folder === "" ? "." : folder] : [];
    if (mode === "list" || (mode === "extract" && options.toStdout)) return reads(context, archive);
    if (mode === "extract") return union(reads(context, archive), writesTrees(context, [folder === "" ? "." : folder]));
    const sources = [...operands, ...listed];
    return union(
      options.removeFiles ? writesTrees(context, sources) : readsTrees(context, sources),
      reads(context, lists),
      writes(context, archive),
    );
  },
  async run(argv, io, ctx) {
    const options = parseOptions(argv);
    if (options.mode === undefined) {
      throw new UsageError("You must specify one of the '-ctrx' options", { help: "tar -tf ARCHIVE" });
    }
    const operands = [...options.operands];
    for (const list of options.lists) {
      const source = list === "-" ? io.stdin : io.open(list);
      const names = decode(await readAll(source)).split("\n");
      operands.push(...names.filter((name) => name !== "").map((name) => ({ name, folder: options.folder })));
    }
    try {
      if (options.mode === "list" || options.mode === "extract") {
        if (options.file === "-" && !io.stdin.connected) {
          throw new CommandError("Refusing to read archive contents from terminal (missing -f option?)", {
            exitCode: 2,
          });
        }
        return await new Extraction(options, io, ctx).run(operands);
      }
      if (operands.length === 0 && options.lists.length === 0) {
        throw new CommandError("Cowardly refusing to create an empty archive", {
          exitCode: 2,
          help: "name files to pack",
        });
      }
      return await new ArchiveWriter(options, io, ctx).run(operands);
    } catch (error) {
      if (error instanceof FormatError) throw new CommandError(error.message, { exitCode: 2 });
      if (error instanceof FileError)
        throw new CommandError(`${error.path}: Cannot open: ${error.message}`, { exitCode: 2 });
      throw error;
    }
  },
});
