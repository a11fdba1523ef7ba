// One HTTP exchange with the address that was checked. It follows nothing, and gives up in time and at a size.
import { lookup } from "node:dns/promises";
import type { ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { isIP } from "node:net";
import type { Readable } from "node:stream";
import { isPrivate, type Permission } from "./allow.ts";
import { NetError, type NetRequest, type NetResponse } from "./net.ts";

export interface Bounds {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

export async function exchange(
  request: NetRequest,
  url: URL,
  permission: Permission,
  bounds: Bounds,
): Promise<NetResponse> {
  const deadline = AbortSignal.timeout(bounds.timeoutMs);
  const signal = AbortSignal.any([request.signal, deadline]);
  const failed = (error: unknown): unknown => {
    if (request.signal.aborted) return request.signal.reason;
    if (deadline.aborted) return new NetError("timeout", `Operation timed out after ${bounds.timeoutMs} milliseconds`);
    return error instanceof NetError ? error : networkError(error, url);
  };
  try {
    const address = await addressOf(url, permission);
    const response = await send(request, url, address, permission, signal);
    return await received(response, request, address, bounds, failed);
  } catch (error) {
    throw failed(error);
  }
}

/** A resolved address that may be talked to. */
async function addressOf(url: URL, { privateAddress }: Permission): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const found = isIP(host) ? [host] : (await lookup(host, { all: true })).map(({ address }) => address);
  const [usable] = found.filter((address) => privateAddress || !isPrivate(address));
  if (usable !== undefined) return usable;
  if (found.length === 0) throw new NetError("resolve", `Could not resolve host: ${host}`);
  throw new NetError(
    "denied",
    `not allowed: ${host} has a private address`,
    "The host of this shell may allow it by an entry that writes the port",
  );
}

async function send(
  request: NetRequest,
  url: URL,
  address: string,
  permission: Permission,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const secure = url.protocol === "https:";
  const { request: start } = secure ? await import("node:https") : await import("node:http");
  const hidden = new Set(Object.keys(permission.headers).map((name) => name.toLowerCase()));
  const headers = request.headers.filter(([name]) => !hidden.has(name.toLowerCase()));
  const family = isIP(address);
  const options: RequestOptions & { readonly rejectUnauthorized?: boolean; readonly servername?: string } = {
    method: request.method,
    agent: false,
    signal,
    setHost: false,
    // The name is not looked up again: the connection goes where the check was made.
    lookup: (_host, wanted, callback) => {
      if (wanted.all) callback(null, [{ address, family }]);
      else callback(null, address, family);
    },
    ...(request.insecure ? { rejectUnauthorized: false } : {}),
  };
  return await new Promise((resolve, reject) => {
    const sent: ClientRequest = start(url, options, resolve);
    sent.on("error", reject);
    if (!headers.some(([name]) => name.toLowerCase() === "host")) sent.setHeader("Host", url.host);
    for (const [name, value] of headers) {
      const known = sent.getHeader(name);
      sent.setHeader(name, known === undefined ? value : [known, value].flat().map(String));
    }
    for (const [name, value] of Object.entries(permission.headers)) sent.setHeader(name, value);
    if (request.connectTimeoutMs !== undefined) {
      const wait = request.connectTimeoutMs;
      const timer = setTimeout(
        () => sent.destroy(new NetError("timeout", `Connection timed out after ${wait} milliseconds`)),
        wait,
      );
      sent.on("socket", (socket) => socket.once(secure ? "secureConnect" : "connect", () => clearTimeout(timer)));
      sent.on("close", () => clearTimeout(timer));
    }
    if (request.body) sent.setHeader("Content-Length", request.body.length);
    sent.end(request.body);
  });
}

async function received(
  response: IncomingMessage,
  request: NetRequest,
  address: string,
  { maxBytes }: Bounds,
  failed: (error: unknown) => unknown,
): Promise<NetResponse> {
  const headers: [string, string][] = [];
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    headers.push([response.rawHeaders[at] ?? "", response.rawHeaders[at + 1] ?? ""]);
  }
  const body = request.decompress ? await decoded(response) : response;
  const chunks = body[Symbol.asyncIterator]();
  let size = 0;
  return {
    status: response.statusCode ?? 0,
    reason: response.statusMessage ?? "",
    version: response.httpVersion,
    headers,
    remoteAddress: address,
    async read() {
      try {
        const { done, value } = await chunks.next();
        if (done) return null;
        const chunk: unknown = value;
        if (!(chunk instanceof Uint8Array)) return null;
        size += chunk.length;
        if (size > maxBytes) {
          throw new NetError("large", `the response is larger than ${maxBytes} bytes`, "Ask for less of it");
        }
        return chunk;
      } catch (error) {
        response.destroy();
        throw failed(error);
      }
    },
    close: () => response.destroy(),
  };
}

async function decoded(response: IncomingMessage): Promise<Readable> {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase();
  if (encoding !== "gzip" && encoding !== "x-gzip" && encoding !== "deflate" && encoding !== "br") return response;
  const { createBrotliDecompress, createUnzip } = await import("node:zlib");
  const stream = encoding === "br" ? createBrotliDecompress() : createUnzip();
  response.on("error", (error) => stream.destroy(error));
  return response.pipe(stream);
}

function networkError(error: unknown, url: URL): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return new NetError("resolve", `Could not resolve host: ${url.hostname}`);
  if (/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test(code)) {
    return new NetError("connect", `Failed to connect to ${url.hostname} port ${port}: ${code}`);
  }
  if (code === "ETIMEDOUT")
    return new NetError("timeout", `Failed to connect to ${url.hostname} port ${port}: timed out`);
  if (/CERT|SSL|TLS|EPROTO|SELF_SIGNED|ALTNAME/.test(code)) {
    return new NetError("tls", `SSL certificate problem: ${error instanceof Error ? error.message : code}`);
  }
  if (/^ERR_INVALID_(?:CHAR|HTTP_TOKEN)/.test(code))
    return new NetError("malformed", "a header or the method has characters that are not allowed");
  return new NetError("broken", error instanceof Error ? error.message : String(error));
}
