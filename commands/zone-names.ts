// Abbreviations of time zones as tzdata writes them, where JavaScript's data has only an offset. Not for parsing.

/** Standard time, and summer time where there is one. */
const LETTERS: Readonly<Record<string, readonly [string, string?]>> = {
  "Asia/Tokyo": ["JST"],
  "Asia/Seoul": ["KST"],
  "Asia/Shanghai": ["CST"],
  "Asia/Taipei": ["CST"],
  "Asia/Macau": ["CST"],
  "Asia/Hong_Kong": ["HKT"],
  "Asia/Manila": ["PST"],
  "Asia/Jakarta": ["WIB"],
  "Asia/Karachi": ["PKT"],
  "Asia/Kolkata": ["IST"],
  "Asia/Calcutta": ["IST"],
  "Asia/Jerusalem": ["IST", "IDT"],
  "Europe/Moscow": ["MSK"],
  "Europe/London": ["GMT", "BST"],
  "Europe/Dublin": ["GMT", "IST"],
  "Africa/Johannesburg": ["SAST"],
  "Africa/Lagos": ["WAT"],
  "Africa/Nairobi": ["EAT"],
  "Pacific/Auckland": ["NZST", "NZDT"],
};

/** English of these regions knows the letters of their zones. */
const LOCALES: readonly (readonly [prefix: string, locale: string])[] = [
  ["Europe/", "en-GB"],
  ["Australia/", "en-AU"],
];

/** `CEST`, or undefined where only the offset is known. `offset` in minutes east of UTC. */
export function zoneLetters(ms: number, zone: string, offset: number): string | undefined {
  const letters = LETTERS[zone];
  if (letters) {
    const [standard, summer] = letters;
    return summer !== undefined && offset > winterOffset(ms, zone) ? summer : standard;
  }
  const locale = LOCALES.find(([prefix]) => zone.startsWith(prefix))?.[1] ?? "en-US";
  const name = partOf(ms, zone, locale, "short");
  return name === undefined || /^(GMT|UTC)[+-]/.test(name) ? undefined : name;
}

/** The lesser offset of January and July of that year. */
function winterOffset(ms: number, zone: string): number {
  const year = new Date(ms).getUTCFullYear();
  return Math.min(zoneOffset(Date.UTC(year, 0, 15), zone), zoneOffset(Date.UTC(year, 6, 15), zone));
}

/** Minutes east of UTC; 0 for a zone that is not known, as in glibc. */
export function zoneOffset(ms: number, zone: string): number {
  const parts = /^GMT([+-])(\d\d):(\d\d)/.exec(partOf(ms, zone, "en-US", "longOffset") ?? "");
  if (!parts) return 0;
  return (parts[1] === "-" ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3]));
}

/** Formatters by locale, style and zone: making one costs a hundred times as much as using it. */
const formatters = new Map<string, Intl.DateTimeFormat | undefined>();

function partOf(ms: number, zone: string, locale: string, style: "short" | "longOffset"): string | undefined {
  const key = `${locale} ${style} ${zone}`;
  if (!formatters.has(key)) {
    if (formatters.size >= 64) formatters.clear();
    formatters.set(key, formatterOf(zone, locale, style));
  }
  return formatters
    .get(key)
    ?.formatToParts(ms)
    .find((part) => part.type === "timeZoneName")?.value;
}

function formatterOf(zone: string, locale: string, style: "short" | "longOffset"): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: style });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
