// curl: HTTP as far as the host of the shell allows. The network itself lies behind ctx.net.
import {
  absolute,
  CommandError,
  type Context,
  decode,
  defineCommand,
  type Effects,
  encode,
  FileError,
  type Io,
  NetError,
  type NetResponse,
  type OutputFile,
  reads,
  UsageError,
  union,
  writes,
} from "../../src/plugin.ts";
import { type Body, bodyOf } from "./body.ts";
import { type CurlArgs, cli, shape } from "./options.ts";
import {
  type Answer,
  fullUrl,
  type Header,
  headerOf,
  mayPass,
  pause,
  STATUS,
  TooManyRedirects,
  transfer,
  withTimeout,
} from "./transfer.ts";

export const curl = defineCommand({
  name: "curl",
  summary: "Fetch and send over HTTP, where the host allows it",
  description:
    "The network is off until the host of the shell allows URLs and methods (net.allow); it may add headers that are " +
    "not shown here. Redirects are judged again, and private addresses are refused. There is no progress meter. Exit " +
    "status: as curl's; 7 also for what is not allowed.",
  args: shape,
  cli,
  examples: [
    { does: "without leave from the host", run: "curl -s https://example.com/ 2>/dev/null || echo $?", prints: "7\n" },
    {
      does: "save a file, then look at it",
      run: "curl -sL https://example.com/data.csv -o data.csv 2>/dev/null && head -5 data.csv || echo 'not allowed here'",
      prints: "not allowed here\n",
    },
    {
      does: "send JSON",
      run: `curl -s --json '{"a":1}' https://example.com/api -w '%{http_code}' 2>/dev/null || echo 'not allowed here'`,
      prints: "not allowed here\n",
    },
  ],
  effects: (args, context) => effectsOf(args, context.cwd),
  async run(args, io, context) {
    const urls = [...args.url, ...args.urls].map(fullUrl);
    if (urls.length === 0) throw new UsageError("no URL given");
    const body = await bodyOf(args, io);
    let status = 0;
    for (const url of urls) status = (await fetchOne(url, args, body, io, context)) || status;
    return status;
  },
});

function effectsOf(args: CurlArgs, cwd: string): Effects {
  const urls = [...args.url, ...args.urls].map(fullUrl);
  const sends = args.request ?? (args.head ? "HEAD" : hasBody(args) && !args.get ? "POST" : "GET");
  const hosts = urls.map((url) => `net:${URL.canParse(url) ? new URL(url).host : "*"}` as const);
  const reading = sends === "GET" || sends === "HEAD";
  const files = [
    ...[...args.data, ...args.dataBinary, ...args.json]
      .filter((text) => text.startsWith("@"))
      .map((text) => text.slice(1)),
    ...args.dataUrlencode.flatMap((text) => /^[^=@]*@(.+)$/s.exec(text)?.[1] ?? []),
    ...args.form.flatMap((text) => /^[^=]*=[@<]([^;]+)/.exec(text)?.[1] ?? []),
    ...args.header.filter((text) => text.startsWith("@")).map((text) => text.slice(1)),
    ...(args.uploadFile === undefined ? [] : [args.uploadFile]),
  ];
  const outputs = urls.flatMap((url) => targetOf(url, args) ?? []);
  if (args.dumpHeader !== undefined) outputs.push(args.dumpHeader);
  const context = { cwd };
  return union(reads(context, files), writes(context, outputs), {
    reads:
      reading && !args.location
        ? hosts
        : [...hosts, ...(args.location || args.locationTrusted ? (["net:*"] as const) : [])],
    writes: reading ? [] : hosts,
    ...(reading ? {} : { statefulAction: true }),
  });
}

function hasBody(args: CurlArgs): boolean {
  return [args.data, args.dataRaw, args.dataBinary, args.dataUrlencode, args.json, args.form].some(
    (list) => list.length > 0,
  );
}

/** Where the answer goes; undefined is stdout. */
function targetOf(url: string, args: CurlArgs): string | undefined {
  const folder = args.outputDir === undefined ? "" : `${args.outputDir.replace(/\/$/, "")}/`;
  if (args.output !== undefined) return args.output === "-" ? undefined : `${folder}${args.output}`;
  if (!args.remoteName) return undefined;
  const name = URL.canParse(url) ? new URL(url).pathname.split("/").at(-1) : "";
  return `${folder}${name === "" || name === undefined ? "curl_response" : decode(Buffer.from(name))}`;
}

async function fetchOne(
  url: string,
  args: CurlArgs,
  body: Body | undefined,
  io: Io,
  context: Context,
): Promise<number> {
  const start = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    const { signal, expired } = withTimeout(context.signal, args.maxTime);
    try {
      const { answer, headers } = await ask(url, args, body, io, context, signal);
      const { status } = answer.response;
      if (attempt < args.retry && (status === 408 || status === 429 || (status >= 500 && status <= 504))) {
        answer.response.close();
        await pause(args.retryDelay ?? 2 ** attempt, context.signal);
        continue;
      }
      return await deliver(answer, headers, args, io, context, url, start);
    } catch (error) {
      const cause = expired()
        ? new NetError("timeout", `Operation timed out after ${Math.round((args.maxTime ?? 0) * 1000)} milliseconds`)
        : error;
      if (attempt < args.retry && (mayPass(cause) || (args.retryAllErrors && cause instanceof NetError))) {
        await pause(args.retryDelay ?? 2 ** attempt, context.signal);
        continue;
      }
      return await complain(cause, args, io);
    }
  }
}

async function complain(error: unknown, args: CurlArgs, io: Io): Promise<number> {
  const loud = !args.silent || args.showError;
  if (error instanceof TooManyRedirects) {
    if (loud) await io.diagnose(`(47) Maximum (${args.maxRedirs}) redirects followed`);
    return 47;
  }
  if (!(error instanceof NetError)) throw error;
  const status = STATUS[error.code];
  // A refusal is the shell's own answer: it must be seen even where failures are silent.
  if (loud || error.code === "disabled" || error.code === "denied")
    await io.diagnose(`(${status}) ${error.message}`, error.help);
  return status;
}

async function ask(
  url: string,
  args: CurlArgs,
  body: Body | undefined,
  io: Io,
  context: Context,
  signal: AbortSignal,
): Promise<{ readonly answer: Answer; readonly headers: Uint8Array }> {
  const target = args.get && body ? withQuery(url, body.bytes) : url;
  const sent = args.get ? undefined : body;
  const method = args.request ?? (args.head ? "HEAD" : args.uploadFile !== undefined ? "PUT" : sent ? "POST" : "GET");
  let shown = "";
  const answer = await transfer(context, {
    url: target,
    method,
    fixedMethod: args.request !== undefined,
    headers: await headersOf(url, args, sent, io),
    body: sent?.bytes,
    follow: args.location || args.locationTrusted,
    maxRedirects: args.maxRedirs,
    trusting: args.locationTrusted,
    insecure: args.insecure,
    decompress: args.compressed,
    connectTimeoutMs: args.connectTimeout === undefined ? undefined : args.connectTimeout * 1000,
    signal,
    async observe(step) {
      shown += headText(step.response);
      if (args.verbose) {
        const { pathname, search, host } = new URL(step.url);
        const lines = [
          `${step.method} ${pathname}${search} HTTP/1.1`,
          `Host: ${host}`,
          ...step.headers.map(([name, value]) => `${name}: ${value}`),
          "",
        ];
        const came = headText(step.response).split("\r\n").slice(0, -1);
        await io.stderr.write(
          encode([...lines.map((line) => `> ${line}\n`), ...came.map((line) => `< ${line}\n`)].join("")),
        );
      }
    },
  });
  return { answer, headers: encode(shown) };
}

async function headersOf(url: string, args: CurlArgs, body: Body | undefined, io: Io): Promise<Header[]> {
  const given: Header[] = [];
  const without = new Set<string>();
  for (const text of args.header) {
    const lines = text.startsWith("@") ? (await textOf(text.slice(1), io)).split("\n") : [text];
    for (const line of lines) {
      const [, name, mark, value = ""] = /^([^:;]+)([:;])\s*(.*?)\s*$/s.exec(line) ?? [];
      if (name === undefined) continue;
      if (value !== "" || mark === ";") given.push([name.trim(), value]);
      without.add(name.trim().toLowerCase());
    }
  }
  const { username, password } = URL.canParse(url) ? new URL(url) : { username: "", password: "" };
  const user =
    args.user ?? (username === "" ? undefined : `${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  const own: Header[] = [
    ["User-Agent", args.userAgent ?? "curl/8.0"],
    ["Accept", args.json.length > 0 ? "application/json" : "*/*"],
    ...(args.compressed ? [["Accept-Encoding", "deflate, gzip, br"] as const] : []),
    ...(user === undefined
      ? []
      : [["Authorization", `Basic ${Buffer.from(encode(user)).toString("base64")}`] as const]),
    ...(args.referer === undefined ? [] : [["Referer", args.referer] as const]),
    ...(args.cookie.length === 0 ? [] : [["Cookie", args.cookie.join("; ")] as const]),
    ...(args.range === undefined ? [] : [["Range", `bytes=${args.range}`] as const]),
    ...(body?.type === undefined ? [] : [["Content-Type", body.type] as const]),
  ];
  return [...own.filter(([name, value]) => value !== "" && !without.has(name.toLowerCase())), ...given];
}

function withQuery(url: string, query: Uint8Array): string {
  const [base = "", hash] = url.split("#");
  return `${base}${base.includes("?") ? "&" : "?"}${decode(query)}${hash === undefined ? "" : `#${hash}`}`;
}

function headText({ version, status, reason, headers }: NetResponse): string {
  const lines = [
    `HTTP/${version} ${status}${reason === "" ? "" : ` ${reason}`}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

async function deliver(
  answer: Answer,
  headers: Uint8Array,
  args: CurlArgs,
  io: Io,
  context: Context,
  url: string,
  start: number,
): Promise<number> {
  const { response } = answer;
  const failed = args.fail !== "no" && response.status >= 400;
  let size = 0;
  if (args.dumpHeader !== undefined) await writeTo(args.dumpHeader, headers, io);
  const path = targetOf(url, args);
  if (!failed || args.fail === "body") {
    const file = path === undefined ? undefined : create(path, args, io, context);
    const sink = file ?? io.stdout;
    try {
      if (args.include || args.head) await sink.write(headers);
      for (let chunk = await response.read(); chunk; chunk = await response.read()) {
        size += chunk.length;
        await sink.write(chunk);
      }
    } finally {
      file?.close();
    }
  }
  response.close();
  if (failed && (!args.silent || args.showError)) {
    await io.diagnose(`(22) The requested URL returned error: ${response.status}`);
  }
  if (args.writeOut !== undefined)
    await writeOut(
      args.writeOut,
      answer,
      { size, start, path, exit: failed ? 22 : 0, headers: headers.length },
      args,
      io,
    );
  return failed ? 22 : 0;
}

function create(path: string, args: CurlArgs, io: Io, context: Context): OutputFile {
  if (args.createDirs) {
    const folders = absolute(context.cwd, path).split("/").slice(1, -1);
    for (let depth = 1; depth <= folders.length; depth += 1) {
      const folder = `/${folders.slice(0, depth).join("/")}`;
      if (!context.workspace.exists(folder)) context.workspace.mkdir(folder);
    }
  }
  try {
    return io.create(path);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`(23) Failed to open the file ${path}: ${error.message}`, { exitCode: 23 });
  }
}

async function writeTo(path: string, bytes: Uint8Array, io: Io): Promise<void> {
  if (path === "-") {
    await io.stdout.write(bytes);
    return;
  }
  const file = io.create(path);
  await file.write(bytes);
  file.close();
}

interface Done {
  readonly size: number;
  readonly start: number;
  readonly path: string | undefined;
  readonly exit: number;
  readonly headers: number;
}

async function writeOut(format: string, answer: Answer, done: Done, args: CurlArgs, io: Io): Promise<void> {
  const { response, url } = answer;
  const text = format.startsWith("@") ? await textOf(format.slice(1), io) : format;
  const seconds = ((performance.now() - done.start) / 1000).toFixed(6);
  const code = String(response.status).padStart(3, "0");
  const values: Readonly<Record<string, string>> = {
    http_code: code,
    response_code: code,
    http_version: response.version,
    content_type: headerOf(response, "content-type") ?? "",
    size_download: String(done.size),
    size_header: String(done.headers),
    num_redirects: String(answer.redirects),
    redirect_url: answer.redirectUrl ?? "",
    url_effective: url,
    method: args.request ?? "GET",
    scheme: new URL(url).protocol.slice(0, -1).toUpperCase(),
    remote_ip: response.remoteAddress,
    filename_effective: done.path ?? "",
    exitcode: String(done.exit),
    errormsg: "",
    time_total: seconds,
    time_connect: seconds,
    time_namelookup: seconds,
    time_pretransfer: seconds,
    time_starttransfer: seconds,
    speed_download: String(Math.round(done.size / Math.max(Number(seconds), 0.000001))),
  };
  const out = text.replace(
    /%\{([^}]*)\}|%%|\\([nrt\\])/g,
    (whole, name: string | undefined, letter: string | undefined) => {
      if (letter !== undefined) return { n: "\n", r: "\r", t: "\t" }[letter] ?? "\\";
      if (name === undefined) return "%";
      const header = /^header\{(.+)$/.exec(name)?.[1];
      return header === undefined ? (values[name] ?? whole) : (headerOf(response, header.toLowerCase()) ?? "");
    },
  );
  await io.stdout.write(encode(out));
}

async function textOf(file: string, io: Io): Promise<string> {
  const parts: Uint8Array[] = [];
  const source = file === "-" ? io.stdin : io.open(file);
  for (let chunk = await source.read(); chunk; chunk = await source.read()) parts.push(chunk);
  return decode(Buffer.concat(parts));
}
