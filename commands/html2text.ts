// html2text: the text of an HTML page, laid out for reading. Scripts, styles and tags are gone. It holds the page.
import { compile, type HtmlToTextOptions } from "html-to-text";
import { CommandError, decode, defineCommand, encode, type Io, reads, z } from "../src/plugin.ts";

/** Characters of a page that is worked on; the parser needs some ten times as much memory. */
const MOST = 32 * 1024 * 1024;

/** Elements inside each other; what lies deeper becomes an ellipsis. */
const DEEPEST = 512;

export const html2text = defineCommand({
  name: "html2text",
  summary: "Print the text of HTML pages",
  description: "Headings, lists, tables and links keep a readable form. Lines are not folded unless -w is given.",
  args: () => ({
    width: z.number().int().min(0).default(0),
    links: z.enum(["inline", "none"]).default("inline"),
    images: z.boolean().default(false),
    selector: z.array(z.string()).default([]),
    baseUrl: z.string().optional(),
    files: z.array(z.string()).default([]),
  }),
  cli: {
    width: {
      short: ["w", "b"],
      long: ["width", "body-width"],
      placeholder: "COLS",
      does: "fold lines to COLS columns, 20 at least; 0 does not",
    },
    links: {
      long: false,
      values: { "ignore-links": "none", "no-links": "none" },
      does: "leave out the addresses of links",
    },
    images: { does: "print the addresses of images" },
    selector: {
      short: "s",
      placeholder: "CSS",
      does: "only elements that match, such as main or .content; may be repeated",
    },
    baseUrl: { short: "u", placeholder: "URL", does: "what relative links start from" },
    files: { positional: true, placeholder: "file" },
  },
  readsStdin: true,
  examples: [
    {
      does: "a page",
      files: { "p.html": "<h1>Title</h1><p>Some <b>bold</b> text, <a href='/x'>a link</a>.</p><script>x</script>" },
      run: "html2text p.html",
      prints: "Title\n\nSome bold text, a link [/x].\n",
    },
    {
      does: "without addresses",
      run: `echo '<a href="u">x</a> &amp; y' | html2text --ignore-links`,
      prints: "x & y\n",
    },
    {
      does: "a table",
      run: "echo '<table><tr><th>A<th>B<tr><td>1<td>22</table>' | html2text",
      prints: "A   B\n1   22\n",
    },
  ],
  effects: ({ files }, context) => reads(context, files),
  async run(args, io) {
    const convert = compile(optionsOf(args));
    let status = 0;
    for (const file of args.files.length > 0 ? args.files : ["-"]) {
      try {
        const text = convert(await textOf(file, io));
        await io.stdout.write(encode(text === "" ? "" : `${text.replaceAll("\u00a0", " ")}\n`));
      } catch (error) {
        await io.diagnoseFile(error, file);
        status = 1;
      }
    }
    return status;
  },
});

interface Args {
  readonly width: number;
  readonly links: "inline" | "none";
  readonly images: boolean;
  readonly selector: readonly string[];
  readonly baseUrl?: string | undefined;
}

function optionsOf(args: Args): HtmlToTextOptions {
  const heading = { options: { uppercase: false, trailingLineBreaks: 2 } };
  return {
    wordwrap: args.width > 0 ? args.width : false,
    limits: { maxInputLength: MOST, maxDepth: DEEPEST },
    ...(args.selector.length > 0 ? { baseElements: { selectors: [...args.selector] } } : {}),
    selectors: [
      ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, ...heading })),
      {
        selector: "a",
        options: {
          ignoreHref: args.links === "none",
          hideLinkHrefIfSameAsText: true,
          noAnchorUrl: true,
          ...(args.baseUrl === undefined ? {} : { baseUrl: args.baseUrl }),
        },
      },
      args.images ? { selector: "img" } : { selector: "img", format: "skip" },
      { selector: "table", format: "dataTable", options: { uppercaseHeaderCells: false } },
      { selector: "title", format: "skip" },
    ],
  };
}

async function textOf(file: string, io: Io): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const source = file === "-" ? io.stdin : io.open(file);
  for (let chunk = await source.read(); chunk; chunk = await source.read()) {
    parts.push(chunk);
    size += chunk.length;
    if (size > MOST) throw new CommandError(`${file}: larger than ${MOST / 1024 / 1024} MB`);
  }
  if (file !== "-") source.close();
  return decode(Buffer.concat(parts));
}
