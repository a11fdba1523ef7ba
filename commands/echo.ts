// echo: prints its arguments as bash's builtin does.
import { defineCommand, encode, PURE } from "../src/plugin.ts";
import { expandEscapes } from "./escapes.ts";

export const echo = defineCommand({
  name: "echo",
  summary: "Print its arguments",
  raw: true,
  usage: "[-neE] [text...]",
  options: {
    "-n": "print no newline at the end",
    "-e": "take backslash sequences: \\n \\t \\\\ \\a \\b \\e \\f \\r \\v \\0NNN \\xHH \\uHHHH \\UHHHHHHHH \\c",
    "-E": "leave backslashes alone (the default)",
  },
  helpIsData: true,
  examples: [
    { does: "print a line", run: "echo hello world", prints: "hello world\n" },
    { does: "take backslash sequences", run: "echo -e 'a\\tb'", prints: "a\tb\n" },
    { does: "print no newline", run: "echo -n hi", prints: "hi" },
  ],
  effects: () => PURE,
  run(argv, io) {
    let newline = true;
    let escapes = false;
    let first = 0;
    // As in bash: an argument is options only when all its letters are.
    for (; /^-[neE]+$/.test(argv[first] ?? ""); first += 1) {
      for (const letter of argv[first] ?? "") {
        if (letter === "n") newline = false;
        else if (letter !== "-") escapes = letter === "e";
      }
    }
    const text = argv.slice(first).join(" ");
    if (!escapes) return io.stdout.write(encode(newline ? `${text}\n` : text));
    const expanded = expandEscapes(text, "echo");
    return io.stdout.write(encode(newline && !expanded.stop ? `${expanded.text}\n` : expanded.text));
  },
});
