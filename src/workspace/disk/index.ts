// A workspace over one folder of the host.
import fs from "node:fs";
import path from "node:path";
import { Quota, type QuotaLimits } from "../quota.ts";
import { ResolvedWorkspace } from "../resolved.ts";
import { FileError, type Workspace } from "../workspace.ts";
import { fileError } from "./host.ts";
import { DiskTree } from "./tree.ts";

export interface DiskOptions {
  /** The folder of the host that `/` is. It must exist. */
  readonly root: string;
  readonly readOnly?: boolean;
  /** Unlimited unless given: the host's own quota holds. */
  readonly quota?: QuotaLimits;
}

export function diskWorkspace(options: DiskOptions): Workspace {
  return new ResolvedWorkspace(diskTree(options));
}

export function diskTree({ root, readOnly = false, quota }: DiskOptions): DiskTree {
  const limits = new Quota(quota, { maxBytes: Number.POSITIVE_INFINITY, maxFiles: Number.POSITIVE_INFINITY });
  const given = path.resolve(root);
  const real = realFolder(given);
  const aliases = given === real || given === "/" ? [] : [given];
  return new DiskTree({ root: real === "/" ? "" : real, aliases, readOnly, quota: limits });
}

function realFolder(folder: string): string {
  let real: string;
  try {
    real = fs.realpathSync(folder);
  } catch (error) {
    throw fileError(error, "/");
  }
  if (!fs.statSync(real).isDirectory()) throw new FileError("ENOTDIR", "/");
  return real;
}
