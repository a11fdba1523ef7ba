// The stream layer's public face.
export { type LineBlock, LineReader } from "./lines.ts";
export { LONGEST_LINE, LongLineError } from "./long-line.ts";
export { Pacer } from "./pacer.ts";
export { createPipe, PIPE_CAPACITY, type Pipe } from "./pipe.ts";
export { Stop, unlessStopped } from "./stop.ts";
export { CancelledError, ClosedPipeError, type Sink, type Source } from "./stream.ts";
export { Writer } from "./writer.ts";
