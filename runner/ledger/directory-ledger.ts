/** A ledger in a directory: the layout of the branch, appended under a lock by way of pending.json. */
import type { Dirent } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { EvidenceError } from '../../records/errors.ts';
import { type LedgerOrigin, Pending, type VerifyResult } from '../../records/ledger.ts';
import type { RowBody, SuiteRecord } from '../../records/row.ts';
import type { Digest } from '../../records/scalars.ts';
import { parseStrictJson } from '../../records/strict-json.ts';
import { errorCode, errorText } from '../files.ts';
import { attempt } from './attempt.ts';
import { copyOf } from './copy.ts';
import type {
  AppendContext,
  AppendOutcome,
  Ledger,
  LedgerCopy,
  LedgerOptions,
  LedgerRows,
  VerifyRequest,
} from './ledger.ts';
import { appendUnderLock } from './locked.ts';
import { readPlain, takePlain } from './plain-file.ts';
import { readRows, type Snapshot, suiteOf, verifySnapshot } from './snapshot.ts';
import { removeLeftovers, replaceDurably } from './storage.ts';

const PENDING = 'pending.json';
const LOCK = '.lock';
const CHUNK = 1024 * 1024;
/** Largest file beside the rows that is read, in bytes: an index of a million rows has a third of a megabyte. */
const MAX_BESIDE = 16 * 1024 * 1024;
const READ_TRIES = 50;

/** Opens the ledger in a directory, which need not exist yet. */
export class DirectoryLedger implements Ledger {
  private readonly path: string;
  private readonly origin: LedgerOrigin;
  private readonly options: LedgerOptions;

  constructor(path: string, origin: LedgerOrigin, options: LedgerOptions) {
    this.path = path;
    this.origin = origin;
    this.options = options;
  }

  describe(): string {
    return `the directory ${this.path}`;
  }

  verify(request: VerifyRequest = {}): Promise<VerifyResult> {
    return this.steadily((snapshot) => verifySnapshot(snapshot, this.describe(), request));
  }

  read(request: VerifyRequest = {}): Promise<LedgerRows> {
    // Rows are handed on only when one steady look has verified: a look that is repeated must not repeat rows.
    const { onRow, ...rest } = request;
    return this.steadily((snapshot) =>
      readRows(this.describe(), rest, (asked) => verifySnapshot(snapshot, this.describe(), asked)),
    ).then((rows) => {
      if (onRow !== undefined) rows.rows.forEach(onRow);
      return rows;
    });
  }

  suite(digest: Digest): Promise<SuiteRecord | null> {
    return this.steadily((snapshot) => suiteOf(snapshot, this.describe(), digest));
  }

  copy(): Promise<LedgerCopy | null> {
    return this.steadily((snapshot) => copyOf(snapshot, this.describe()));
  }

  append(body: RowBody, context: AppendContext): Promise<AppendOutcome> {
    const lockable = { lock: join(this.path, LOCK), name: this.describe(), options: this.options };
    return appendUnderLock(lockable, body, context, () => this.appendLocked(body, context));
  }

  private async appendLocked(body: RowBody, context: AppendContext): Promise<AppendOutcome> {
    await this.settle();
    const snapshot = await look(this.path);
    const decided = await attempt(snapshot, body, context, context.origin ?? this.origin);
    if (decided.kind === 'done') return decided.outcome;
    const pending: Pending = { schema: 'operant.pending/v1', files: [...decided.files] };
    // From this rename on the row is recorded: whoever comes next finishes what a killed writer began.
    await replaceDurably([{ path: join(this.path, PENDING), text: JSON.stringify(pending) }]);
    await this.settle();
    return {
      kind: 'recorded',
      row: decided.row,
      signed: decided.signed,
      count: decided.row.seq + 1,
      head: decided.row.receipt,
    };
  }

  /** Finishes an append that was decided, and removes what killed writers left. Only under the lock. */
  private async settle(): Promise<void> {
    const pending = await readPending(this.path);
    if (pending !== null) {
      await replaceDurably(pending.files.map(({ path, text }) => ({ path: join(this.path, path), text })));
      await rm(join(this.path, PENDING), { force: true });
    }
    for (const folder of ['', 'ledger', 'executions', 'suites', 'badges']) {
      await removeLeftovers(join(this.path, folder));
    }
  }

  /** Repeats a look while a writer was at work during it. */
  private async steadily<T>(use: (snapshot: Snapshot | null) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      const before = await mark(this.path);
      const result = await use(await look(this.path)).then(
        (value) => ({ ok: true as const, value }),
        (error: unknown) => ({ ok: false as const, error }),
      );
      if (before === (await mark(this.path)) || tries === READ_TRIES) {
        if (result.ok) return result.value;
        throw result.error;
      }
    }
  }
}

/** What changes with every append: the head, and the presence of a pending one. */
async function mark(path: string): Promise<string> {
  const texts = [PENDING, 'HEAD.json'].map((name) => readPlain(join(path, name), MAX_BESIDE).then(String, () => ''));
  return (await Promise.all(texts)).join('\0');
}

/** The files of a directory, with those of a pending append in place of their older selves; null when there are none. */
async function look(path: string): Promise<Snapshot | null> {
  const pending = await readPending(path);
  const overlay = new Map((pending?.files ?? []).map(({ path: name, text }) => [name, text]));
  const names = new Set([...(await list(path, '')), ...overlay.keys()].filter((name) => overlay.get(name) !== null));
  if (names.size === 0) return null;
  return {
    names,
    stream: async (wanted, take) => {
      const buffer = Buffer.allocUnsafe(CHUNK);
      for (const name of wanted) {
        // Signals and timers get their turn between files.
        await setImmediate();
        const text = overlay.get(name) ?? null;
        const more = text === null ? streamFile(path, name, buffer, take) : take(name, Buffer.from(text));
        if (!more) return;
      }
    },
  };
}

function streamFile(path: string, name: string, buffer: Buffer, take: (name: string, bytes: Uint8Array) => boolean) {
  const most = name.startsWith('ledger/') ? Number.POSITIVE_INFINITY : MAX_BESIDE;
  try {
    return takePlain(join(path, name), most, buffer, (bytes) => take(name, bytes));
  } catch (error) {
    throw unreadable(join(path, name), error);
  }
}

async function list(path: string, folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await entriesOf(join(path, folder))) {
    if (entry.name.startsWith('.') || (folder === '' && entry.name === PENDING)) continue;
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && folder === '') names.push(...(await list(path, name)));
    else names.push(name);
  }
  return names;
}

async function entriesOf(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw unreadable(path, error);
  }
}

async function readPending(path: string): Promise<Pending | null> {
  const file = join(path, PENDING);
  const bytes = await readPlain(file, MAX_BESIDE).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw unreadable(file, error);
  });
  if (bytes === null) return null;
  const json = parseStrictJson(bytes, { maxBytes: MAX_BESIDE });
  const pending = json.ok ? Pending.safeParse(json.value) : null;
  if (pending?.success === true) return pending.data;
  throw new EvidenceError('foreign', `${file} is no pending append`, 'Move the file away if it is not of a ledger.');
}

function unreadable(path: string, error: unknown): EvidenceError {
  return new EvidenceError('unreadable', `Cannot read ${path}: ${errorText(error)}`);
}
