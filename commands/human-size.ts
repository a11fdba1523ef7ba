// Writes sizes as `ls -h`, `du -h` and `stat`-like tools do: rounded up, one decimal below ten.

/** `1.5K`, `12M`; powers of 1000 and a small `k` with `si`. */
export function humanSize(size: number, si = false): string {
  const base = si ? 1000 : 1024;
  if (size < base) return String(size);
  const units = si ? "kMGTPE" : "KMGTPE";
  let value = size;
  let unit = -1;
  while (value >= base && unit < units.length - 1) {
    value /= base;
    unit += 1;
  }
  const tenths = Math.ceil(value * 10 - 1e-9) / 10;
  if (tenths < 10) return `${tenths.toFixed(1)}${units[unit]}`;
  const whole = Math.ceil(value - 1e-9);
  return whole >= base && unit < units.length - 1 ? `1.0${units[unit + 1]}` : `${whole}${units[unit]}`;
}
