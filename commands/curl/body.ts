// The body of a request: forms, JSON, multipart, files.
import { CommandError, encode, FileError, type Io, type Source } from "../../src/plugin.ts";
import type { CurlArgs } from "./options.ts";

export interface Body {
  readonly bytes: Uint8Array;
  readonly type: string | undefined;
}

/** Bytes that a request may carry. */
const MOST = 64 * 1024 * 1024;

/** Undefined when there is none. With -G the bytes are the query. */
export async function bodyOf(args: CurlArgs, io: Io): Promise<Body | undefined> {
  if (args.form.length > 0) return await multipart(args.form, io);
  if (args.uploadFile !== undefined) return { bytes: await contentOf(args.uploadFile, io), type: undefined };
  if (args.json.length > 0) {
    const parts = await Promise.all(args.json.map((text) => dataOf(text, io, false)));
    return { bytes: Buffer.concat(parts), type: "application/json" };
  }
  const parts: Uint8Array[] = [];
  for (const text of args.data) parts.push(await dataOf(text, io, true));
  for (const text of args.dataRaw) parts.push(encode(text));
  for (const text of args.dataBinary) parts.push(await dataOf(text, io, false));
  for (const text of args.dataUrlencode) parts.push(await encodedOf(text, io));
  if (parts.length === 0) return undefined;
  const joined = parts.flatMap((part, index) => (index === 0 ? [part] : [encode("&"), part]));
  return { bytes: Buffer.concat(joined), type: "application/x-www-form-urlencoded" };
}

async function dataOf(text: string, io: Io, oneLine: boolean): Promise<Uint8Array> {
  if (!text.startsWith("@")) return encode(text);
  const bytes = await contentOf(text.slice(1), io);
  return oneLine ? bytes.filter((byte) => byte !== 10 && byte !== 13 && byte !== 0) : bytes;
}

async function encodedOf(text: string, io: Io): Promise<Uint8Array> {
  const [, name = "", mark = "", rest = ""] = /^([^=@]*)([=@]?)(.*)$/s.exec(text) ?? [];
  if (mark === "") return encode(percent(encode(text)));
  const value = mark === "@" ? await contentOf(rest, io) : encode(rest);
  return encode(`${name === "" ? "" : `${name}=`}${percent(value)}`);
}

/** All but letters, digits and - . _ ~ (RFC 3986, 2.3). */
function percent(bytes: Uint8Array): string {
  return [...bytes]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
}

async function multipart(fields: readonly string[], io: Io): Promise<Body> {
  const boundary = `------------------------${crypto.randomUUID().replaceAll("-", "").slice(0, 22)}`;
  const parts: Uint8Array[] = [];
  for (const field of fields) {
    const at = field.indexOf("=");
    if (at < 0)
      throw new CommandError(`invalid form field '${field}'`, {
        exitCode: 2,
        help: "Use: -F name=value or -F name=@file",
      });
    const [value = "", ...marks] = field.slice(at + 1).split(";");
    const mark = (name: string): string | undefined =>
      marks
        .find((text) => text.trim().startsWith(`${name}=`))
        ?.trim()
        .slice(name.length + 1);
    const file = /^[@<]/.test(value) ? value.slice(1) : undefined;
    const content = file === undefined ? encode(field.slice(at + 1)) : await contentOf(file, io);
    const filename =
      file !== undefined && value.startsWith("@") ? (mark("filename") ?? file.split("/").at(-1) ?? file) : undefined;
    const type = mark("type") ?? (filename === undefined ? undefined : typeOf(filename));
    const head = [
      `Content-Disposition: form-data; name="${quoted(field.slice(0, at))}"${filename === undefined ? "" : `; filename="${quoted(filename)}"`}`,
      ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ];
    parts.push(encode(`--${boundary}\r\n${head.join("\r\n")}\r\n\r\n`), content, encode("\r\n"));
  }
  parts.push(encode(`--${boundary}--\r\n`));
  return { bytes: Buffer.concat(parts), type: `multipart/form-data; boundary=${boundary}` };
}

function quoted(text: string): string {
  return text.replace(
    /["\r\n]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}

function typeOf(name: string): string {
  const types: Readonly<Record<string, string>> = {
    gif: "image/gif",
    html: "text/html",
    jpeg: "image/jpeg",
    jpg: "image/jpeg",
    json: "application/json",
    pdf: "application/pdf",
    png: "image/png",
    svg: "image/svg+xml",
    txt: "text/plain",
    xml: "application/xml",
  };
  return types[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? "application/octet-stream";
}

async function contentOf(file: string, io: Io): Promise<Uint8Array> {
  let source: Source;
  try {
    source = file === "-" ? io.stdin : io.open(file);
  } catch (error) {
    throw error instanceof FileError
      ? new CommandError(`(26) Failed to open ${file}: ${error.message}`, { exitCode: 26 })
      : error;
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let chunk = await source.read(); chunk; chunk = await source.read()) {
    size += chunk.length;
    if (size > MOST) throw new CommandError(`(26) ${file} is larger than ${MOST} bytes`, { exitCode: 26 });
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}
