// wget: fetches files over HTTP where the host of the shell allows it. It shares curl's transfers; it does not crawl.
import {
  type Context,
  decode,
  defineCommand,
  type Effects,
  encode,
  type Io,
  NetError,
  type NetErrorCode,
  UsageError,
  union,
  writes,
  z,
} from "../src/plugin.ts";
import { fullUrl, type Header, mayPass, pause, TooManyRedirects, transfer, withTimeout } from "./curl/transfer.ts";

/** wget's exit status for each kind of failure (wget(1)). */
const STATUS: Readonly<Record<NetErrorCode, number>> = {
  disabled: 4,
  denied: 4,
  malformed: 1,
  protocol: 1,
  resolve: 4,
  connect: 4,
  timeout: 4,
  tls: 5,
  broken: 4,
  large: 4,
};

const SERVER_ERROR = 8;

export const wget = defineCommand({
  name: "wget",
  summary: "Fetch files over HTTP, where the host allows it",
  description:
    "The network is off until the host of the shell allows URLs and methods (net.allow). Redirects are followed and " +
    "judged again. Exit status: 0, 4 network failure or not allowed, 5 certificate, 8 the server answered an error.",
  args: () => ({
    outputDocument: z.string().optional(),
    directoryPrefix: z.string().optional(),
    quiet: z.boolean().default(false),
    noVerbose: z.boolean().default(false),
    serverResponse: z.boolean().default(false),
    noClobber: z.boolean().default(false),
    spider: z.boolean().default(false),
    header: z.array(z.string()).default([]),
    userAgent: z.string().optional(),
    user: z.string().optional(),
    password: z.string().default(""),
    method: z.string().optional(),
    postData: z.string().optional(),
    bodyData: z.string().optional(),
    timeout: z.number().min(0).optional(),
    tries: z.number().int().min(0).default(3),
    maxRedirect: z.number().int().min(0).default(20),
    noCheckCertificate: z.boolean().default(false),
    urls: z.array(z.string()).default([]),
  }),
  cli: {
    outputDocument: { short: "O", placeholder: "FILE", does: "write to FILE; - is stdout" },
    directoryPrefix: { short: "P", placeholder: "DIR", does: "where files are written" },
    quiet: { short: "q", does: "no messages" },
    noVerbose: { long: ["no-verbose", "nv"], does: "accepted: messages are short anyway" },
    serverResponse: { short: "S", does: "print the headers of answers on stderr" },
    noClobber: { long: ["no-clobber", "nc"], does: "leave files that exist" },
    spider: { does: "only look whether it is there" },
    header: { placeholder: "LINE", does: "a header" },
    userAgent: { short: "U", placeholder: "NAME", does: "the User-Agent" },
    user: { long: ["user", "http-user"], placeholder: "NAME", does: "basic authentication" },
    password: { long: ["password", "http-password"], placeholder: "TEXT", does: "its password" },
    method: { placeholder: "METHOD", does: "the method" },
    postData: { placeholder: "DATA", does: "send this as a form with POST" },
    bodyData: { placeholder: "DATA", does: "send this with --method" },
    timeout: { short: "T", placeholder: "SECONDS", does: "give up after this time" },
    tries: { short: "t", placeholder: "N", does: "tries where a failure may pass (3)" },
    maxRedirect: { placeholder: "N", does: "redirects to follow (20)" },
    noCheckCertificate: { does: "accept any certificate" },
    urls: { positional: true, placeholder: "url" },
  },
  examples: [
    {
      does: "without leave from the host",
      run: "wget -q https://example.com/f.txt 2>/dev/null || echo $?",
      prints: "4\n",
    },
    {
      does: "to stdout",
      run: "wget -qO- https://example.com/ 2>/dev/null || echo 'not allowed here'",
      prints: "not allowed here\n",
    },
  ],
  effects: (args, context) => effectsOf(args, context.cwd),
  async run(args, io, context) {
    if (args.urls.length === 0) throw new UsageError("missing URL");
    let status = 0;
    for (const url of args.urls.map(fullUrl)) status = (await fetchOne(url, args, io, context)) || status;
    return status;
  },
});

interface WgetArgs {
  readonly outputDocument?: string | undefined;
  readonly directoryPrefix?: string | undefined;
  readonly quiet: boolean;
  readonly serverResponse: boolean;
  readonly noClobber: boolean;
  readonly spider: boolean;
  readonly header: readonly string[];
  readonly userAgent?: string | undefined;
  readonly user?: string | undefined;
  readonly password: string;
  readonly method?: string | undefined;
  readonly postData?: string | undefined;
  readonly bodyData?: string | undefined;
  readonly timeout?: number | undefined;
  readonly tries: number;
  readonly maxRedirect: number;
  readonly noCheckCertificate: boolean;
  readonly urls: readonly string[];
}

function effectsOf(args: WgetArgs, cwd: string): Effects {
  const outputs = args.spider
    ? []
    : args.urls.map((url) => targetOf(fullUrl(url), args)).filter((path) => path !== "-");
  const reading = /^(?:GET|HEAD)$/i.test(methodOf(args));
  return union(writes({ cwd }, outputs), {
    reads: ["net:*"],
    writes: reading ? [] : ["net:*"],
    ...(reading ? {} : { statefulAction: true }),
  });
}

function methodOf(args: WgetArgs): string {
  return (args.method ?? (args.postData !== undefined ? "POST" : args.spider ? "HEAD" : "GET")).toUpperCase();
}

function targetOf(url: string, args: WgetArgs): string {
  if (args.outputDocument !== undefined) return args.outputDocument;
  const name = URL.canParse(url) ? new URL(url).pathname.split("/").at(-1) : "";
  const folder = args.directoryPrefix === undefined ? "" : `${args.directoryPrefix.replace(/\/$/, "")}/`;
  return `${folder}${name === "" || name === undefined ? "index.html" : decode(Buffer.from(name))}`;
}

async function fetchOne(url: string, args: WgetArgs, io: Io, context: Context): Promise<number> {
  const path = targetOf(url, args);
  if (args.noClobber && path !== "-" && context.workspace.exists(path)) {
    if (!args.quiet) await io.diagnose(`file '${path}' already there; not retrieving`);
    return 0;
  }
  const body = args.postData ?? args.bodyData;
  for (let attempt = 1; ; attempt += 1) {
    const { signal, expired } = withTimeout(context.signal, args.timeout);
    try {
      const { response } = await transfer(context, {
        url,
        method: methodOf(args),
        fixedMethod: args.method !== undefined,
        headers: headersOf(args),
        body: body === undefined ? undefined : encode(body),
        follow: true,
        maxRedirects: args.maxRedirect,
        trusting: false,
        insecure: args.noCheckCertificate,
        decompress: false,
        connectTimeoutMs: undefined,
        signal,
        observe: ({ response: { version, status, reason, headers } }) => {
          if (!args.serverResponse) return;
          const lines = [`HTTP/${version} ${status} ${reason}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
          return io.stderr.write(encode(lines.map((line) => `  ${line}\n`).join("")));
        },
      });
      if (response.status >= 400) {
        response.close();
        if (!args.quiet) await io.diagnose(`${url}: ERROR ${response.status}: ${response.reason}`);
        return SERVER_ERROR;
      }
      let size = 0;
      const file = path === "-" || args.spider ? undefined : io.create(path);
      try {
        for (let chunk = args.spider ? null : await response.read(); chunk; chunk = await response.read()) {
          size += chunk.length;
          await (file ?? io.stdout).write(chunk);
        }
      } finally {
        file?.close();
        response.close();
      }
      if (!args.quiet && path !== "-") {
        await io.stderr.write(encode(args.spider ? `${url}: it is there\n` : `${url} -> "${path}" [${size}]\n`));
      }
      return 0;
    } catch (error) {
      const cause = expired() ? new NetError("timeout", "timed out") : error;
      if (attempt < args.tries && mayPass(cause)) {
        await pause(Math.min(attempt, 10), context.signal);
        continue;
      }
      if (cause instanceof TooManyRedirects) {
        await io.diagnose(`${url}: ${args.maxRedirect} redirections exceeded`);
        return SERVER_ERROR;
      }
      if (!(cause instanceof NetError)) throw cause;
      if (!args.quiet || cause.code === "disabled" || cause.code === "denied")
        await io.diagnose(cause.message, cause.help);
      return STATUS[cause.code];
    }
  }
}

function headersOf(args: WgetArgs): Header[] {
  const given = args.header.flatMap((line): Header[] => {
    const at = line.indexOf(":");
    return at < 0 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]];
  });
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  const login = Buffer.from(encode(`${args.user ?? ""}:${args.password}`)).toString("base64");
  const own: Header[] = [
    ["User-Agent", args.userAgent ?? "Wget/1.21"],
    ["Accept", "*/*"],
    ...(args.user === undefined ? [] : [["Authorization", `Basic ${login}`] as const]),
    ...(args.postData === undefined ? [] : [["Content-Type", "application/x-www-form-urlencoded"] as const]),
  ];
  return [...own.filter(([name]) => !names.has(name.toLowerCase())), ...given];
}
