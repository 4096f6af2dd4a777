/** A worker: reads and verifies one part of the ledger, keeps its bytes, and answers for its rows. */
import * as z from 'zod';
import { type Classes, classesOf } from '../../../bench-results/compare-figures.ts';
import { SHARD_ROWS } from '../../../records/ledger.ts';
import { Row, type SuiteRecord } from '../../../records/row.ts';
import type { Digest } from '../../../records/scalars.ts';
import { factsMaker } from '../facts.ts';
import { limitsOf, readPart } from '../part.ts';
import { type LedgerKind, type Opened, type Part, readSuite } from '../reading.ts';
import { BROWSER } from './browser.ts';
import { type Answer, isQuestion, type TasksRead, type WholeRow } from './protocol.ts';

/** Starts answering. */
export function startWorker(): void {
  // The page's policy forbids code made from text, and so does this.
  z.config({ jitless: true });
  let reader: PartReader | null = null;
  self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isQuestion(data)) return;
    if (data.kind === 'read') {
      reader = new PartReader(data.opened.kind, data.part);
      void reader.read(data.opened).then(say);
    } else if (data.kind === 'row') say({ kind: 'row', tag: data.tag, found: reader?.whole(data.seq) ?? null });
    else say({ kind: 'tasks', tag: data.tag, found: reader?.tasks(data.seqs) ?? { runs: [], suites: [] } });
  });
}

function say(answer: Answer): void {
  self.postMessage(answer);
}

/** A suite as the ledger records it. */
interface KnownSuite {
  readonly record: SuiteRecord | null;
  readonly classes: Classes | null;
}

/** Reads one part of a ledger. */
class PartReader {
  private readonly kind: LedgerKind;
  private readonly part: Part;
  private readonly shards: Uint8Array[] = [];
  private readonly suites = new Map<string, KnownSuite>();
  private readonly factsOf = factsMaker();
  private rows = 0;

  constructor(kind: LedgerKind, part: Part) {
    this.kind = kind;
    this.part = part;
  }

  /** Reads everything and says how it ended; rows are said as they verify. */
  async read(opened: Opened): Promise<Answer> {
    try {
      const reading = await readPart(BROWSER, opened, this.part, (rows, bytes) => this.take(rows, bytes));
      return { kind: 'end', reading };
    } catch (error) {
      return { kind: 'unreadable', message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** A row in full; null when it is not among those that verified here. */
  whole(seq: number): WholeRow | null {
    const row = this.row(seq);
    return row === null ? null : { row, suite: this.suites.get(row.suite.digest)?.record ?? null };
  }

  /** The tasks of those of the rows that are here. */
  tasks(seqs: readonly number[]): TasksRead {
    const found = seqs.flatMap((seq) => this.whole(seq) ?? []);
    const runs = found.map(({ row }) => ({
      seq: row.seq,
      startedAt: row.startedAt,
      suiteDigest: row.suite.digest,
      tasks: row.tasks,
    }));
    return { runs, suites: [...new Set(found.map(({ suite }) => suite))].filter((suite) => suite !== null) };
  }

  private async take(rows: readonly Row[], bytes: Uint8Array): Promise<void> {
    this.shards.push(bytes);
    this.rows += rows.length;
    for (const digest of new Set(rows.map(({ suite }) => suite.digest))) await this.learn(digest);
    const facts = rows.map((row) => this.factsOf(row, this.suites.get(row.suite.digest)?.classes ?? null));
    say({ kind: 'rows', rows: facts });
  }

  /** Reads a row again from its bytes, which verified. */
  private row(seq: number): Row | null {
    const place = seq - this.part.from * SHARD_ROWS;
    const bytes = this.shards[Math.floor(place / SHARD_ROWS)];
    if (bytes === undefined || place < 0 || place >= this.rows) return null;
    const [start, end] = limitsOf(bytes, place % SHARD_ROWS);
    const row = Row.safeParse(JSON.parse(new TextDecoder().decode(bytes.subarray(start, end))));
    return row.success ? row.data : null;
  }

  private async learn(digest: Digest): Promise<void> {
    if (this.suites.has(digest)) return;
    const record = await readSuite(BROWSER, this.kind, digest);
    this.suites.set(digest, { record, classes: classesOf(record) });
  }
}
