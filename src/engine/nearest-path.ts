// The existing path that somebody probably meant by one that does not exist.
import { nearest } from "../command/suggest.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** A neighbour in the same directory that can be opened; never the same name again, nor a link that leads nowhere. */
export function nearestPath(workspace: Workspace, path: string): string | undefined {
  const slash = path.lastIndexOf("/");
  const folder = path.slice(0, slash + 1);
  const name = path.slice(slash + 1);
  try {
    const names = workspace.readdir(folder === "" ? "." : folder).map((entry) => entry.name);
    const others = names.filter((other) => other !== name);
    const found = nearest(name, others).find((other) => workspace.exists(folder + other) !== undefined);
    if (found === undefined) return undefined;
    return folder === "" && found.startsWith("-") ? `./${found}` : folder + found;
  } catch {
    return undefined;
  }
}
