// One transfer: exchanges along redirects, until an answer stands. curl and wget share it.
import { type Context, NetError, type NetErrorCode, type NetResponse } from "../../src/plugin.ts";

export type Header = readonly [name: string, value: string];

export interface Transfer {
  readonly url: string;
  readonly method: string;
  /** Was the method asked for by name? Then a redirect keeps it. */
  readonly fixedMethod: boolean;
  readonly headers: readonly Header[];
  readonly body: Uint8Array | undefined;
  readonly follow: boolean;
  readonly maxRedirects: number;
  /** Send `Authorization` and `Cookie` to another host too. */
  readonly trusting: boolean;
  readonly insecure: boolean;
  readonly decompress: boolean;
  readonly connectTimeoutMs: number | undefined;
  readonly signal: AbortSignal;
  /** Sees each exchange. */
  observe?(step: Step): void | Promise<void>;
}

export interface Step {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly Header[];
  readonly response: NetResponse;
  /** A further exchange comes. */
  readonly redirect: string | undefined;
}

export interface Answer {
  readonly response: NetResponse;
  readonly url: string;
  readonly redirects: number;
  readonly redirectUrl: string | undefined;
}

/** curl's exit status for each kind of failure. */
export const STATUS: Readonly<Record<NetErrorCode, number>> = {
  disabled: 7,
  denied: 7,
  malformed: 3,
  protocol: 1,
  resolve: 6,
  connect: 7,
  timeout: 28,
  tls: 60,
  broken: 56,
  large: 63,
};

export class TooManyRedirects extends Error {}

export async function transfer(context: Context, given: Transfer): Promise<Answer> {
  let { url, method, headers, body } = given;
  for (let redirects = 0; ; redirects += 1) {
    const response = await context.net.exchange({
      method,
      url,
      headers,
      signal: given.signal,
      insecure: given.insecure,
      decompress: given.decompress,
      ...(body ? { body } : {}),
      ...(given.connectTimeoutMs === undefined ? {} : { connectTimeoutMs: given.connectTimeoutMs }),
    });
    const target = redirectOf(response, url);
    const redirect = given.follow ? target : undefined;
    await given.observe?.({ url, method, headers, response, redirect });
    if (redirect === undefined) return { response, url, redirects, redirectUrl: target };
    response.close();
    if (given.maxRedirects >= 0 && redirects >= given.maxRedirects) throw new TooManyRedirects();
    // As browsers do (RFC 9110, 15.4): 303 becomes GET, and so does a POST after 301 and 302.
    const becomesGet = response.status === 303 ? method !== "HEAD" : response.status < 303 && method === "POST";
    if (becomesGet && !given.fixedMethod) {
      method = "GET";
      body = undefined;
      headers = headers.filter(([name]) => !/^content-/i.test(name));
    }
    if (new URL(redirect).origin !== new URL(url).origin && !given.trusting) {
      headers = headers.filter(([name]) => !/^(?:authorization|cookie|host)$/i.test(name));
    }
    url = redirect;
  }
}

function redirectOf(response: NetResponse, url: string): string | undefined {
  if (![301, 302, 303, 307, 308].includes(response.status)) return undefined;
  const location = headerOf(response, "location");
  return location !== undefined && URL.canParse(location, url) ? new URL(location, url).href : undefined;
}

export function headerOf(response: NetResponse, name: string): string | undefined {
  return response.headers.find(([known]) => known.toLowerCase() === name)?.[1];
}

/** May a later try succeed? */
export function mayPass(error: unknown): boolean {
  return error instanceof NetError && (error.code === "timeout" || error.code === "resolve");
}

/** `example.com/x` is a URL of http, as in curl and wget. */
export function fullUrl(text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
}

/** A signal that also fires after a time; and the way to forget the time. */
export function withTimeout(
  signal: AbortSignal,
  seconds: number | undefined,
): { signal: AbortSignal; expired(): boolean } {
  if (seconds === undefined || seconds === 0) return { signal, expired: () => false };
  const clock = AbortSignal.timeout(Math.min(seconds * 1000, 0x7fffffff));
  return { signal: AbortSignal.any([signal, clock]), expired: () => clock.aborted && !signal.aborted };
}

export async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1000);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
