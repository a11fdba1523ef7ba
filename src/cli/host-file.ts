// The few files of the host that the program itself reads: scripts, configuration, history.
import { readFileSync } from "node:fs";

/** The text of a file, or undefined where there is none. */
export function readHostFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    if (error instanceof Error && "code" in error && error.code === "EISDIR")
      throw new Error(`${path}: is a directory`);
    throw error;
  }
}
