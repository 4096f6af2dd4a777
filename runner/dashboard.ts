/**
 * The dashboard on this machine: serves the page and the ledger's files on loopback, to this machine's browsers alone.
 * The page verifies the ledger itself; nothing is decided here.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { EvidenceError, UsageError } from '../records/errors.ts';
import type { Context } from './context.ts';
import { dashboardFiles, PAGE_TYPES } from './dashboard-files.ts';
import { errorCode, errorText } from './files.ts';
import type { Ledger, LedgerCopy } from './ledger/ledger.ts';
import { openLedger } from './ledger/open.ts';
import { runTool } from './process.ts';

export { dashboardFiles } from './dashboard-files.ts';

const HOST = '127.0.0.1';
/** A ledger is copied anew when its page is loaded again after this time. */
const FRESH_MS = 2_000;

/** As in the page itself, for the worker too; and for no other origin. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; worker-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
} as const;

/** A dashboard that is being served. */
export interface ServedDashboard {
  readonly url: string;
  /** The ledger in words. */
  readonly ledger: string;
  /** Resolves when it was closed. */
  readonly closed: Promise<void>;
  readonly close: () => void;
}

/**
 * Serves the dashboard of a ledger until it is closed or interrupted. `port` 0 takes a free one. Throws a UsageError when
 * the port is taken, and an EvidenceError when there is no ledger or it cannot be read.
 */
export async function serveDashboard(context: Context, spec: string, port: number): Promise<ServedDashboard> {
  const ledger = openLedger(spec, { env: context.env, interrupt: context.interrupt });
  const page = dashboardFiles(context.dataDir);
  if (page === null)
    throw new EvidenceError('missing', 'This build ships no dashboard', 'Build it with npm run build.');
  const files = new Source(ledger, page, context.now);
  if ((await files.refresh()) === null) {
    const next = 'Name an existing ledger, or record a first row with operant run --append.';
    throw new EvidenceError('missing', `There is no ledger: ${ledger.describe()}`, next);
  }
  const server = createServer((request, response) => {
    void answer(request, response, files, context);
  });
  const used = await listen(server, port);
  const closed = new Promise<void>((resolve) => server.on('close', resolve));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  context.interrupt.addEventListener('abort', close, { once: true });
  if (context.interrupt.aborted) close();
  return { url: `http://${HOST}:${used}/`, ledger: ledger.describe(), closed, close };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const taken = errorCode(error) === 'EADDRINUSE';
      const why = taken ? 'something else listens there' : errorText(error);
      reject(
        new UsageError(`Cannot listen on port ${port}: ${why}.`, 'Name another port with --port, or leave it out.'),
      );
    });
    server.listen(port, HOST, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** What can be asked for: the page, and the ledger as it was when the page was loaded. */
class Source {
  private readonly ledger: Ledger;
  private readonly page: ReadonlyMap<string, Uint8Array>;
  private readonly now: () => number;
  private copied: Promise<LedgerCopy | null> | null = null;
  private at = 0;

  constructor(ledger: Ledger, page: ReadonlyMap<string, Uint8Array>, now: () => number) {
    this.ledger = ledger;
    this.page = page;
    this.now = now;
  }

  /** Copies the ledger, unless that was done a moment ago. */
  refresh(): Promise<LedgerCopy | null> {
    if (this.copied !== null && this.now() - this.at < FRESH_MS) return this.copied;
    this.at = this.now();
    const copied = this.ledger.copy();
    this.copied = copied;
    // A failure is told to whoever asked; the next one tries again.
    copied.catch(() => {
      this.at = 0;
    });
    return copied;
  }

  /** The bytes of a file; null when there is none of that name. */
  async file(name: string): Promise<Uint8Array | null> {
    const page = this.page.get(name);
    // A page asks for the head first: what follows belongs to it.
    const copy = await (name === 'HEAD.json' || this.copied === null ? this.refresh() : this.copied);
    if (page === undefined) return copy?.files.get(name) ?? null;
    if (name !== 'index.html' || copy?.kind !== 'rows') return page;
    return Buffer.from(Buffer.from(page).toString('utf8').replace('data-ledger="branch"', 'data-ledger="rows"'));
  }
}

/** What opens an address on each system. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const OPEN_MS = 15_000;

/** Opens an address in the person's browser; false when that could not be started. */
export async function openInBrowser(context: Context, url: string): Promise<boolean> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(context.env)) if (value !== undefined) env[name] = value;
  const argv = [...(OPENERS[process.platform] ?? ['xdg-open']), url];
  const opened = runTool(argv, 0, env).then(({ code }) => code === 0);
  // Some openers stay for as long as the browser does.
  return Promise.race([opened, sleep(OPEN_MS, true, { ref: false })]);
}

const LEDGER_FILE = /^(?:HEAD\.json|checkpoint|ledger\/\d{6,15}\.jsonl|suites\/[0-9a-f]{64}\.json)$/;

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  files: Source,
  context: Context,
): Promise<void> {
  const { status, headers, bytes } = await answerOf(request, files).catch((error: unknown) => {
    context.progress(`operant: ${errorText(error)}`);
    return text(500, errorText(error));
  });
  response.writeHead(status, { ...HEADERS, ...headers });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

async function answerOf(request: IncomingMessage, files: Source): Promise<Answer> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return text(405, 'Only GET and HEAD');
  // A page of another name that resolves to this machine must not read the ledger (DNS rebinding).
  const host = request.headers.host ?? '';
  if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host)) return text(403, 'Open this page as 127.0.0.1');
  // As it was sent: no name of ours needs decoding, and none climbs.
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const name = path === '/' ? 'index.html' : path.slice(1);
  const type = Object.entries(PAGE_TYPES).find(([known]) => known === name)?.[1];
  if (type === undefined && !LEDGER_FILE.test(name)) return text(404, 'Not a file of this ledger');
  const bytes = await files.file(name);
  // The page asks for files that a ledger need not have; 404 would look like a fault in its console.
  if (bytes === null) return { status: 204, headers: {}, bytes: new Uint8Array(0) };
  const kind = type ?? (name.endsWith('.json') ? 'application/json' : 'text/plain');
  return { status: 200, headers: { 'Content-Type': `${kind}; charset=utf-8` }, bytes };
}

function text(status: number, words: string): Answer {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, bytes: Buffer.from(`${words}\n`) };
}
