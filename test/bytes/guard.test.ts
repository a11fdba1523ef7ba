// What counts as text: the rule of the design, one row for each of its clauses.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { classifyBytes } from "../../src/bytes/index.ts";

const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(" ", ""), "hex");
const latin = (text: string): Uint8Array => Buffer.from(text, "latin1");

describe("text", () => {
  test.each<[string, Uint8Array, string]>([
    ["nothing", new Uint8Array(), "utf-8"],
    ["ASCII", latin("hello\n"), "utf-8"],
    ["UTF-8", Buffer.from("héllo 日本語 🎉"), "utf-8"],
    ["a UTF-8 mark", hex("ef bb bf 61"), "utf-8"],
    ["UTF-16 with a mark", hex("ff fe 61 00"), "utf-16le"],
    ["UTF-16 big endian", hex("fe ff 00 61"), "utf-16be"],
    ["UTF-32 with a mark", hex("ff fe 00 00 61 00 00 00"), "utf-32le"],
    ["terminal colours", latin("\x1b[31mred\x1b[0m\n"), "utf-8"],
    ["UTF-8 that ends within a character", hex("61 c3 a9 61 c3"), "utf-8"],
    ["UTF-8 that begins within a character", hex("a9 61 c3 a9"), "utf-8"],
    ["few control characters", latin(`${"a".repeat(100)}\x01`), "utf-8"],
  ])("%s", (_name, bytes, encoding) => {
    expect(classifyBytes(bytes)).toEqual({ text: true, encoding });
  });
});

describe("binary", () => {
  test.each<[string, Uint8Array, string]>([
    ["a NUL", latin("a\0b"), "binary data"],
    ["a PDF, text as it may be", latin("%PDF-1.4\nhello"), "PDF document"],
    ["many control characters", latin("\x01\x02\x03\x04ab"), "binary data"],
    ["PNG", hex("89504e470d0a1a0a0000000d"), "PNG image"],
    ["JPEG", hex("ffd8ffe000104a46"), "JPEG image"],
    ["gzip", hex("1f8b080000000000"), "gzip data"],
    ["what no decoder takes", hex("80 81 01 02 ff fe 03 04 ff ff ff 05 06 07 0e 0f 10"), "binary data"],
  ])("%s", (_name, bytes, kind) => {
    expect(classifyBytes(bytes)).toEqual({ text: false, kind });
  });
});

describe("legacy text, short or long", () => {
  const rows: [string, string, string][] = [
    ["gb18030", "c4e3 bac3 cac0 bde7", "你好世界"],
    ["gb18030", "d6d0 cec4 cac7 baba d3ef", "中文是汉语"],
    ["shift_jis", "82b1 82f1 82c9 82bf 82cd", "こんにちは"],
    ["euc-jp", "a4b3 a4f3 a4cb a4c1 a4cf", "こんにちは"],
    ["euc-kr", "bec8 b3e7 c7cf bcbc bfe4", "안녕하세요"],
    ["windows-1252", "63 61 66 e9 20 61 75 20 6c 61 69 74", "café au lait"],
  ];
  for (const [label, bytes, text] of rows) {
    test(`${label}: ${text}`, () => {
      expect(new TextDecoder(label).decode(hex(bytes))).toBe(text);
      expect(classifyBytes(hex(bytes))).toEqual({ text: false, kind: "legacy text", legacy: label });
      const long = Buffer.concat(Array.from({ length: 50 }, () => Buffer.concat([hex(bytes), latin("\n")])));
      expect(classifyBytes(long)).toEqual({ text: false, kind: "legacy text", legacy: label });
    });
  }
});

test("any well-formed text without controls is text, wherever it is cut", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.nat(3), (text, dropped) => {
      const bytes = Buffer.from(text);
      fc.pre(!/\p{Cc}/u.test(text) && !text.startsWith("%PDF-") && bytes.length > dropped);
      fc.pre(!(bytes[0] === 0xff || bytes[0] === 0xfe));
      expect(classifyBytes(bytes.subarray(0, bytes.length - dropped), true)).toEqual({ text: true, encoding: "utf-8" });
    }),
  );
});
