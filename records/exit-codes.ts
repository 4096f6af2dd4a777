/** Exit codes of every shell. A usage or internal error never looks like a verdict (I18). */
import type { Verdict } from './terms.ts';

export const EXIT = {
  pass: 0,
  fail: 1,
  unverifiable: 2,
  unrecorded: 3,
  usage: 64,
  internal: 70,
  interrupted: 130,
} as const;

/** The exit code of a verdict. */
export function exitOfVerdict(verdict: Verdict): number {
  return EXIT[verdict];
}

/** Exit 3 (scored but not recorded) only ever replaces 0. */
export function exitWithRecording(verdict: Verdict, recorded: boolean): number {
  const exit = exitOfVerdict(verdict);
  return exit === EXIT.pass && !recorded ? EXIT.unrecorded : exit;
}
