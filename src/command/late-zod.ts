// `z` for commands: zod's types, and those of its functions that declare arguments. What is declared with the first
// group is read without zod; the second group loads it. A plugin may as well import zod itself.
import { declared, late } from "./declaration.ts";

export type * from "zod";

export const string = declared("string");
export const number = declared("number");
export const boolean = declared("boolean");
export const array = declared("array");
const enumeration = declared("enum");

export { enumeration as enum };

export const any = late("any");
export const bigint = late("bigint");
export const custom = late("custom");
export const int = late("int");
export const lazy = late("lazy");
export const literal = late("literal");
export const object = late("object");
export const preprocess = late("preprocess");
export const record = late("record");
export const strictObject = late("strictObject");
export const tuple = late("tuple");
export const union = late("union");
export const unknown = late("unknown");
