// Writes down how a zod schema is declared and builds the schema only when somebody looks into it: most command lines
// are understood from the declaration alone, and loading zod costs half of a bare node's start.
import { createRequire } from "node:module";
import type * as zod from "zod";

export type Zod = typeof zod;

export interface Declaration {
  /** Name of the zod function that made it, and what it was given. */
  readonly base: keyof Zod;
  readonly args: readonly unknown[];
  /** The methods called on it since, in order. */
  readonly calls: readonly { readonly name: string; readonly args: readonly unknown[] }[];
}

/** Methods that are written down; any other one builds the schema. */
const WRITTEN: ReadonlySet<string> = new Set(
  "default describe gt gte int lt lte max min negative nonempty nonnegative nonpositive optional positive".split(" "),
);

const declarations = new WeakMap<object, Declaration>();

/** The declaration behind a schema of `declared`; undefined for a schema of zod's own. */
export function declarationOf(schema: object): Declaration | undefined {
  return declarations.get(schema);
}

/** zod's function of that name, which only writes down what is declared. */
export function declared<K extends keyof Zod>(base: K): Zod[K] {
  const declare = (...args: unknown[]): object => scribe({ base, args, calls: [] });
  // The proxies stand in for zod's schemas in every way that a declaration uses.
  return declare as unknown as Zod[K];
}

/** zod's function of that name, loaded when it is called. */
export function late<K extends keyof Zod>(name: K): Zod[K] {
  const call = (...args: unknown[]): unknown => callWith(Reflect.get(zodModule(), name), undefined, args);
  return call as unknown as Zod[K];
}

function scribe(declaration: Declaration): object {
  let built: object | undefined;
  const schema = new Proxy(
    {},
    {
      get(_, name) {
        if (typeof name === "string" && WRITTEN.has(name)) {
          return (...args: unknown[]) => scribe({ ...declaration, calls: [...declaration.calls, { name, args }] });
        }
        built ??= build(declaration);
        const real = built;
        const value: unknown = Reflect.get(real, name, real);
        return typeof value === "function" ? (...args: unknown[]) => callWith(value, real, args) : value;
      },
      has(_, name) {
        built ??= build(declaration);
        return Reflect.has(built, name);
      },
    },
  );
  declarations.set(schema, declaration);
  return schema;
}

function build({ base, args, calls }: Declaration): object {
  let schema: unknown = callWith(Reflect.get(zodModule(), base), undefined, args);
  for (const call of calls) schema = callWith(member(schema, call.name), schema, call.args);
  if (typeof schema !== "object" || schema === null) throw new TypeError(`z.${base}: no schema`);
  return schema;
}

function callWith(value: unknown, self: unknown, args: readonly unknown[]): unknown {
  if (typeof value !== "function") throw new TypeError("no function of zod");
  return Reflect.apply(value, self, args.map(schemasWithin));
}

/** Replaces declarations by their schemas, in lists and plain objects too. */
function schemasWithin(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const declaration = declarations.get(value);
  if (declaration) return build(declaration);
  if (Array.isArray(value)) return value.map(schemasWithin);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, schemasWithin(part)]));
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

let loaded: Zod | undefined;

/** Declarations are read synchronously, so zod comes in by `require`, as commander does. */
function zodModule(): Zod {
  loaded ??= createRequire(import.meta.url)("zod") as Zod;
  return loaded;
}
