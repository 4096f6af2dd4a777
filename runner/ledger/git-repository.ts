/**
 * A private bare repository in a temporary folder, with one remote: the only place where git runs for a ledger. The
 * user's repository, work tree, index, configuration and stash are never opened.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerFile } from '../../bench-results/files.ts';
import { type GitCall, type GitEnd, git, gitEnv } from '../git.ts';
import { ownFolder } from './abandoned.ts';
import { listTree, type Tree, treeSnapshot } from './git-objects.ts';
import type { LedgerOptions } from './ledger.ts';
import { isFilterIgnored, isMissingBranch } from './remote-problems.ts';
import { type Snapshot, withContents } from './snapshot.ts';
import { isAddress } from './spec.ts';
import { userSettings } from './user-settings.ts';

/** Where a fetched tip is kept in the private repository. */
const TIP = 'refs/operant/tip';

/** What a fetch brought. */
export type Fetched =
  | { readonly kind: 'tip'; readonly commit: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly end: GitEnd };

/** A commit that is to be made. */
export interface Commit {
  readonly parent: string | null;
  readonly files: readonly LedgerFile[];
  readonly message: string;
  /** Seconds since 1970. */
  readonly seconds: number;
}

/** Makes and removes the private repository; commands run one after another. */
export class GitRepository {
  private readonly folder: string;
  private readonly gitDir: string;
  private readonly ref: string;
  private readonly deadline: number;
  private readonly interrupt: AbortSignal | null;
  private env: Readonly<Record<string, string>> = {};
  private isPartial = true;
  private hasFetched = false;
  private commits = 0;

  /** Makes the temporary folder. Throws what the file system throws. */
  constructor(ref: string, deadline: number, interrupt: AbortSignal | null) {
    this.folder = ownFolder();
    this.gitDir = join(this.folder, 'repository.git');
    this.ref = ref;
    this.deadline = deadline;
    this.interrupt = interrupt;
  }

  /** Makes the repository, with settings to reach the remote. */
  async create(remote: string, options: LedgerOptions): Promise<GitEnd> {
    const inherited = options.env ?? process.env;
    this.env = gitEnv(inherited, []);
    const users = isAddress(remote) ? await userSettings(this.timed()) : [];
    const ssh = inherited['GIT_SSH_COMMAND'] ?? users.find(([key]) => key === 'core.sshcommand')?.[1];
    const own = settings(remote, options.httpHeader ?? null);
    this.env = gitEnv(ssh === undefined ? inherited : { ...inherited, GIT_SSH_COMMAND: ssh }, [...users, ...own]);
    return git(['init', '--quiet', '--bare', '--template=', this.gitDir], { ...this.timed(), gitDir: null });
  }

  /** Removes it with all that it holds. */
  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Brings the tip of the branch, without history; `part` leaves file contents where they are. */
  async fetch(part: boolean): Promise<Fetched> {
    // A second fetch brings what changed since the first, contents included: that is little, and saves a request.
    const isFirst = !this.hasFetched;
    // Without a word, git would take the filter of the remote's settings.
    const filter = part && isFirst && this.isPartial ? '--filter=blob:none' : '--no-filter';
    const end = await this.run(['fetch', ...FETCH, '--depth=1', filter, 'origin', `+${this.ref}:${TIP}`]);
    if (isFilterIgnored(end.stderr)) this.isPartial = false;
    if (end.code !== 0) return isMissingBranch(end.stderr) ? { kind: 'missing' } : { kind: 'failed', end };
    this.hasFetched = true;
    return { kind: 'tip', commit: readFileSync(join(this.gitDir, TIP), 'utf8').trim() };
  }

  /** All files of a commit. */
  async whole(commit: string): Promise<Snapshot> {
    return treeSnapshot(await listTree(commit, null, this.timed()), this.timed());
  }

  /** Some files of a commit, their contents brought in one request; others cost a request each. */
  async some(commit: string, paths: readonly string[], contents: (tree: Tree) => readonly string[]): Promise<Snapshot> {
    const tree = await listTree(commit, paths, this.timed());
    const local = this.isPartial ? await this.localObjects() : new Set<string>();
    const wanted = contents(tree).flatMap((name) => tree.get(name) ?? []);
    const missing = wanted.filter((id) => !local.has(id));
    if (this.isPartial && missing.length > 0) {
      const noop = ['-c', 'fetch.negotiationAlgorithm=noop'];
      const fetch = [...noop, 'fetch', ...FETCH, '--filter=blob:none', '--stdin', 'origin'];
      // Should the remote not give out single files, cat-file asks again for each and says why it cannot have it.
      await git(fetch, { ...this.timed(), input: missing.map((id) => `${id}\n`).join('') });
    }
    return withContents(treeSnapshot(tree, this.timed()), contents(tree));
  }

  /** Makes a commit and returns its id. Throws an Error when git cannot. */
  async commit(commit: Commit): Promise<string> {
    const ref = `refs/operant/try-${this.commits++}`;
    const who = `Operant <operant@localhost> ${commit.seconds} +0000`;
    const parts = [`commit ${ref}\nmark :1\nauthor ${who}\ncommitter ${who}\n${data(commit.message)}`];
    if (commit.parent !== null) parts.push(`from ${commit.parent}\n`);
    for (const file of commit.files)
      parts.push(file.text === null ? `D ${file.path}\n` : `M 100644 inline ${file.path}\n${data(file.text)}`);
    parts.push('\nget-mark :1\ndone\n');
    const input = parts.join('');
    const end = await git(['fast-import', '--quiet', '--done'], { ...this.timed(), input });
    const id = textOf(end);
    if (end.code !== 0 || !/^[0-9a-f]{40,64}$/.test(id)) throw new Error(`git fast-import failed: ${end.stderr}`);
    return id;
  }

  /** Moves the branch of the remote forward to a commit; the remote decides whether it may. */
  push(commit: string): Promise<GitEnd> {
    return this.run(['push', '--porcelain', '--no-verify', '--no-follow-tags', 'origin', `${commit}:${this.ref}`]);
  }

  /** Ids of the objects that are here, found without asking the remote for any. */
  private async localObjects(): Promise<ReadonlySet<string>> {
    const end = await this.run(['cat-file', '--batch-all-objects', '--batch-check=%(objectname)', '--unordered']);
    return new Set(textOf(end).split('\n'));
  }

  private run(args: readonly string[]): Promise<GitEnd> {
    return git(args, this.timed());
  }

  private timed(): GitCall {
    const interrupt = this.interrupt === null ? {} : { interrupt: this.interrupt };
    return { gitDir: this.gitDir, env: this.env, timeoutMs: this.left(), ...interrupt };
  }

  /** What is left of the time; a command that was begun gets a moment to end properly. */
  private left(): number {
    return Math.max(2_000, Math.ceil(this.deadline - performance.now()));
  }
}

const FETCH = [
  '--quiet',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-auto-maintenance',
  '--recurse-submodules=no',
] as const;

function settings(remote: string, httpHeader: string | null): [string, string][] {
  return [
    ['remote.origin.url', remote],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.partialCloneFilter', 'blob:none'],
    ['core.hooksPath', '/dev/null'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ['protocol.version', '2'],
    ['protocol.ext.allow', 'never'],
    ['http.lowSpeedLimit', '1'],
    ['http.lowSpeedTime', '20'],
    ...(httpHeader === null ? [] : [[`http.${hostOf(remote)}.extraHeader`, httpHeader] satisfies [string, string]]),
  ];
}

/** Scheme and host of an address: a key goes there and not where the host may send git on to. */
function hostOf(remote: string): string {
  return URL.canParse(remote) ? `${new URL(remote).protocol}//${new URL(remote).host}/` : remote;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}

function textOf(end: GitEnd): string {
  return Buffer.from(end.stdout).toString('utf8').trim();
}
