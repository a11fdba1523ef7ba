// hostname: prints the host's name, a fixed value. It cannot be set.
import { CommandError, defineCommand, PURE, Writer, z } from "../src/plugin.ts";
import { MACHINE, VIRTUAL } from "./machine.ts";

export const hostname = defineCommand({
  name: "hostname",
  summary: "Print the name of the host",
  description: VIRTUAL,
  args: () => ({
    form: z.enum(["name", "address", "domain"]).default("name"),
    name: z.string().optional(),
  }),
  cli: {
    form: {
      long: false,
      values: {
        s: "name",
        short: "name",
        f: "name",
        fqdn: "name",
        long: "name",
        i: "address",
        I: "address",
        d: "domain",
      },
      meanings: { name: "the name", address: "the address", domain: "the domain: none" },
    },
    name: { positional: true, placeholder: "name", does: "refused: the name cannot be set" },
  },
  examples: [
    { does: "the name", run: "hostname", prints: "localhost\n" },
    { does: "the address", run: "hostname -i", prints: "127.0.0.1\n" },
  ],
  effects: () => PURE,
  async run({ form, name }, io) {
    if (name !== undefined) throw new CommandError("you must be root to change the host name");
    const out = new Writer(io.stdout);
    out.text(`${{ name: MACHINE.host, address: "127.0.0.1", domain: "" }[form]}\n`);
    await out.flush();
  },
});
