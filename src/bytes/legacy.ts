// Text in an encoding without a mark: which decoder takes all of it, and reads as its language would be written.
import { isBinaryFileSync } from "isbinaryfile";

/** An encoding, and how likely its reading of the bytes must look to be the one that is named. */
interface Candidate {
  readonly label: string;
  likely(text: string, bytes: Buffer): boolean;
}

/** In this order: the more a script gives itself away, the earlier. */
const CANDIDATES: readonly Candidate[] = [
  { label: "shift_jis", likely: (text) => share(text, KANA) > 0.2 },
  { label: "euc-jp", likely: (text) => share(text, KANA) > 0.2 },
  { label: "euc-kr", likely: (text) => nonAscii(text) > 3 && share(text, HANGUL) > 0.9 },
  { label: "gb18030", likely: (_text, bytes) => commonPairs(bytes) > 0.5 },
  { label: "windows-1252", likely: (text) => nonAscii(text) < text.length * 0.3 },
  { label: "big5", likely: () => true },
  { label: "gb18030", likely: () => true },
  { label: "windows-1251", likely: (text) => share(text, CYRILLIC) > 0.5 },
  { label: "windows-1252", likely: () => true },
];

const KANA = /[\u3041-\u3093\u30a1-\u30f6\u30fc\uff66-\uff9f]/gu;
const HANGUL = /[\uac00-\ud7a3]/gu;
const CYRILLIC = /[\u0400-\u045f]/gu;
const NON_ASCII = /\P{ASCII}/gu;

/** Text has no control characters but these of layout, no replacement and no private characters. */
const NOT_TEXT = /(?![\b\t\n\v\f\r])[\p{Cc}\p{Co}\ufffd]/u;

/** The label of the decoder that takes the bytes for text; undefined where they are binary. */
export function legacyEncoding(bytes: Buffer): string | undefined {
  const texts = new Map<string, string | undefined>();
  for (const { label, likely } of CANDIDATES) {
    if (!texts.has(label)) texts.set(label, strictly(label, bytes));
    const text = texts.get(label);
    if (text !== undefined && likely(text, bytes)) return label;
  }
  return isBinaryFileSync(bytes, bytes.length) ? undefined : "windows-1252";
}

function strictly(label: string, bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes);
    return NOT_TEXT.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function share(text: string, kind: RegExp): number {
  return (text.match(kind)?.length ?? 0) / Math.max(1, nonAscii(text));
}

function nonAscii(text: string): number {
  return text.match(NON_ASCII)?.length ?? 0;
}

/** Share of two-byte characters that are everyday Chinese: punctuation and level 1 of GB 2312. */
function commonPairs(bytes: Buffer): number {
  let pairs = 0;
  let common = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    at += 1;
    pairs += 1;
    const everyday = (lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3);
    if (everyday && (bytes[at] ?? 0) >= 0xa1) common += 1;
  }
  return common / Math.max(1, pairs);
}
