// The output layer's public face.
export type { Captured } from "./capture.ts";
export { footerOf, present } from "./present.ts";
export type { RunResult } from "./result.ts";
export { masking } from "./secrets.ts";
export { formatCount, formatDuration, formatSize } from "./size.ts";
export { Spill } from "./spill.ts";
export { type Listener, Terminal, type Through } from "./terminal.ts";
