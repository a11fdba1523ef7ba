// A shell's state of the smallest kind, for laws of expansion that need no commands.
import { encode } from "../../src/bytes/text.ts";
import {
  type Environment,
  type ExpansionOptions,
  evaluateSubscript,
  expandWords,
  IndexedArray,
  type Variable,
} from "../../src/expand/index.ts";
import type { CommandSubstitution, Word } from "../../src/syntax/index.ts";
import { parse } from "../../src/syntax/index.ts";
import { memoryWorkspace, type Workspace } from "../../src/workspace/index.ts";

export class TestEnvironment implements Environment {
  positional: readonly string[] = [];
  readonly name = "test";
  readonly home = "/";
  readonly workspace: Workspace;
  readonly limits = { maxBraceItems: 10_000, maxGlobResults: 1_000, maxWordBytes: 1_000_000 };
  readonly options: ExpansionOptions = {
    nounset: false,
    noglob: false,
    extglob: false,
    nullglob: false,
    failglob: false,
    dotglob: false,
    globstar: true,
    nocaseglob: false,
    braceexpand: true,
    nocasematch: false,
    patsubReplacement: true,
  };
  /** How often expansion offered to pause. */
  pauses = 0;
  readonly #variables = new Map<string, Variable>();

  constructor(workspace: Workspace = memoryWorkspace()) {
    this.workspace = workspace;
  }

  get(name: string): string | undefined {
    const value = this.variable(name)?.value;
    return typeof value === "object" ? value.values()[0] : value;
  }

  variable(name: string): Variable | undefined {
    return this.#variables.get(name);
  }

  set(name: string, value: string): void {
    this.#variables.set(name, { value, exported: false, readonly: false, integer: false });
  }

  setElement(name: string, subscript: string, value: string): void {
    const array = this.variable(name)?.value;
    const elements = array instanceof IndexedArray ? array : new IndexedArray();
    elements.set(Number(evaluateSubscript(name, subscript, this)), value);
    this.#variables.set(name, { value: elements, exported: false, readonly: false, integer: false });
  }

  names(): Iterable<string> {
    return this.#variables.keys();
  }

  special(): undefined {
    return undefined;
  }

  substitute(_node: CommandSubstitution): Promise<Uint8Array> {
    return Promise.resolve(encode("substituted\n"));
  }

  processSubstitution(): string {
    return "/dev/fd/63";
  }

  pause(): undefined {
    this.pauses += 1;
    return undefined;
  }

  /** Expands source text as arguments. */
  expand(source: string): string[] | Promise<string[]> {
    return expandWords(wordsOf(source), this);
  }
}

/** The arguments of a source text. */
export function wordsOf(source: string): readonly Word[] {
  const command = parse(`c ${source}`).script.body.items[0]?.body.first.stages[0];
  if (command?.kind !== "simple") throw new Error(`not a command: ${source}`);
  return command.words.slice(1);
}
