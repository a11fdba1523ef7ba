// Which exchanges the host allows: URL prefixes with methods. It judges texts and addresses; it opens nothing.
import { BlockList, isIP } from "node:net";
import { NetError } from "./net.ts";

export interface AllowedUrl {
  /**
   * `https://api.example.com/v1/`: scheme, host and port must be equal, and the path must begin so at a slash. With
   * `*.` before the host, any host below it. Where the port is written out, the host may have a private address.
   */
  readonly url: string;
  /** GET and HEAD unless given; `*` is any. */
  readonly methods?: readonly string[];
  /** Added to each request that this entry allows. No command sees them, and texts have their values masked. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Permission {
  readonly headers: Readonly<Record<string, string>>;
  /** The entry writes the port: it means this very server, wherever it is. */
  readonly privateAddress: boolean;
}

interface Entry {
  readonly protocol: string;
  readonly host: string;
  readonly below: boolean;
  readonly port: string;
  readonly path: string;
  readonly methods: readonly string[];
  readonly permission: Permission;
}

export class AllowList {
  readonly #entries: readonly Entry[];

  /** Throws for an entry that is no http or https URL. */
  constructor(allow: readonly AllowedUrl[]) {
    this.#entries = allow.map(entryOf);
  }

  get empty(): boolean {
    return this.#entries.length === 0;
  }

  /** Throws `NetError` where no entry allows it. */
  judge(method: string, url: URL): Permission {
    const matching = this.#entries.filter((entry) => covers(entry, url));
    if (matching.length === 0) {
      throw new NetError(
        "denied",
        `not allowed: ${url.origin}${url.pathname}`,
        "No entry of the allow-list covers this URL",
      );
    }
    const allowed = matching.find(({ methods }) => methods.includes("*") || methods.includes(method));
    if (allowed) return allowed.permission;
    const methods = [...new Set(matching.flatMap((entry) => entry.methods))].join(", ");
    throw new NetError("denied", `not allowed: ${method} ${url.origin}${url.pathname}`, `Allowed there: ${methods}`);
  }
}

function entryOf({ url: text, methods = ["GET", "HEAD"], headers = {} }: AllowedUrl): Entry {
  const below = /^https?:\/\/\*\./i.test(text);
  const plain = below ? text.replace("*.", "") : text;
  const url = URL.canParse(plain) ? new URL(plain) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.search !== "" || url.hash !== "") {
    throw new Error(`net.allow: '${text}' is no URL prefix such as https://host/path/`);
  }
  const port = /^https?:\/\/(?:\[[^\]]*\]|[^/:]*):\d+(?:\/|$)/i.test(plain);
  return {
    protocol: url.protocol,
    host: url.hostname.replace(/\.$/, ""),
    below,
    port: url.port,
    path: url.pathname,
    methods: methods.map((method) => method.toUpperCase()),
    permission: { headers, privateAddress: port && !below },
  };
}

function covers(entry: Entry, url: URL): boolean {
  const host = url.hostname.replace(/\.$/, "");
  if (url.protocol !== entry.protocol || url.port !== entry.port) return false;
  if (entry.below ? !host.endsWith(`.${entry.host}`) : host !== entry.host) return false;
  if (entry.path === "/") return true;
  // A server may take an encoded slash or dot for the real one, and so leave the prefix.
  if (/%(?:2e|2f|5c|25)/i.test(url.pathname)) return false;
  if (!url.pathname.startsWith(entry.path)) return false;
  return (
    entry.path.endsWith("/") || url.pathname.length === entry.path.length || url.pathname[entry.path.length] === "/"
  );
}

/** One list a family: in a mixed one an IPv4 address is taken for its IPv6 form. */
const PRIVATE = { 4: new BlockList(), 6: new BlockList() };
/** IANA's special-purpose registries: whatever is not globally reachable, and what embeds an IPv4 address. */
const RANGES = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 ::/96 ::ffff:0:0/96
64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 fc00::/7 fe80::/10 fec0::/10 ff00::/8`;
for (const range of RANGES.split(/\s+/)) {
  const [address = "", bits] = range.split("/");
  if (isIP(address) === 6) PRIVATE[6].addSubnet(address, Number(bits), "ipv6");
  else PRIVATE[4].addSubnet(address, Number(bits), "ipv4");
}

/** What is no address counts as private. */
export function isPrivate(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return PRIVATE[4].check(address, "ipv4");
  return kind !== 6 || PRIVATE[6].check(address, "ipv6");
}
