// A server on loopback for the tests of curl and wget: it answers with what it was asked.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export interface TestServer {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  readonly requests: readonly Seen[];
  close(): Promise<void>;
}

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export async function startServer(): Promise<TestServer> {
  const requests: Seen[] = [];
  let flaky = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const path = request.url ?? "";
      const body = Buffer.concat(parts).toString();
      requests.push({ method: request.method ?? "", path, headers: request.headers, body });
      if (path.startsWith("/flaky")) {
        flaky += 1;
        response.writeHead(flaky % 3 === 0 ? 200 : 503).end("at last\n");
      } else answer(request, path, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(request: IncomingMessage, path: string, response: ServerResponse): void {
  const redirect = /^\/(30\d)\/(.*)$/.exec(path);
  if (redirect) {
    response.writeHead(Number(redirect[1]), { Location: decodeURIComponent(redirect[2] ?? "") }).end();
    return;
  }
  if (path === "/data.csv")
    response.writeHead(200, { "Content-Type": "text/csv", "X-Kind": "table" }).end("a,b\n1,2\n3,4\n");
  else if (path === "/missing") response.writeHead(404).end("not here\n");
  else if (path === "/slow") setTimeout(() => response.end("late\n"), 2000).unref();
  else if (path === "/large") response.end(Buffer.alloc(100_000, 120));
  else if (path === "/secret") response.end(`you sent ${request.headers.authorization}\n`);
  else response.end(`${request.method} ${path}\n`);
}
