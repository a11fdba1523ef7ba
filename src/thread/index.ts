// The thread layer's public face: programs that cannot be interrupted from inside run in a thread that can be ended.
export { type JqRun, runJq } from "./jq.ts";
