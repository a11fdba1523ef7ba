// The longest line that is held in memory. Beyond it a command ends with an error instead of taking all there is.

/** Bytes of one line. */
export const LONGEST_LINE = 64 * 1024 * 1024;

/** A line is longer than `LONGEST_LINE`; `help` tells how to go on. */
export class LongLineError extends Error {
  readonly help = "Cut it into lines first: tr '\\0' '\\n' < FILE | ... (or fold -b -w 100000 FILE | ...)";

  constructor() {
    super("a line of more than 64 MiB");
    this.name = "LongLineError";
  }
}
