/**
 * A ledger on a branch of a git repository. It is read from and written to a remote by plumbing; what moves the branch
 * is a push without force, which the remote refuses when another writer was faster. Then the row is linked anew.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { EvidenceError } from '../../records/errors.ts';
import { executionsFile, type LedgerOrigin, suiteFile, type VerifyResult } from '../../records/ledger.ts';
import type { Row, RowBody, SuiteRecord } from '../../records/row.ts';
import type { Digest } from '../../records/scalars.ts';
import { errorText } from '../files.ts';
import type { GitEnd } from '../git.ts';
import { removeAbandoned } from './abandoned.ts';
import { attempt, endedEarly } from './attempt.ts';
import { copyOf } from './copy.ts';
import { type Fetched, GitRepository } from './git-repository.ts';
import {
  APPEND_BUDGET_MS,
  type AppendContext,
  type AppendOutcome,
  type Ledger,
  type LedgerCopy,
  type LedgerOptions,
  type LedgerRows,
  type VerifyRequest,
} from './ledger.ts';
import { unrecorded } from './outcomes.ts';
import { remoteProblem, remoteWords } from './remote-problems.ts';
import { readRows, type Snapshot, shardsOf, suiteOf, verifySnapshot } from './snapshot.ts';
import { withoutSecrets } from './spec.ts';

/** Longest time for reading a whole branch. */
const READ_MS = 600_000;
const SHORTEST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 10_000;

/** One try of an append: over, or to be repeated for a reason. */
type Try = { readonly over: true; readonly outcome: AppendOutcome } | { readonly over: false; readonly why: string };

/** Opens the ledger on a branch, which need not exist yet; its repository must. */
export class GitLedger implements Ledger {
  private readonly remote: string;
  private readonly ref: string;
  private readonly origin: LedgerOrigin;
  private readonly options: LedgerOptions;

  constructor(remote: string, ref: string, origin: LedgerOrigin, options: LedgerOptions) {
    this.remote = remote;
    this.ref = ref;
    this.origin = origin;
    this.options = options;
  }

  describe(): string {
    return `${this.ref} of ${withoutSecrets(this.remote)}`;
  }

  verify(request: VerifyRequest = {}): Promise<VerifyResult> {
    return this.reading(false, (snapshot) => verifySnapshot(snapshot, this.describe(), request));
  }

  read(request: VerifyRequest = {}): Promise<LedgerRows> {
    return this.reading(false, (snapshot) =>
      readRows(this.describe(), request, (asked) => verifySnapshot(snapshot, this.describe(), asked)),
    );
  }

  suite(digest: Digest): Promise<SuiteRecord | null> {
    return this.reading(true, (snapshot) => suiteOf(snapshot, this.describe(), digest));
  }

  copy(): Promise<LedgerCopy | null> {
    return this.reading(false, (snapshot) => copyOf(snapshot, this.describe()));
  }

  async append(body: RowBody, context: AppendContext): Promise<AppendOutcome> {
    const early = endedEarly(body, context);
    if (early !== null) return early;
    const deadline = performance.now() + (this.options.budgetMs ?? APPEND_BUDGET_MS);
    let repository: GitRepository | null = null;
    try {
      await removeAbandoned();
      const made = new GitRepository(this.ref, deadline, this.options.interrupt ?? null);
      repository = made;
      const created = await made.create(this.remote, this.options);
      if (created.code !== 0) return unrecorded('git_missing', `git does not run: ${remoteWords(created.stderr)}`);
      return await this.appendWithin(deadline, () => this.tryOnce(made, body, context));
    } catch (error) {
      // A row that was paid for is kept by the caller, whatever stood in the way.
      return unrecorded('storage', `Cannot append to ${this.describe()}: ${errorText(error)}`);
    } finally {
      repository?.remove();
    }
  }

  /** Tries until it is over or the budget is spent, with full jitter between the tries. */
  private async appendWithin(deadline: number, once: () => Promise<Try>): Promise<AppendOutcome> {
    const random = this.options.random ?? Math.random;
    for (let tries = 1; ; tries++) {
      const started = performance.now();
      const tried = await once();
      if (tried.over) return tried.outcome;
      if (this.options.interrupt?.aborted === true) return unrecorded('interrupted', 'Interrupted before the push.');
      // The more a try takes, the more writers are at it: then they have to stand further apart not to meet again.
      const step = Math.max(SHORTEST_WAIT_MS, performance.now() - started);
      const longest = Math.min(LONGEST_WAIT_MS, (deadline - performance.now()) / 3);
      const wait = random() * Math.min(longest, step * 2 ** Math.min(tries - 1, 10));
      if (performance.now() + SHORTEST_WAIT_MS >= deadline) {
        const moved = tried.why === '';
        const spent = `${tries} ${tries === 1 ? 'try' : 'tries'}, budget spent`;
        if (moved)
          return unrecorded('contended', `Other writers were faster each time (${spent}): ${this.describe()}.`);
        return unrecorded('remote_unreachable', `Cannot reach ${this.describe()} (${spent}): ${tried.why}.`);
      }
      await sleep(wait);
    }
  }

  private async tryOnce(repository: GitRepository, body: RowBody, context: AppendContext): Promise<Try> {
    const fetched = await repository.fetch(true);
    if (fetched.kind === 'failed') return this.failed(fetched.end);
    const snapshot = fetched.kind === 'missing' ? null : await tailSnapshot(repository, fetched.commit, body, context);
    const decided = await attempt(snapshot, body, context, context.origin ?? this.origin);
    if (decided.kind === 'done') return { over: true, outcome: decided.outcome };
    const { row } = decided;
    const commit = await repository.commit({
      parent: fetched.kind === 'missing' ? null : fetched.commit,
      files: decided.files,
      message: message(row),
      seconds: Math.floor(Date.parse(row.recordedAt) / 1000),
    });
    const pushed = await repository.push(commit);
    if (pushed.code !== 0) return this.failed(pushed);
    return {
      over: true,
      outcome: { kind: 'recorded', row, signed: decided.signed, count: row.seq + 1, head: row.receipt },
    };
  }

  /**
   * What follows from a failed command. After trouble during a push nobody knows whether it arrived: the next try looks,
   * and finds the row as already recorded when it did.
   */
  private failed(end: GitEnd): Try {
    const text = `${Buffer.from(end.stdout).toString('utf8')}\n${end.stderr}`;
    const problem = remoteProblem(text);
    if (problem === 'moved') return { over: false, why: '' };
    if (problem === 'trouble') return { over: false, why: remoteWords(text) };
    const words = `${this.describe()} refuses: ${remoteWords(text)}.`;
    return { over: true, outcome: unrecorded('remote_refused', words) };
  }

  private async reading<T>(part: boolean, use: (snapshot: Snapshot | null) => Promise<T>): Promise<T> {
    const deadline = performance.now() + READ_MS;
    const repository = new GitRepository(this.ref, deadline, this.options.interrupt ?? null);
    try {
      const created = await repository.create(this.remote, this.options);
      if (created.code !== 0) throw this.unreadable(created);
      const fetched: Fetched = await repository.fetch(part);
      if (fetched.kind === 'failed') throw this.unreadable(fetched.end);
      return await use(fetched.kind === 'missing' ? null : await repository.whole(fetched.commit));
    } finally {
      repository.remove();
    }
  }

  private unreadable(end: GitEnd): EvidenceError {
    return new EvidenceError('unreadable', `Cannot read ${this.describe()}: ${remoteWords(end.stderr)}`);
  }
}

/** The files that an append looks at: the head, the last shard, one index file. */
function tailSnapshot(
  repository: GitRepository,
  commit: string,
  body: RowBody,
  { page = [] }: AppendContext,
): Promise<Snapshot> {
  const index = executionsFile(body.executionDigest);
  const always = ['HEAD.json', 'checkpoint', index];
  const seen = ['checkpoint.sig', 'index.html', ...page.map(({ path }) => path)];
  const paths = [...always, ...seen, suiteFile(body.suite.digest), 'ledger/'];
  return repository.some(commit, paths, (tree) => [...always, ...shardsOf(tree.keys()).slice(-1)]);
}

function message(row: Row): string {
  const verdict = row.gate?.verdict ?? 'unverifiable';
  return `Record row ${row.seq}: ${row.suite.id}, ${verdict}\n\n${row.receipt}\n`;
}
