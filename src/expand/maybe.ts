// Values that may come later. Expansion stays synchronous until a substitution or a pause makes it wait; these few
// functions let one piece of code serve both cases.

export type Maybe<T> = T | Promise<T>;

/** Goes on with the value: at once where it is there. */
export function chain<T, R>(value: Maybe<T>, next: (value: T) => Maybe<R>): Maybe<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** As `each`, over values that are made one at a time. */
export function eachOf<T>(values: Iterator<T>, visit: (value: T) => Maybe<void>): Maybe<void> {
  for (let next = values.next(); next.done !== true; next = values.next()) {
    const waiting = visit(next.value);
    if (waiting instanceof Promise) return waiting.then(() => eachOf(values, visit));
  }
}

/** Calls `visit` for each item in order; each waits for the one before. */
export function each<T>(items: readonly T[], visit: (item: T, index: number) => Maybe<void>, from = 0): Maybe<void> {
  for (let index = from; index < items.length; index += 1) {
    const item = items[index];
    if (item === undefined) continue;
    const waiting = visit(item, index);
    if (waiting instanceof Promise) return waiting.then(() => each(items, visit, index + 1));
  }
}
