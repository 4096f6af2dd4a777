/** Serves bare repositories over smart HTTP on loopback: a small CGI bridge to the real `git http-backend`. */
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** What may go wrong with one request: an error answer, no answer, a cut line before or after git did its work. */
export type Fault = 'none' | 'error' | 'silent' | 'cut-before' | 'cut-after';

/** A running server. */
export interface GitServer {
  /** Address of a repository by its path under the root. */
  url(repository: string): string;
  /** Bytes that went either way since the last call. */
  moved(): number;
  /** Requests since the last call, as `METHOD path`. */
  requests(): string[];
  close(): Promise<void>;
}

/** How to serve. */
export interface GitServerOptions {
  /** Decides the fate of each request. */
  readonly fault?: (request: { readonly method: string; readonly url: string }) => Fault;
  /** The value of Authorization that a request must carry; without it every request is answered 401. */
  readonly authorization?: string;
}

/** Serves the bare repositories under a folder, for fetch and push. */
export async function serveGit(root: string, options: GitServerOptions = {}): Promise<GitServer> {
  let moved = 0;
  let seen: string[] = [];
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    seen.push(`${method} ${url}`);
    request.on('data', (chunk: Buffer) => {
      moved += chunk.length;
    });
    const fault = options.fault?.({ method, url }) ?? 'none';
    if (options.authorization !== undefined && request.headers.authorization !== options.authorization) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    } else if (fault === 'error') response.writeHead(502).end('<html>bad gateway</html>');
    else if (fault === 'silent') request.resume();
    else if (fault === 'cut-before') request.socket.destroy();
    else
      answer(root, request, response, fault === 'cut-after', (bytes) => {
        moved += bytes;
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: (repository) => `http://127.0.0.1:${port}/${repository}`,
    moved: () => {
      const bytes = moved;
      moved = 0;
      return bytes;
    },
    requests: () => {
      const list = seen;
      seen = [];
      return list;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
  cut: boolean,
  count: (bytes: number) => void,
): void {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      REMOTE_USER: 'test',
      REMOTE_ADDR: '127.0.0.1',
      REQUEST_METHOD: request.method,
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      LC_ALL: 'C',
    },
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => undefined);
  let head = Buffer.alloc(0);
  let open = false;
  child.stdout.on('data', (chunk: Buffer) => {
    count(chunk.length);
    if (cut) return;
    if (open) {
      response.write(chunk);
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    open = true;
    sendHead(response, head.subarray(0, end).toString('latin1'));
    response.write(head.subarray(end + 4));
  });
  child.on('close', () => {
    // Git has done what was asked; the answer is lost on the way.
    if (cut) request.socket.destroy();
    else response.end();
  });
}

function sendHead(response: ServerResponse, text: string): void {
  const headers: [string, string][] = [];
  let status = 200;
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).trim();
    if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
    else headers.push([name, value]);
  }
  response.writeHead(status, Object.fromEntries(headers));
}
