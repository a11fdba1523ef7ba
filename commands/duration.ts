// Reads durations as sleep and timeout take them.

const SECONDS: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3600, d: 86_400 };

/** `0.5`, `2m`, `1e-1h`, `infinity` in milliseconds; undefined when it is no duration. */
export function parseDuration(text: string): number | undefined {
  const parts = /^\+?(inf(?:inity)?|0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)([smhd]?)$/.exec(text);
  if (!parts) return undefined;
  const [, number = "", unit = ""] = parts;
  const value = number.startsWith("inf") ? Number.POSITIVE_INFINITY : Number(number);
  return value * (SECONDS[unit] ?? 1) * 1000;
}
