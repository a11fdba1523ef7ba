// whoami: prints the user's name, a fixed value.
import { defineCommand, PURE, Writer } from "../src/plugin.ts";
import { USER, VIRTUAL } from "./machine.ts";

export const whoami = defineCommand({
  name: "whoami",
  summary: "Print the name of the user",
  description: VIRTUAL,
  args: () => ({}),
  examples: [
    { does: "who", run: "whoami", prints: "user\n" },
    { does: "in a sentence", run: 'echo "I am $(whoami)"', prints: "I am user\n" },
  ],
  effects: () => PURE,
  async run(_args, io) {
    const out = new Writer(io.stdout);
    out.text(`${USER.name}\n`);
    await out.flush();
  },
});
