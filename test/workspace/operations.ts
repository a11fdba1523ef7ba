// Random operations on a small tree of names, for laws that hold for any sequence of them.
import fc from "fast-check";
import { FileError, type Workspace } from "../../src/workspace/index.ts";
import { bytes, text, write } from "./contract.ts";

export type Operation =
  | { readonly do: "write" | "append" | "replace"; readonly path: string; readonly content: string }
  | { readonly do: "mkdir" | "rmdir" | "unlink"; readonly path: string }
  | { readonly do: "rename" | "link"; readonly from: string; readonly to: string }
  | { readonly do: "symlink"; readonly target: string; readonly path: string }
  | { readonly do: "chmod"; readonly path: string; readonly mode: number };

const NAMES = ["a", "b", "c"];
const path = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }).map((names) => `/${names.join("/")}`);
const content = fc.constantFrom("", "one", "two\n", "three three three");
const target = fc.oneof(path, fc.constantFrom("a", "../b", "b/c", "../../a", "."));

export const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ do: fc.constantFrom("write" as const, "append" as const, "replace" as const), path, content }),
  {
    arbitrary: fc.record({ do: fc.constantFrom("mkdir" as const, "mkdir" as const, "rmdir" as const), path }),
    weight: 2,
  },
  fc.record({ do: fc.constant("unlink" as const), path }),
  { arbitrary: fc.record({ do: fc.constant("rename" as const), from: path, to: path }), weight: 3 },
  fc.record({ do: fc.constant("link" as const), from: path, to: path }),
  fc.record({ do: fc.constant("symlink" as const), target, path }),
  fc.record({ do: fc.constant("chmod" as const), path, mode: fc.constantFrom(0o644, 0o600, 0o755) }),
);

/** Performs an operation; returns "ok" or the code of its failure. */
export function perform(ws: Workspace, op: Operation): string {
  try {
    switch (op.do) {
      case "write":
        write(ws, op.path, op.content);
        break;
      case "append": {
        const handle = ws.open(op.path, { append: true, create: true });
        handle.write(bytes(op.content));
        handle.close();
        break;
      }
      case "replace":
        ws.replace(op.path, bytes(op.content));
        break;
      case "mkdir":
        ws.mkdir(op.path);
        break;
      case "rmdir":
        ws.rmdir(op.path);
        break;
      case "unlink":
        ws.unlink(op.path);
        break;
      case "rename":
        ws.rename(op.from, op.to);
        break;
      case "link":
        ws.link(op.from, op.to);
        break;
      case "symlink":
        ws.symlink(op.target, op.path);
        break;
      case "chmod":
        // Directories keep theirs: the host would forbid what memory allows.
        if (ws.stat(op.path).kind === "file") ws.chmod(op.path, op.mode);
        break;
    }
    return "ok";
  } catch (error) {
    if (error instanceof FileError) return error.code;
    throw error;
  }
}

/** Everything in a tree that its user can see, times left out. */
export function dump(ws: Workspace, directory = "/"): string[] {
  const lines: string[] = [];
  for (const { name, kind } of ws.readdir(directory)) {
    const at = directory === "/" ? `/${name}` : `${directory}/${name}`;
    const stat = ws.lstat(at);
    if (stat.kind !== kind) lines.push(`${at}: listed as ${kind}`);
    if (kind === "file") {
      lines.push(`${at} ${stat.mode.toString(8)} ${JSON.stringify(text(ws.readFile(at)))}`);
      if (stat.size !== ws.readFile(at).length) lines.push(`${at}: says ${stat.size} bytes`);
    } else if (kind === "link") lines.push(`${at} -> ${ws.readlink(at)}`);
    else lines.push(`${at}/`, ...dump(ws, at));
  }
  return lines;
}
