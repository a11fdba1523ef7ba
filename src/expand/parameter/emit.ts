// The last step of every parameter expansion: a value or a list, quoted or not, goes into the sink.
import type { Sink } from "../sink.ts";
import type { Found } from "./target.ts";

/** Sends a value or a list on, in the way that its quoting asks for. */
export function emit(found: Found, sink: Sink, quoted: boolean): void {
  if (found === undefined) return;
  if (typeof found === "string") {
    if (quoted) sink.inside(found);
    else sink.expanded(found);
  } else if (!quoted) sink.elements(found.list, found.star);
  else if (found.star) sink.together(found.list);
  else sink.separate(found.list);
}
