// id: prints who the user is, by fixed values that agree with $UID and whoami.
import { CommandError, defineCommand, PURE, UsageError, Writer, z } from "../src/plugin.ts";
import { USER, VIRTUAL } from "./machine.ts";

export const id = defineCommand({
  name: "id",
  summary: "Print the numbers and names of the user",
  description: VIRTUAL,
  args: () => ({
    what: z.enum(["all", "user", "group", "groups"]).default("all"),
    name: z.boolean().default(false),
    real: z.boolean().default(false),
    user: z.string().optional(),
  }),
  cli: {
    what: {
      long: false,
      values: { u: "user", user: "user", g: "group", group: "group", G: "groups", groups: "groups" },
      meanings: { user: "the user alone", group: "the group alone", groups: "all groups" },
    },
    name: { short: "n", does: "the name, not the number, with -u -g -G" },
    real: { short: "r", does: "the real one, which is the same" },
    user: { positional: true, placeholder: "user" },
  },
  examples: [
    { does: "everything", run: "id", prints: "uid=1000(user) gid=1000(user) groups=1000(user)\n" },
    { does: "the name", run: "id -un", prints: "user\n" },
  ],
  effects: () => PURE,
  async run({ what, name, user }, io) {
    const root = user === "root" || user === "0";
    if (user !== undefined && !root && user !== USER.name && user !== String(USER.id)) {
      throw new CommandError(`'${user}': no such user`);
    }
    if (name && what === "all") {
      throw new UsageError("cannot print only names or real IDs in default format", {
        exitCode: 1,
        help: "Use: id -un",
      });
    }
    const [number, word] = root ? [0, "root"] : [USER.id, USER.name];
    const out = new Writer(io.stdout);
    const both = `${number}(${word})`;
    if (what === "all") out.text(`uid=${both} gid=${both} groups=${both}\n`);
    else out.text(`${name ? word : number}\n`);
    await out.flush();
  },
});
