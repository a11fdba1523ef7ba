// The structured result of a call.
import type { Attachment } from "../command/context.ts";
import type { Captured } from "./capture.ts";

export interface RunResult {
  /** What a model should read; the footer is its last line. */
  readonly text: string;
  /** Undecorated, capped as the text is (head and tail); `{ base64 }` where it is not UTF-8. */
  readonly stdout: Captured;
  readonly stderr: Captured;
  readonly exitCode: number;
  /** Statuses of the stages of the last pipeline. */
  readonly stages: readonly number[];
  readonly durationMs: number;
  /** Something was left out of `text`, `stdout` or `stderr`. */
  readonly truncated: boolean;
  /** Where in the shell's tree the whole output is, if it was too long. */
  readonly spill?: string;
  readonly attachments: readonly Attachment[];
}
