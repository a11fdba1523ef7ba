// uname: names the system, by fixed values.
import { defineCommand, PURE, Writer, z } from "../src/plugin.ts";
import { MACHINE, VIRTUAL } from "./machine.ts";

export const uname = defineCommand({
  name: "uname",
  summary: "Print the name of the system",
  description: VIRTUAL,
  args: () => ({
    all: z.boolean().default(false),
    kernelName: z.boolean().default(false),
    nodename: z.boolean().default(false),
    kernelRelease: z.boolean().default(false),
    kernelVersion: z.boolean().default(false),
    machine: z.boolean().default(false),
    processor: z.boolean().default(false),
    hardwarePlatform: z.boolean().default(false),
    operatingSystem: z.boolean().default(false),
  }),
  cli: {
    all: { short: "a", does: "all of it, but what is unknown" },
    kernelName: { short: "s", does: "the kernel's name (the default)" },
    nodename: { short: "n", does: "the host's name" },
    kernelRelease: { short: "r", does: "the kernel's release" },
    kernelVersion: { short: "v", does: "the kernel's version" },
    machine: { short: "m", does: "the hardware's name" },
    processor: { short: "p", does: "the processor: unknown" },
    hardwarePlatform: { short: "i", does: "the platform: unknown" },
    operatingSystem: { short: "o", does: "the operating system" },
  },
  examples: [
    { does: "the kernel", run: "uname", prints: "Linux\n" },
    { does: "system and hardware", run: "uname -sm", prints: "Linux x86_64\n" },
  ],
  effects: () => PURE,
  async run(args, io) {
    const { all } = args;
    const parts = [
      (all || args.kernelName) && MACHINE.system,
      (all || args.nodename) && MACHINE.host,
      (all || args.kernelRelease) && MACHINE.release,
      (all || args.kernelVersion) && MACHINE.version,
      (all || args.machine) && MACHINE.hardware,
      args.processor && "unknown",
      args.hardwarePlatform && "unknown",
      (all || args.operatingSystem) && MACHINE.operatingSystem,
    ].filter((part) => part !== false);
    const out = new Writer(io.stdout);
    out.text(`${parts.length > 0 ? parts.join(" ") : MACHINE.system}\n`);
    await out.flush();
  },
});
