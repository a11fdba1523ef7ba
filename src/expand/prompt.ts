// Escapes of prompts, for `${x@P}`. What would need a clock or a host gives a fixed text.
import type { Environment } from "./environment.ts";

export function promptText(text: string, env: Environment): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\([0-7]{3}|[\s\S])/g, (whole, letter: string) => {
    if (letter.length === 3) return String.fromCharCode(Number.parseInt(letter, 8));
    const cwd = env.get("PWD") ?? env.workspace.cwd;
    switch (letter) {
      case "w":
        return shorten(cwd, env);
      case "W":
        return cwd === env.get("HOME") ? "~" : cwd.slice(cwd.lastIndexOf("/") + 1) || "/";
      case "u":
        return env.get("USER") ?? "user";
      case "h":
      case "H":
        return "localhost";
      case "s":
        return env.name.slice(env.name.lastIndexOf("/") + 1);
      case "n":
        return "\n";
      case "r":
        return "\r";
      case "a":
        return "\x07";
      case "e":
        return "\x1b";
      case "$":
        return "$";
      case "[":
      case "]":
        return "";
      case "\\":
        return "\\";
      default:
        return whole;
    }
  });
}

function shorten(cwd: string, env: Environment): string {
  const home = env.get("HOME") ?? env.home;
  if (home === "/" || home === "") return cwd === home ? "~" : cwd;
  return cwd === home || cwd.startsWith(`${home}/`) ? `~${cwd.slice(home.length)}` : cwd;
}
