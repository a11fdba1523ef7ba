// Makes a text readable that was meant for a terminal: no escape sequences, and what was overwritten is gone.
import stripAnsi from "strip-ansi";

/** Cleans whole lines: ANSI sequences, carriage returns, backspaces, other C0 controls (tab and newline stay). */
export function cleanText(text: string): string {
  if (!UNCLEAN.test(text)) return text;
  const plain = text.includes("\u001b") || text.includes("\u009b") ? stripAnsi(text) : text;
  return plain.split("\n").map(cleanLine).join("\n");
}

const UNCLEAN = /(?![\t\n])\p{Cc}/u;
const CONTROLS = /(?!\t)\p{Cc}/gu;

function cleanLine(line: string): string {
  let shown = line;
  if (shown.includes("\r")) {
    // A carriage return starts the line over; the last segment that says something is what stays visible.
    const segments = shown.split("\r");
    while (segments.length > 1 && segments[segments.length - 1] === "") segments.pop();
    shown = segments[segments.length - 1] ?? "";
  }
  if (shown.includes("\b")) shown = collapse(shown);
  return shown.replace(CONTROLS, "");
}

function collapse(line: string): string {
  const kept: string[] = [];
  for (const character of line) {
    if (character === "\b") kept.pop();
    else kept.push(character);
  }
  return kept.join("");
}
