/** Processes that a run left behind, found the way the runner finds them: by the mark in their environment. */
import { readdirSync, readFileSync } from 'node:fs';
import { TRIAL_MARK } from '../../../records/harness.ts';

/** Process ids whose environment holds the mark of this run. */
export function survivorsOf(runId: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => environmentOf(name).includes(`${TRIAL_MARK}=${runId}.`))
    .map(Number);
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}
