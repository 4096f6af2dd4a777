/** Reads files of a commit, by plumbing: ls-tree for the names, cat-file for the bytes. */
import { EvidenceError } from '../../records/errors.ts';
import { type GitCall, git } from '../git.ts';
import { remoteWords } from './remote-problems.ts';
import type { Snapshot } from './snapshot.ts';

/** Files of a tree: path to object id. */
export type Tree = ReadonlyMap<string, string>;

/** Lists the files of a commit; with paths only those, `folder/` for all that a folder holds. */
export async function listTree(commit: string, paths: readonly string[] | null, call: GitCall): Promise<Tree> {
  const mode = paths === null ? ['-r'] : [];
  const end = await git(['ls-tree', '-z', ...mode, commit, '--', ...(paths ?? [])], call);
  if (end.code !== 0) throw new EvidenceError('unreadable', `Cannot list the branch: ${remoteWords(end.stderr)}`);
  const files = new Map<string, string>();
  for (const entry of Buffer.from(end.stdout).toString('utf8').split('\0')) {
    const found = /^100(?:644|755) blob ([0-9a-f]{40,64})\t(.+)$/s.exec(entry);
    if (found?.[1] !== undefined && found[2] !== undefined) files.set(found[2], found[1]);
  }
  return files;
}

/** The files of a tree as a ledger's snapshot. */
export function treeSnapshot(tree: Tree, call: GitCall): Snapshot {
  return {
    names: new Set(tree.keys()),
    stream: async (names, take) => {
      const wanted = names.filter((name) => tree.has(name));
      if (wanted.length === 0) return;
      const parser = new BatchParser(wanted, take);
      const input = wanted.map((name) => `${tree.get(name)}\n`).join('');
      const end = await git(['cat-file', '--batch'], { ...call, input, onOutput: (chunk) => parser.take(chunk) });
      if (!parser.isDone()) {
        throw new EvidenceError('unreadable', `Cannot read ${parser.current()}: ${remoteWords(end.stderr)}`);
      }
    },
  };
}

const LINE_FEED = 0x0a;

/** Cuts the output of `cat-file --batch` into files: a line `id type size`, the bytes, a line feed. */
class BatchParser {
  private readonly names: readonly string[];
  private readonly use: (name: string, bytes: Uint8Array) => boolean;
  private place = 0;
  private header = '';
  /** Bytes that are left of the current file and its line feed; null while its first line is read. */
  private left: number | null = null;
  private stopped = false;

  constructor(names: readonly string[], use: (name: string, bytes: Uint8Array) => boolean) {
    this.names = names;
    this.use = use;
  }

  /** Whether every file came whole, or no more was wanted. */
  isDone(): boolean {
    return this.stopped || this.place === this.names.length;
  }

  /** The file that is being read. */
  current(): string {
    return this.names[this.place] ?? '';
  }

  take(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length && !this.isDone()) {
      if (this.left === null) {
        const feed = chunk.indexOf(LINE_FEED, at);
        this.header += Buffer.from(chunk.subarray(at, feed < 0 ? chunk.length : feed)).toString('latin1');
        if (feed < 0) return;
        at = feed + 1;
        this.open();
      } else at = this.content(chunk, at, this.left);
    }
  }

  private open(): void {
    const size = /^[0-9a-f]+ blob ([0-9]+)$/.exec(this.header)?.[1];
    // A line such as `id missing` leaves the parser here, and the caller says which file is missing.
    if (size === undefined) this.left = Number.POSITIVE_INFINITY;
    else this.left = Number(size) + 1;
    this.header = '';
  }

  private content(chunk: Uint8Array, at: number, left: number): number {
    if (left === Number.POSITIVE_INFINITY) return chunk.length;
    const end = Math.min(chunk.length, at + left - 1);
    if (end > at && !this.use(this.current(), chunk.subarray(at, end))) this.stopped = true;
    const passed = end - at;
    if (left - passed > 1 || end === chunk.length) {
      this.left = left - passed;
      return end;
    }
    this.left = null;
    this.place++;
    return end + 1;
  }
}
