// find's operators: each makes one expression of others. A value is a promise only where an action had to wait.
import type { Bind } from "./visit.ts";

/** What options are as expressions; and-ing it costs nothing. */
export const ALWAYS: Bind = () => () => true;

export function and(left: Bind, right: Bind): Bind {
  if (left === ALWAYS) return right;
  return (run) => {
    const first = left(run);
    const second = right(run);
    return (visit) => {
      const value = first(visit);
      if (value === false) return false;
      return value === true ? second(visit) : value.then((done) => done && second(visit));
    };
  };
}

export function or(left: Bind, right: Bind): Bind {
  return (run) => {
    const first = left(run);
    const second = right(run);
    return (visit) => {
      const value = first(visit);
      if (value === true) return true;
      return value === false ? second(visit) : value.then((done) => done || second(visit));
    };
  };
}

export function not(operand: Bind): Bind {
  return (run) => {
    const inner = operand(run);
    return (visit) => {
      const value = inner(visit);
      return typeof value === "boolean" ? !value : value.then((done) => !done);
    };
  };
}

export function sequence(left: Bind, right: Bind): Bind {
  return (run) => {
    const first = left(run);
    const second = right(run);
    return (visit) => {
      const value = first(visit);
      return typeof value === "boolean" ? second(visit) : value.then(() => second(visit));
    };
  };
}
