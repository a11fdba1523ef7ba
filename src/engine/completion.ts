// Ways in which running code ends other than by reaching its end. They are thrown, and caught where they belong.

/** `exit`, `set -e`, or a fatal expansion error: ends the current shell or subshell. */
export class ExitShell {
  readonly status: number;

  constructor(status: number) {
    this.status = status;
  }
}

/** `return`: ends the current function or sourced file. */
export class ReturnFromFunction {
  readonly status: number;

  constructor(status: number) {
    this.status = status;
  }
}

/** `break n` or `continue n`; `levels` counts the loops still to leave, `status` is what the last of them gives. */
export class LeaveLoop {
  readonly kind: "break" | "continue";
  readonly levels: number;
  readonly status: number;

  constructor(kind: "break" | "continue", levels: number, status = 0) {
    this.kind = kind;
    this.levels = levels;
    this.status = status;
  }
}

/** A limit of the whole call is passed: everything in it stops, exit 125. */
export class LimitError extends Error {
  readonly exitCode = 125;

  constructor(message: string) {
    super(message);
    this.name = "LimitError";
  }
}
