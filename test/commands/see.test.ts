// What see says of images, and what it attaches.
import { describe, expect, test } from "vitest";
import { readHeader } from "../../commands/see/header.ts";
import { see } from "../../commands/see/index.ts";
import { invoke } from "../support/invoke.ts";

function png(width: number, height: number, size = 64): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

function gif(width: number, height: number): Buffer {
  const bytes = Buffer.from("GIF89a\0\0\0\0", "latin1");
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
}

/** An EXIF segment, fill bytes and a progressive frame header. */
function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from("ffc2001108000000000301220002110103110", "hex");
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from("ffd8ffe10006457869 66ffff".replaceAll(" ", ""), "hex"), frame.subarray(1)]);
}

function webp(kind: "VP8X" | "VP8L" | "VP8 ", width: number, height: number): Buffer {
  const bytes = Buffer.alloc(32);
  bytes.write(`RIFF\0\0\0\0WEBP${kind}`, "latin1");
  if (kind === "VP8X") {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  } else if (kind === "VP8L") {
    bytes[20] = 0x2f;
    bytes.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21);
  } else {
    bytes.write("\x9d\x01\x2a", 23, "latin1");
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  }
  return bytes;
}

describe("headers", () => {
  const table: [string, Buffer, string, number, number][] = [
    ["PNG", png(800, 600), "image/png", 800, 600],
    ["GIF", gif(320, 200), "image/gif", 320, 200],
    ["JPEG", jpeg(1024, 768), "image/jpeg", 1024, 768],
    ["WebP extended", webp("VP8X", 4000, 3000), "image/webp", 4000, 3000],
    ["WebP lossless", webp("VP8L", 640, 480), "image/webp", 640, 480],
    ["WebP lossy", webp("VP8 ", 176, 144), "image/webp", 176, 144],
  ];
  test.each(table)("%s", (_name, bytes, mediaType, width, height) => {
    expect(readHeader(bytes)).toMatchObject({ mediaType, size: { width, height } });
  });

  test.each(table)("%s cut off anywhere never throws and never lies", (_name, bytes, _type, width, height) => {
    for (let size = 0; size < bytes.length; size += 1) {
      const found = readHeader(bytes.subarray(0, size))?.size;
      expect(found === undefined || (found.width === width && found.height === height)).toBe(true);
    }
  });
});

test("prints one line and attaches the image", async () => {
  const photo = png(800, 600, 182 * 1024);
  const result = await invoke(see, ["photo.png"], { files: { "photo.png": photo } });
  expect([result.stdout, result.stderr, result.exitCode]).toEqual(["photo.png: PNG image, 800x600, 182KB\n", "", 0]);
  expect(result.attachments).toMatchObject([{ name: "photo.png", mediaType: "image/png", width: 800, height: 600 }]);
  expect(photo.equals(result.attachments[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
});

describe("what cannot be shown", () => {
  const table: [string, Buffer | string, string][] = [
    ["a.md", "hello\n", "see: a.md: not a PNG, JPEG, GIF or WebP image (6B). Use: cat a.md\n"],
    ["a b.bin", Buffer.from([0, 1]), "see: a b.bin: not a PNG, JPEG, GIF or WebP image (2B). Use: cat -b 'a b.bin'\n"],
    ["cut.png", png(8, 8).subarray(0, 14), "see: cut.png: damaged PNG file (14B): its header is cut off or wrong\n"],
    ["zero.gif", gif(0, 5), "see: zero.gif: damaged GIF file (10B): its header is cut off or wrong\n"],
    ["empty.png", "", "see: empty.png: the file is empty\n"],
    [
      "wide.png",
      png(8001, 10),
      "see: wide.png: the image is too large (8001x10, at most 8000 pixels a side): make a smaller copy first\n",
    ],
    [
      "heavy.png",
      png(10, 10, 5 * 1024 * 1024 + 1),
      "see: heavy.png: the image is too large (5242881 bytes, at most 5MB): make a smaller copy first\n",
    ],
  ];
  test.each(table)("%s", async (name, content, stderr) => {
    const result = await invoke(see, [name], { files: { [name]: content } });
    expect(result).toMatchObject({ stdout: "", stderr, exitCode: 1, attachments: [] });
  });

  test("missing files and directories", async () => {
    const result = await invoke(see, ["nope.png", "d"], { files: { d: { dir: true } } });
    expect(result).toMatchObject({
      stderr: "see: nope.png: No such file or directory\nsee: d: Is a directory\n",
      exitCode: 1,
    });
  });
});
