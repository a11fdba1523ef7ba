// A workspace whose changes stay in memory over any base until they are applied or dropped.
import { treeOf } from "../foreign.ts";
import { MEMORY_QUOTA } from "../memory/index.ts";
import { MemoryTree } from "../memory/tree.ts";
import { Quota, type QuotaLimits } from "../quota.ts";
import { ResolvedWorkspace } from "../resolved.ts";
import type { Tree } from "../tree.ts";
import type { Workspace } from "../workspace.ts";
import { applyChanges } from "./apply.ts";
import { BorrowedContent } from "./borrowed.ts";
import { type Change, listChanges } from "./changes.ts";
import { BaseWatch } from "./watch.ts";

/** `quota`: of what is held in memory; 256 MiB and 100,000 files unless given. */
export function overlayWorkspace(base: Workspace, options: { readonly quota?: QuotaLimits } = {}): OverlayWorkspace {
  const below = treeOf(base);
  const watch = new BaseWatch(below);
  const quota = new Quota(options.quota, MEMORY_QUOTA);
  const upper = new MemoryTree({
    readOnly: false,
    quota,
    base: {
      tree: below,
      watch,
      borrow: (path, stat) => new BorrowedContent(below, watch, quota, path, stat.size),
    },
  });
  return new OverlayWorkspace(upper, watch, base);
}

export class OverlayWorkspace extends ResolvedWorkspace {
  readonly #upper: MemoryTree;
  readonly #base: Workspace;
  readonly #below: Tree;
  readonly #watch: BaseWatch;

  constructor(upper: MemoryTree, watch: BaseWatch, base: Workspace) {
    super(upper, base.cwd);
    this.#upper = upper;
    this.#base = base;
    this.#below = treeOf(base);
    this.#watch = watch;
  }

  /** What applying would do, by the bytes of the paths. */
  changes(): Change[] {
    return listChanges(this.#upper, this.#below);
  }

  /**
   * Writes the changes to the base and starts anew over it. Throws `OverlayConflictError`, with nothing changed, when
   * the base is no longer what it was where the overlay read and changed it.
   */
  apply(): void {
    try {
      applyChanges(this.#upper, this.#below, this.#watch);
    } finally {
      // Its tree changed behind its back: it must look at directories anew.
      this.#base.forget();
    }
    this.drop();
  }

  /** Forgets the changes. */
  drop(): void {
    this.#watch.clear();
    this.#upper.reset();
    this.forget();
  }
}
