// The workspace over a folder of the host: the contract, and what only a host has.
import { diskWorkspace } from "../../src/workspace/index.ts";
import { contract } from "./contract.ts";
import { folder } from "./folder.ts";

contract({
  name: "disk",
  make: () => {
    const { root, dispose } = folder();
    return { workspace: diskWorkspace({ root }), dispose };
  },
});
