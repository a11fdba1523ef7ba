// The temporary file of an atomic replacement. It lies in the host's folder for temporary files where that is outside
// the mapped tree and on the same file system, else beside the target, where the tree hides it.
import fs from "node:fs";
import os from "node:os";
import { isWithin, parentOf } from "../tree.ts";
import { codeOf, type HostPath, hostPath } from "./host.ts";

/** Begins the name of a temporary file beside its target; a tree never lists, finds or creates such a name. */
const PREFIX = ".runsh-replace-";

/** Whether a name is one that only replacements use. */
export function isReserved(name: string): boolean {
  return name.charCodeAt(0) === 46 && name.startsWith(PREFIX);
}

export class TemporaryFiles {
  readonly #root: string;
  /** Folder outside the tree, "" when there is none. */
  #outside: string | undefined;
  #count = 0;

  constructor(root: string) {
    this.#root = root;
  }

  /** Writes a new file by `fill` and moves it over `path`. Whatever fails, no temporary file stays. */
  replace(path: string, mode: number, device: number, fill: (fd: number) => void): void {
    const outside = this.#folderOutside(device);
    if (outside !== "") {
      try {
        this.#through(`${outside}/${this.#name()}`, hostPath(this.#root, path), mode, fill);
        return;
      } catch (error) {
        // Two mounts of one file system share a device number, and still no rename crosses them.
        if (!(error instanceof NotMoved)) throw error;
        this.#outside = "";
        this.#moveIn(error, path);
        return;
      }
    }
    const beside = `${parentOf(path) === "/" ? "" : parentOf(path)}/${this.#name()}`;
    this.#through(hostPath(this.#root, beside), hostPath(this.#root, path), mode, fill);
  }

  #through(temporary: HostPath, target: HostPath, mode: number, fill: (fd: number) => void): void {
    const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = fs.constants;
    const fd = fs.openSync(temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode & 0o777);
    let open = true;
    try {
      fill(fd);
      fs.closeSync(fd);
      open = false;
      fs.renameSync(temporary, target);
    } catch (error) {
      if (open) fs.closeSync(fd);
      if (!open && codeOf(error) === "EXDEV") throw new NotMoved(temporary);
      fs.unlinkSync(temporary);
      throw error;
    }
  }

  /** Copies a complete temporary file beside the target and moves that copy. */
  #moveIn(left: NotMoved, path: string): void {
    const beside = hostPath(this.#root, `${parentOf(path) === "/" ? "" : parentOf(path)}/${this.#name()}`);
    try {
      fs.copyFileSync(left.temporary, beside, fs.constants.COPYFILE_EXCL);
      fs.chmodSync(beside, fs.statSync(left.temporary).mode & 0o7777);
      fs.renameSync(beside, hostPath(this.#root, path));
    } catch (error) {
      fs.rmSync(beside, { force: true });
      throw error;
    } finally {
      fs.rmSync(left.temporary, { force: true });
    }
  }

  #folderOutside(device: number): string {
    if (this.#outside !== undefined) return this.#outside;
    this.#outside = "";
    try {
      const folder = fs.realpathSync(os.tmpdir());
      if (!isWithin(folder, this.#root || "/") && fs.statSync(folder).dev === device) this.#outside = folder;
    } catch {
      // No usable folder for temporary files: they go beside their targets.
    }
    return this.#outside;
  }

  #name(): string {
    this.#count += 1;
    return `${PREFIX}${process.pid}-${this.#count}-${Math.random().toString(36).slice(2, 10)}`;
  }
}

/** The file is complete, but in a place that no rename reaches the target from. */
class NotMoved extends Error {
  readonly temporary: HostPath;

  constructor(temporary: HostPath) {
    super("the temporary file lies on another file system");
    this.temporary = temporary;
  }
}
