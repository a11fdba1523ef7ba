// What each character means to the lexer, as one table lookup. Knows nothing of context.

/** Ends an unquoted word: blanks, newline and `; & | ( ) < >`. */
export const META = 1;
/** Starts a quote, an escape or an expansion: `\ ' " $` and the backtick. */
export const QUOTING = 2;
/** May mean something in an unquoted word: `{ ~ * ? [ ] + @ !`. */
export const ACTIVE = 4;
/** Where an assignment's value may hold another tilde: `=` and `:`. */
export const VALUE_SEPARATOR = 8;
/** `}`, the end of `${..}` and of a brace list. */
export const CLOSE_BRACE = 16;
/** `/`, between pattern and replacement. */
export const SLASH = 32;
/** `,`, between the items of a brace list. */
export const COMMA = 64;
/** `|`, `)` and the `(` that pairs with another `)`: between the alternatives of an extended glob. */
export const ALTERNATIVE_END = 128;
/** `]`, the end of a subscript. */
export const CLOSE_BRACKET = 256;
export const NAME_START = 512;
export const DIGIT = 1024;

const CLASSES = new Uint16Array(128);
function mark(characters: string, bit: number): void {
  for (let i = 0; i < characters.length; i++) {
    const code = characters.charCodeAt(i);
    CLASSES[code] = (CLASSES[code] ?? 0) | bit;
  }
}
mark(" \t\r\n;&|()<>", META);
mark("\\'\"$`", QUOTING);
mark("{~*?[]+@!", ACTIVE);
mark("=:", VALUE_SEPARATOR);
mark("}", CLOSE_BRACE);
mark("/", SLASH);
mark(",", COMMA);
mark("|()", ALTERNATIVE_END);
mark("]", CLOSE_BRACKET);
mark("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_", NAME_START);
mark("0123456789", DIGIT);

export const TAB = 9;
export const NEWLINE = 10;
export const RETURN = 13;
export const SPACE = 32;
export const BANG = 33;
export const DOUBLE_QUOTE = 34;
export const HASH = 35;
export const DOLLAR = 36;
export const PERCENT = 37;
export const AMPERSAND = 38;
export const SINGLE_QUOTE = 39;
export const OPEN_PAREN = 40;
export const CLOSE_PAREN = 41;
export const STAR = 42;
export const PLUS = 43;
export const MINUS = 45;
export const COLON = 58;
export const SEMICOLON = 59;
export const LESS = 60;
export const EQUALS = 61;
export const GREATER = 62;
export const QUESTION = 63;
export const AT = 64;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const RIGHT_BRACKET = 93;
export const CARET = 94;
export const BACKTICK = 96;
export const OPEN_BRACE = 123;
export const PIPE = 124;
export const RIGHT_BRACE = 125;
export const TILDE = 126;
export const NO_BREAK_SPACE = 0xa0;

/** The classes of a UTF-16 unit; a no-break space is a blank, everything else beyond ASCII is ordinary. */
export function classOf(code: number): number {
  if (code < 128) return CLASSES[code] ?? 0;
  return code === NO_BREAK_SPACE ? META : 0;
}

/** A name of a variable may start with it. */
export function isNameStart(code: number): boolean {
  return (classOf(code) & NAME_START) !== 0;
}

/** A name of a variable may go on with it. */
export function isNamePart(code: number): boolean {
  return (classOf(code) & (NAME_START | DIGIT)) !== 0;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
