// Every limit of a shell, with its unit and its default, in one place. What enforces a limit takes it from here.

export interface Limits {
  /** Milliseconds that one call may take; its exit is 124 after that. */
  readonly timeoutMs: number;
  /** Depth of nested functions, `eval`, substitutions, subshells and nested calls of commands. */
  readonly maxDepth: number;
  /** Subshells, stages and jobs that may live at once. */
  readonly maxSubshells: number;
  /** Commands that one call may start, nested ones included. */
  readonly maxInvocations: number;
  /** Words that one brace expansion may make. */
  readonly maxBraceItems: number;
  /** Names that one glob may match. */
  readonly maxGlobResults: number;
  /** Bytes of one expanded word, and of one substitution's output. */
  readonly maxWordBytes: number;
  /** Characters of one line of shell. */
  readonly maxLineLength: number;
  /** Lines of a result that the model reads; beyond, head and tail are shown. */
  readonly maxOutputLines: number;
  /** Bytes of a result that the model reads. */
  readonly maxOutputBytes: number;
  /** Characters of one line that the model reads. */
  readonly maxLineCharacters: number;
  /** Bytes of `stdout` and of `stderr` kept in a structured result. */
  readonly maxCaptureBytes: number;
  /** Bytes of one spilled output under /tmp/out. */
  readonly maxSpillBytes: number;
  /** Bytes that files in /tmp may hold. */
  readonly maxScratchBytes: number;
  /** Bytes of diagnostics of earlier pipeline stages that wait for the pipeline's stdout. */
  readonly maxDeferredBytes: number;
}

export const DEFAULT_LIMITS: Limits = {
  timeoutMs: 120_000,
  maxDepth: 1_000,
  maxSubshells: 2_000,
  maxInvocations: 10_000_000,
  maxBraceItems: 1_000_000,
  maxGlobResults: 1_000_000,
  maxWordBytes: 64 * 1024 * 1024,
  maxLineLength: 1024 * 1024,
  maxOutputLines: 200,
  maxOutputBytes: 50 * 1024,
  maxLineCharacters: 2_000,
  maxCaptureBytes: 50 * 1024,
  maxSpillBytes: 1024 * 1024 * 1024,
  maxScratchBytes: 8 * 1024 * 1024 * 1024,
  maxDeferredBytes: 256 * 1024,
};
