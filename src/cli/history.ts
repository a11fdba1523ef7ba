// The prompt's history, in the user's state folder.
import { appendFileSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { readHostFile } from "./host-file.ts";

const KEPT = 1000;

/** Newest first, as node:readline wants it. */
export function readHistory(): string[] {
  const text = readHostFile(historyFile()) ?? "";
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.slice(-KEPT).reverse();
}

/** A command of several lines is kept as these lines, as they are recalled. A history that cannot be written is no reason to stop. */
export function appendHistory(line: string): void {
  const file = historyFile();
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
  } catch {
    return;
  }
}

function historyFile(): string {
  const base = process.env.XDG_STATE_HOME;
  return join(base !== undefined && isAbsolute(base) ? base : join(homedir(), ".local", "state"), "runsh", "history");
}
