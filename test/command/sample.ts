// A command with every kind of option, for the tests of this layer.
import { type Command, defineCommand, reads, z } from "../../src/plugin.ts";

/** What the last run got. */
export interface Received {
  args?: Readonly<Record<string, unknown>>;
}

export function sample(received: Received = {}): Command {
  return defineCommand({
    name: "sample",
    summary: "Show what arguments become",
    description: "It has one option of each kind.",
    args: () => ({
      lines: z.number().int().min(-9).default(10),
      ratio: z.number().positive().optional(),
      recursive: z.boolean().default(false),
      verbose: z.boolean().default(false),
      inPlace: z.string().optional(),
      color: z.enum(["auto", "always", "never"]).default("auto"),
      syntax: z.enum(["basic", "extended", "fixed"]).default("basic"),
      patterns: z.array(z.string()).default([]),
      depths: z.array(z.number().int()).default([]),
      follow: z.boolean().default(true),
      files: z.array(z.string()).default([]),
    }),
    cli: {
      lines: { short: "n", placeholder: "N", digits: true, does: "how many lines" },
      ratio: { short: "p", does: "share of them" },
      recursive: { short: ["r", "R"], does: "go into directories" },
      verbose: { short: "v", does: "say more" },
      inPlace: { short: "i", placeholder: "SUFFIX", optionalValue: "", does: "change the file itself" },
      color: { long: ["color", "colour"], placeholder: "WHEN", optionalValue: "always", does: "mark matches" },
      syntax: {
        values: { E: "extended", "extended-regexp": "extended", F: "fixed", "fixed-strings": "fixed" },
        does: "language of the pattern",
        meanings: { fixed: "patterns are plain strings" },
      },
      patterns: { short: "e", placeholder: "PATTERN", does: "a pattern" },
      depths: { long: "depth", does: "a level" },
      follow: { values: { "no-follow": false }, does: "stay off links" },
      files: { positional: true, placeholder: "file" },
    },
    examples: [{ does: "two lines", run: "sample -n 2", prints: "{}\n" }],
    effects: ({ files }, context) => reads(context, files),
    run(args) {
      received.args = args;
    },
  });
}
