// Where the output of a call ends: two sinks that keep order, and the images that go beside the text.
import { decode, encode } from "../bytes/text.ts";
import type { Attachment } from "../command/context.ts";
import type { Stop } from "../stream/stop.ts";
import { CancelledError, type Sink } from "../stream/stream.ts";
import { Capture } from "./capture.ts";
import { Entries, type Entry } from "./entries.ts";
import { withHelp } from "./lines.ts";
import type { Spill } from "./spill.ts";

/** Where bytes go as they come, for a shell whose reader is a person or another program. */
export interface Through {
  readonly stdout: Sink;
  readonly stderr: Sink;
}

/** Hears what is printed while it is printed. */
export type Listener = (descriptor: 1 | 2, bytes: Uint8Array) => void;

export class Terminal {
  readonly entries: Entries;
  readonly spill: Spill;
  /** stdout and stderr apart, undecorated and capped. */
  readonly captured: { readonly 1: Capture; readonly 2: Capture };
  readonly attachments: Attachment[] = [];
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly #stop: Stop;
  readonly #listener: Listener | undefined;
  readonly #through: Through | undefined;
  #open = true;

  constructor(options: {
    readonly spill: Spill;
    readonly maxCaptureBytes: number;
    readonly secrets: readonly string[];
    readonly stop: Stop;
    readonly pause: () => Promise<void> | undefined;
    readonly listener: Listener | undefined;
    /** Takes the bytes as they come instead of keeping them for a text. */
    readonly through: Through | undefined;
  }) {
    this.spill = options.spill;
    this.entries = new Entries(options.spill);
    this.captured = {
      1: new Capture(options.maxCaptureBytes, options.secrets),
      2: new Capture(options.maxCaptureBytes, options.secrets),
    };
    this.#stop = options.stop;
    this.#listener = options.listener;
    this.#through = options.through;
    this.stdout = this.#sink(1, options.pause, options.through?.stdout);
    this.stderr = this.#sink(2, options.pause, options.through?.stderr);
  }

  /** Nothing that is still running may print any more. */
  close(): void {
    this.#open = false;
  }

  /** Takes diagnostics that were held back when the call was cut short. */
  get afterwards(): Sink {
    const report = (line: string, help?: string): Promise<void> => this.report(line, help);
    return { terminal: true, write: (bytes) => report(decode(bytes)), diagnostic: report };
  }

  /** Adds a line of the shell's own to what stderr has shown. */
  async report(line: string, help?: string): Promise<void> {
    if (this.#through) {
      await this.#through.stderr.write(encode(help === undefined ? line : withHelp(line, help)));
      return;
    }
    this.#add({ descriptor: 2, bytes: encode(line), diagnostic: true, ...(help === undefined ? {} : { help }) });
  }

  #sink(descriptor: 1 | 2, pause: () => Promise<void> | undefined, through: Sink | undefined): Sink {
    if (through) return this.#passing(through);
    return {
      terminal: true,
      write: (bytes) => {
        this.#check();
        this.#add({ descriptor, bytes, diagnostic: false });
        return pause();
      },
      diagnostic: (line, help) => {
        this.#check();
        this.#add({ descriptor, bytes: encode(line), diagnostic: true, ...(help === undefined ? {} : { help }) });
      },
    };
  }

  #passing(sink: Sink): Sink {
    const write = (bytes: Uint8Array): void | Promise<void> => {
      this.#check();
      return sink.write(bytes);
    };
    return {
      terminal: sink.terminal,
      write,
      diagnostic: (line, help) => write(encode(help === undefined ? line : withHelp(line, help))),
    };
  }

  #check(): void {
    if (this.#stop.error) throw this.#stop.error;
    if (!this.#open) throw new CancelledError(130);
  }

  #add(entry: Entry): void {
    this.entries.add(entry);
    const capture = this.captured[entry.descriptor];
    capture.add(entry.bytes);
    if (entry.descriptor === 2 && entry.help !== undefined) capture.add(encode(`${entry.help}\n`));
    this.#listener?.(entry.descriptor, entry.bytes);
  }
}
