// What a word means where it stands, as bits that are passed beside the classes that end it.
import { META } from "./characters.ts";

// What ends the word is said with the classes of `characters.ts`; the rest of the context with these.
/** `{a,b}` and `{1..3}` are expanded. */
export const BRACES = 1 << 12;
/** `~` at the start is a home directory. */
export const TILDES = 1 << 13;
/** A value: `~` after `:` too. */
export const VALUE = 1 << 14;
/** The right side of `=~`: parentheses and `|` belong to it. */
export const REGEX = 1 << 15;
/** Within double quotes (`"${x:-word}"`): single quotes are plain, and few characters can be escaped. */
export const IN_QUOTES = 1 << 16;
/** Looks for `name=~`, as bash does in arguments. */
export const ARGUMENT = 1 << 17;

export const COMMAND_WORD = META | BRACES | TILDES | ARGUMENT;
export const VALUE_WORD = META | TILDES | VALUE;
export const PLAIN_WORD = META | TILDES;
