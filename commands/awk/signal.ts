// How a statement ends. Statements answer at once when they can, and give a promise only when they must wait.

export const NORMAL = 0;
export const BREAK = 1;
export const CONTINUE = 2;
export const NEXT = 3;
export const NEXTFILE = 4;
export const EXIT = 5;
export const RETURN = 6;

export type Signal = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** A compiled statement. */
export type Exec = () => Signal | Promise<Signal>;

/** One after the other, until one does not end normally. */
export function sequence(list: readonly Exec[]): Exec {
  const [first, second] = list;
  if (first === undefined) return () => NORMAL;
  if (second === undefined) return first;
  if (list.length === 2) {
    return () => {
      const signal = first();
      if (signal !== NORMAL) return typeof signal === "number" ? signal : proceed(list, signal, 1);
      return second();
    };
  }
  return () => {
    for (let i = 0; i < list.length; i += 1) {
      const signal = (list[i] as Exec)();
      if (signal !== NORMAL) return typeof signal === "number" ? signal : proceed(list, signal, i + 1);
    }
    return NORMAL;
  };
}

async function proceed(list: readonly Exec[], pending: Promise<Signal>, from: number): Promise<Signal> {
  const signal = await pending;
  if (signal !== NORMAL) return signal;
  for (let i = from; i < list.length; i += 1) {
    const next = (list[i] as Exec)();
    const ended = typeof next === "number" ? next : await next;
    if (ended !== NORMAL) return ended;
  }
  return NORMAL;
}
