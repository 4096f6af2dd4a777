/** Opens a ledger by its name. */
import { DirectoryLedger } from './directory-ledger.ts';
import { FileLedger } from './file-ledger.ts';
import { GitLedger } from './git-ledger.ts';
import type { Ledger, LedgerOptions } from './ledger.ts';
import { originOf, parseLedgerSpec } from './spec.ts';

/**
 * Opens a directory, a `.jsonl` file, or `git:<remote>#<branch>`. Nothing is read or made yet. Throws a UsageError when
 * the name is none of them.
 */
export function openLedger(name: string, options: LedgerOptions = {}): Ledger {
  const spec = parseLedgerSpec(name);
  const origin = originOf(spec);
  if (spec.kind === 'git') return new GitLedger(spec.remote, spec.ref, origin, options);
  return spec.kind === 'file'
    ? new FileLedger(spec.path, origin, options)
    : new DirectoryLedger(spec.path, origin, options);
}
