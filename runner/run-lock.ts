/** One process at a time works on a run: a second one would end the agents of the first and write into its trials. */
import { join } from 'node:path';
import { UsageError } from '../records/errors.ts';
import type { Context } from './context.ts';
import { errorCode } from './files.ts';
import { holder, type Release, takeLock } from './ledger/lock.ts';

/** Name of the lock in a run folder. */
export const RUN_LOCK = 'run.lock';

/** Codes of file systems that know no hard links, and so no lock. */
const NO_LINKS: ReadonlySet<string | null> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Takes the lock of a run folder. Throws a UsageError when another process holds it; one whose process has ended is
 * taken over. Where the file system cannot hold a lock there is none.
 */
export async function lockRun(context: Context, runDir: string): Promise<Release> {
  const path = join(runDir, RUN_LOCK);
  const random = () => Number.parseInt(context.random(8), 16) / 2 ** 32;
  try {
    const release = await takeLock(path, { deadline: performance.now(), random, interrupt: null });
    // What stands in its place at the end is not ours to remove, and hides no verdict.
    if (release !== null) return () => release().catch(() => undefined);
  } catch (error) {
    if (NO_LINKS.has(errorCode(error))) return async () => undefined;
    throw error;
  }
  throw new UsageError(
    `Another process works on this run: ${(await holder(path)) ?? path}`,
    'Wait until it has ended. If it runs on no machine any more, remove the lock file and go on with --resume.',
  );
}
