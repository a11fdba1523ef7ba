// The rows of the bench and their printing as one Markdown table. It measures nothing.

/**
 * One line of the table: what runsh took, what the peer took, and whether the target holds.
 * @typedef {object} Row
 * @property {string} name what was run
 * @property {string} ours runsh's figure with its unit
 * @property {string} peer the peer's name and figure, or ""
 * @property {string} ratio
 * @property {string} target
 * @property {boolean | undefined} met undefined when the row has no target
 * @property {string} [note]
 */

/** `ours` may be at most `limit` times the peer's. */
export function atMost(name, ours, peerName, peer, limit, unit) {
  const ratio = ours / peer;
  return row(name, ours, peerName, peer, unit, `${figure(ratio)}x`, `<= ${limit}x`, ratio <= limit);
}

/** runsh must be at least `limit` times faster than the peer. */
export function timesFaster(name, ours, peerName, peer, limit, unit) {
  const ratio = peer / ours;
  return row(name, ours, peerName, peer, unit, `${figure(ratio)}x faster`, `>= ${limit}x`, ratio >= limit);
}

/** An absolute target: at most `limit` of the unit. */
export function under(name, ours, limit, unit) {
  return { name, ours: quantity(ours, unit), peer: "", ratio: "", target: `<= ${limit} ${unit}`, met: ours <= limit };
}

/** @param {readonly Row[]} rows */
export function printTable(rows) {
  const lines = [
    ["case", "runsh", "peer", "ratio", "target", ""],
    ...rows.map(({ name, ours, peer, ratio, target, met, note }) => {
      const verdict = met === undefined ? "" : met ? "met" : "MISSED";
      return [name, ours, peer, ratio, target, note ? `${verdict} (${note})` : verdict];
    }),
  ].map((cells) => cells.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = lines[0].map((_, column) => Math.max(...lines.map((cells) => cells[column].length), 3));
  lines.splice(
    1,
    0,
    widths.map((width) => "-".repeat(width)),
  );
  console.log("");
  for (const cells of lines) console.log(`| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(" | ")} |`);
  const judged = rows.filter(({ met }) => met !== undefined);
  console.log(`\n${judged.filter(({ met }) => met).length} of ${judged.length} targets met`);
}

function row(name, ours, peerName, peer, unit, ratio, target, met) {
  return { name, ours: quantity(ours, unit), peer: `${peerName} ${quantity(peer, unit)}`, ratio, target, met };
}

function quantity(value, unit) {
  return `${figure(value)} ${unit}`;
}

/** Three significant digits, without an exponent. */
function figure(value) {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toPrecision(3);
}
