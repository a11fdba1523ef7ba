// The net layer's public face. What reaches the network is loaded with the first exchange that is allowed.
import { type AllowedUrl, AllowList } from "./allow.ts";
import { type Net, NetError, type NetRequest, type NetResponse } from "./net.ts";

export type { AllowedUrl } from "./allow.ts";
export { type Net, NetError, type NetErrorCode, type NetRequest, type NetResponse } from "./net.ts";

/** What a host allows. Nothing is reached without it. */
export interface NetOptions {
  readonly allow: readonly AllowedUrl[];
  /** Bytes of one response, after decompression; 64 MB unless given. */
  readonly maxBytes?: number;
  /** Milliseconds of one exchange, body included; 60 s unless given. */
  readonly timeoutMs?: number;
}

const MAX_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

/** Throws for an entry that is no URL prefix. */
export function createNet(options: NetOptions | undefined): Net {
  const list = new AllowList(options?.allow ?? []);
  const bounds = { maxBytes: options?.maxBytes ?? MAX_BYTES, timeoutMs: options?.timeoutMs ?? TIMEOUT_MS };
  return {
    enabled: !list.empty,
    async exchange(request: NetRequest): Promise<NetResponse> {
      if (list.empty) {
        throw new NetError(
          "disabled",
          "the network is off: no URL is allowed",
          "The host allows URLs by the setting net.allow",
        );
      }
      if (!URL.canParse(request.url)) throw new NetError("malformed", `URL using bad/illegal format: ${request.url}`);
      const url = new URL(request.url);
      if (url.protocol !== "http:" && url.protocol !== "https:") {
        throw new NetError("protocol", `Protocol "${url.protocol.slice(0, -1)}" not supported`);
      }
      url.username = "";
      url.password = "";
      url.hash = "";
      const permission = list.judge(request.method, url);
      const { exchange } = await import("./exchange.ts");
      return exchange(request, url, permission, bounds);
    },
  };
}

/** Values that no text may show. */
export function netSecrets(options: NetOptions | undefined): readonly string[] {
  const values = options?.allow.flatMap(({ headers = {} }) => Object.values(headers)) ?? [];
  return values
    .flatMap((value) => [value, value.replace(/^(?:Bearer|Basic|Token)\s+/i, "")])
    .filter((value) => value.length > 3);
}
