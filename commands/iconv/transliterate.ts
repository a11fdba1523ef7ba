// What stands for a character that the target encoding lacks (//TRANSLIT): the table of glibc's locales, for the
// characters that texts have; for the rest its compatibility decomposition without marks.

const TABLE: Readonly<Record<string, string>> = {
  "\u00a0": " ",
  "¡": "!",
  "©": "(C)",
  "«": "<<",
  "®": "(R)",
  "»": ">>",
  "¼": " 1/4 ",
  "½": " 1/2 ",
  "¾": " 3/4 ",
  Æ: "AE",
  "×": "x",
  Ø: "O",
  ß: "ss",
  æ: "ae",
  ø: "o",
  Đ: "D",
  đ: "d",
  ı: "i",
  Ł: "L",
  ł: "l",
  Œ: "OE",
  œ: "oe",
  "‐": "-",
  "‑": "-",
  "‒": "-",
  "–": "-",
  "—": "--",
  "―": "-",
  "‘": "'",
  "’": "'",
  "‚": ",",
  "‛": "'",
  "“": '"',
  "”": '"',
  "„": ",,",
  "‟": '"',
  "•": "o",
  "…": "...",
  "‹": "<",
  "›": ">",
  "€": "EUR",
  "™": "(TM)",
  "←": "<-",
  "→": "->",
  "⇐": "<=",
  "⇒": "=>",
  "−": "-",
  ﬁ: "fi",
  ﬂ: "fl",
};

/** Candidates, the best first; the caller takes the first that the target has. */
export function substitutes(character: string): readonly string[] {
  const known = TABLE[character];
  const decomposed = character.normalize("NFKD").replace(/\p{M}/gu, "");
  return [...(known === undefined ? [] : [known]), ...(decomposed === character ? [] : [decomposed]), "?"];
}
