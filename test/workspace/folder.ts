// A folder of the host for one test, gone afterwards.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export function folder(): { readonly root: string; readonly dispose: () => void } {
  const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "runsh-test-"));
  return { root, dispose: () => fs.rmSync(root, { recursive: true, force: true }) };
}
