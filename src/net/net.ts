// What commands see of the network: one exchange at a time, already judged. Contracts and errors only.

export interface NetRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
  /** Milliseconds until the connection must stand. */
  readonly connectTimeoutMs?: number;
  /** Accept any certificate. */
  readonly insecure?: boolean;
  /** Undo the encoding of the body that the server names (gzip, deflate, br). */
  readonly decompress?: boolean;
}

export interface NetResponse {
  readonly status: number;
  readonly reason: string;
  readonly version: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly remoteAddress: string;
  /** The next chunk; null at the end. Throws `NetError` when it breaks off or is too large. */
  read(): Promise<Uint8Array | null>;
  close(): void;
}

/** The network as far as the host allows it. Redirects are not followed here: each is an exchange of its own. */
export interface Net {
  /** False where the host has allowed nothing. */
  readonly enabled: boolean;
  exchange(request: NetRequest): Promise<NetResponse>;
}

export type NetErrorCode =
  | "disabled"
  | "denied"
  | "malformed"
  | "protocol"
  | "resolve"
  | "connect"
  | "timeout"
  | "tls"
  | "broken"
  | "large";

export class NetError extends Error {
  readonly code: NetErrorCode;
  readonly help: string | undefined;

  constructor(code: NetErrorCode, message: string, help?: string) {
    super(message);
    this.name = "NetError";
    this.code = code;
    this.help = help;
  }
}
