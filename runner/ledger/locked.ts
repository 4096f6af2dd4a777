/** An append under the exclusive lock of a ledger on disk: waiting, giving up, storage that fails. */
import type { RowBody } from '../../records/row.ts';
import { errorCode } from '../files.ts';
import { endedEarly } from './attempt.ts';
import { APPEND_BUDGET_MS, type AppendContext, type AppendOutcome, type LedgerOptions } from './ledger.ts';
import { type Release, takeLock } from './lock.ts';
import { noLock, noStorage } from './outcomes.ts';

/** The ledger that is appended to. */
export interface Lockable {
  /** Path of the lock file. */
  readonly lock: string;
  /** The ledger for people. */
  readonly name: string;
  readonly options: LedgerOptions;
}

/** Takes the lock, appends, gives the lock back. What the file system refuses is an outcome, not an exception. */
export async function appendUnderLock(
  { lock, name, options }: Lockable,
  body: RowBody,
  context: AppendContext,
  append: () => Promise<AppendOutcome>,
): Promise<AppendOutcome> {
  const early = endedEarly(body, context);
  if (early !== null) return early;
  const deadline = performance.now() + (options.budgetMs ?? APPEND_BUDGET_MS);
  const wait = { deadline, random: options.random ?? Math.random, interrupt: options.interrupt ?? null };
  let release: Release | null = null;
  try {
    release = await takeLock(lock, wait);
    if (release === null) return await noLock(lock, wait.interrupt);
    return await append();
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return noStorage(name, error);
  } finally {
    await release?.();
  }
}
