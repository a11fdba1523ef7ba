// The workspace in memory: the contract, and its initial files.
import { memoryWorkspace } from "../../src/workspace/index.ts";
import { contract } from "./contract.ts";

contract({ name: "memory", make: () => ({ workspace: memoryWorkspace() }) });
