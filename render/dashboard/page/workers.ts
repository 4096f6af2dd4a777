/** The workers of the page: as many as the machine has processors and the ledger has work for. */

import type { RowFacts } from '../facts.ts';
import { joined, type LedgerKind, openLedger, type PartReading, partsOf, type Reading } from '../reading.ts';
import { BROWSER } from './browser.ts';
import { type Answer, isAnswer, type Question, type TasksRead, type WholeRow } from './protocol.ts';

const MOST = 4;

/** Takes rows as they verify, and how many the ledger counts. */
type OnRows = (rows: readonly RowFacts[], total: number) => void;

/** Reads a ledger and answers for its rows. */
export class Workers {
  private readonly script: string;
  private readonly workers: Worker[] = [];
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private tag = 0;

  /** `script` is the address of this script, which is the workers' too. */
  constructor(script: string) {
    this.script = script;
  }

  /** Reads and verifies everything. Rejects when a file or a worker cannot be loaded. */
  async read(kind: LedgerKind, onRows: OnRows): Promise<Reading> {
    // Workers load while the head is read: what the machine can use, of which a short ledger keeps fewer.
    let total = 0;
    const begun = Array.from({ length: Math.min(MOST, navigator.hardwareConcurrency || 1) }, () => {
      const worker = this.start();
      const reading = this.listen(worker, (rows) => onRows(rows, total));
      // A worker that fails is told once its reading is waited for.
      reading.catch(() => undefined);
      return { worker, reading };
    });
    const found = await openLedger(BROWSER, kind);
    const parts = found.ok ? partsOf(found.opened, begun.length) : [];
    for (const { worker } of begun.slice(parts.length)) this.stop(worker);
    if (!found.ok) return found.reading;
    const { opened } = found;
    total = opened.head?.count ?? 0;
    const readings = parts.flatMap((part, at) => {
      const one = begun[at];
      if (one === undefined) return [];
      ask(one.worker, { kind: 'read', opened, part });
      return [one.reading];
    });
    return joined(opened, await Promise.all(readings));
  }

  /** A row in full; null when it did not verify. */
  async row(seq: number): Promise<WholeRow | null> {
    const answers = await this.askAll((tag) => ({ kind: 'row', seq, tag }));
    return answers.flatMap((answer) => (answer.kind === 'row' ? (answer.found ?? []) : []))[0] ?? null;
  }

  /** The tasks of some rows, in the order of the rows. */
  async tasks(seqs: readonly number[]): Promise<TasksRead> {
    const answers = await this.askAll((tag) => ({ kind: 'tasks', seqs, tag }));
    const found = answers.flatMap((answer) => (answer.kind === 'tasks' ? [answer.found] : []));
    const runs = found.flatMap((one) => one.runs).sort((one, other) => seqs.indexOf(one.seq) - seqs.indexOf(other.seq));
    return { runs, suites: found.flatMap((one) => one.suites) };
  }

  private start(): Worker {
    const worker = new Worker(this.script);
    this.workers.push(worker);
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!isAnswer(data) || !('tag' in data)) return;
      this.waiting.get(data.tag)?.(data);
      this.waiting.delete(data.tag);
    });
    return worker;
  }

  private stop(worker: Worker): void {
    worker.terminate();
    this.workers.splice(this.workers.indexOf(worker), 1);
  }

  /** Hands on the rows of a worker until it has read its part. */
  private listen(worker: Worker, onRows: (rows: readonly RowFacts[]) => void): Promise<PartReading> {
    return new Promise((resolve, reject) => {
      worker.addEventListener('error', () => reject(new Error('A part of this page did not load: reload it.')));
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (!isAnswer(data)) return;
        if (data.kind === 'rows') onRows(data.rows);
        if (data.kind === 'end') resolve(data.reading);
        if (data.kind === 'unreadable') reject(new Error(data.message));
      });
    });
  }

  private askAll(question: (tag: number) => Question): Promise<Answer[]> {
    return Promise.all(
      this.workers.map((worker) => {
        const tag = this.tag++;
        const answered = new Promise<Answer>((resolve) => this.waiting.set(tag, resolve));
        ask(worker, question(tag));
        return answered;
      }),
    );
  }
}

function ask(worker: Worker, question: Question): void {
  worker.postMessage(question);
}
