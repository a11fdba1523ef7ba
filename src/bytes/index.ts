// The bytes layer's public face.
export { cleanText } from "./clean.ts";
export { type BinaryKind, byteOrderMark, classifyBytes, completeLength, type Encoding, type Verdict } from "./guard.ts";
export { asBuffer, decode, encode } from "./text.ts";
