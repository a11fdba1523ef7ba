// Words to argv, as bash 5.2 expands them. Synchronous unless a command substitution or a pause makes it wait.
import type { Arithmetic, ArrayValue, Word } from "../syntax/tree.ts";
import type { IndexedArray, AssociativeArray } from "./arrays.ts";
import type { Environment } from "./environment.ts";
import type { Maybe } from "./maybe.ts";
export { AssociativeArray, IndexedArray } from "./arrays.ts";
export { type Environment, ExpansionError, type ExpansionLimits, type ExpansionOptions, type Variable } from "./environment.ts";
export type { Maybe } from "./maybe.ts";
export declare function expandWords(words: readonly Word[], env: Environment): Maybe<string[]>;
export declare function expandWord(word: Word, env: Environment): Maybe<string>;
export declare function expandPattern(word: Word, env: Environment): Maybe<string>;
export declare function expandRegex(word: Word, env: Environment): Maybe<string>;
export declare function expandHeredoc(word: Word, env: Environment): Maybe<string>;
export declare function expandArithmetic(node: Arithmetic, env: Environment): Maybe<bigint>;
export declare function evaluateArithmetic(text: string, env: Environment): bigint;
/** The subscript of `name[subscript]` as `Environment.setElement` takes it: evaluated for indexed arrays, the key for associative ones. */
export declare function expandSubscript(name: string, subscript: Word, env: Environment): Maybe<string>;
/** The same for text that is expanded already (`unset 'a[i+1]'`, `read a[0]`, `printf -v`). */
export declare function evaluateSubscript(name: string, subscript: string, env: Environment): string;
/** Fills `into` with the elements of `(...)`; clear it first unless it is `+=`. Bare words are split and globbed, as bash does. */
export declare function expandArray(value: ArrayValue, into: IndexedArray | AssociativeArray, env: Environment): Maybe<void>;
