// Durations, sizes and counts as people write them.

/** `12ms`, `1.2s`, `45s`, `2m05s`. */
export function formatDuration(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  if (whole < 1000) return `${whole}ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)}s`;
  if (Math.round(seconds) < 60) return `${Math.round(seconds)}s`;
  const rounded = Math.round(seconds);
  return `${Math.floor(rounded / 60)}m${String(rounded % 60).padStart(2, "0")}s`;
}

/** `182KB`, `1.4MB`, `12B`: 1,024 to the step. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1024) return `${Math.round(kilobytes)}KB`;
  const megabytes = kilobytes / 1024;
  return megabytes < 1024 ? `${megabytes.toFixed(1)}MB` : `${(megabytes / 1024).toFixed(1)}GB`;
}

/** `1,234` */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
