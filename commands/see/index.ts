// see: shows an image to the model as an attachment beside the text. It neither converts nor shrinks images.
import { type Context, classifyBytes, defineCommand, encode, reads, z } from "../../src/plugin.ts";
import { formatBytes } from "../binary-advice.ts";
import { quoteWord } from "../quote-word.ts";
import { readHeader } from "./header.ts";

/** Bytes of the largest image that model APIs take. */
const MAX_BYTES = 5 * 1024 * 1024;
/** Pixels of the longest side that model APIs take. */
const MAX_SIDE = 8000;

/** The smallest PNG there is: one transparent pixel. */
const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

export const see = defineCommand({
  name: "see",
  summary: "View an image: PNG, JPEG, GIF or WebP",
  description:
    "Prints kind, size in pixels and size on disk, and attaches the image. Up to 5 MB and 8000 pixels a side.",
  args: () => ({ files: z.array(z.string()).min(1) }),
  cli: { files: { positional: true, placeholder: "image" } },
  examples: [
    {
      does: "look at a picture",
      files: { "dot.png": DOT },
      run: "see dot.png",
      prints: "dot.png: PNG image, 1x1, 70B\n",
    },
    { does: "a text is for cat", files: { "notes.md": "hi\n" }, run: "see notes.md", prints: "", exit: 1 },
  ],
  effects: ({ files }, context) => reads(context, files),
  async run({ files }, io, ctx) {
    let status = 0;
    for (const file of files) {
      try {
        const shown = show(file, ctx);
        if (shown.ok) {
          await io.stdout.write(encode(`${shown.line}\n`));
          continue;
        }
        await io.diagnose(shown.message, shown.help);
      } catch (error) {
        await io.diagnoseFile(error, file);
      }
      status = 1;
    }
    return status;
  },
});

type Shown =
  | { readonly ok: true; readonly line: string }
  | { readonly ok: false; readonly message: string; readonly help?: string };

function show(file: string, ctx: Context): Shown {
  const { size, kind } = ctx.workspace.stat(file);
  const length = formatBytes(size);
  const start = kind === "file" ? firstBytes(file, ctx) : ctx.workspace.readFile(file);
  if (start.length === 0) return { ok: false, message: `${file}: the file is empty` };
  if (!readHeader(start)) {
    const command = classifyBytes(start).text ? `cat ${quoteWord(file)}` : `cat -b ${quoteWord(file)}`;
    return { ok: false, message: `${file}: not a PNG, JPEG, GIF or WebP image (${length}). Use: ${command}` };
  }
  if (size > MAX_BYTES) {
    return {
      ok: false,
      message: `${file}: the image is too large (${size} bytes, at most 5MB): make a smaller copy first`,
    };
  }
  const bytes = ctx.workspace.readFile(file);
  const header = readHeader(bytes);
  if (!header?.size) {
    return {
      ok: false,
      message: `${file}: damaged ${header?.format ?? "image"} file (${length}): its header is cut off or wrong`,
    };
  }
  const { width, height } = header.size;
  if (width > MAX_SIDE || height > MAX_SIDE) {
    const limit = `at most ${MAX_SIDE} pixels a side`;
    return {
      ok: false,
      message: `${file}: the image is too large (${width}x${height}, ${limit}): make a smaller copy first`,
    };
  }
  ctx.attach({ name: file, mediaType: header.mediaType, bytes, width, height });
  return { ok: true, line: `${file}: ${header.format} image, ${width}x${height}, ${length}` };
}

/** Enough to tell what a file is. */
function firstBytes(file: string, ctx: Context): Uint8Array {
  const handle = ctx.workspace.open(file, { read: true });
  try {
    const head = new Uint8Array(4096);
    return head.subarray(0, handle.read(head));
  } finally {
    handle.close();
  }
}
