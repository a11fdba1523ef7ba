// Medians, and rounds in which the contenders take turns, so that a drift of the machine meets all of them alike.

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Runs each contender once a round (A B A B ...) and gives the median of each. A contender is a function that answers
 * with its figure, or with an array of figures.
 */
export async function medians(rounds, contenders) {
  const figures = Object.keys(contenders).map((name) => [name, []]);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, values] of figures) values.push(...[await contenders[name]()].flat());
  }
  return Object.fromEntries(figures.map(([name, values]) => [name, median(values)]));
}

/** The times of `count` runs of an asynchronous function one after another, in microseconds. */
export async function microseconds(count, run) {
  const times = [];
  for (let left = count; left > 0; left -= 1) {
    const start = performance.now();
    await run();
    times.push((performance.now() - start) * 1000);
  }
  return times;
}
