/** The commands, in the order of the help. Adding one is a file and a line here. */
import type { Command } from 'commander';
import * as compare from './commands/compare.ts';
import * as corpusDigest from './commands/corpus-digest.ts';
import * as corpusValidate from './commands/corpus-validate.ts';
import * as demo from './commands/demo.ts';
import * as doctor from './commands/doctor.ts';
import * as list from './commands/list.ts';
import * as qualify from './commands/qualify.ts';
import * as regrade from './commands/regrade.ts';
import * as report from './commands/report.ts';
import * as reprice from './commands/reprice.ts';
import * as run from './commands/run.ts';
import * as verify from './commands/verify.ts';
import type { Shell } from './shell.ts';

/** A command: where it hangs (null: at the top) and how it is defined. `done` takes its exit code. */
export interface CommandEntry {
  readonly group: string | null;
  readonly define: (parent: Command, shell: Shell, done: (exit: number) => void) => void;
}

export const COMMANDS: readonly CommandEntry[] = [
  { group: null, define: demo.define },
  { group: null, define: list.define },
  { group: null, define: run.define },
  { group: null, define: report.define },
  { group: null, define: regrade.define },
  { group: null, define: verify.define },
  { group: null, define: compare.define },
  { group: null, define: reprice.define },
  { group: null, define: qualify.define },
  { group: 'corpus', define: corpusValidate.define },
  { group: 'corpus', define: corpusDigest.define },
  { group: null, define: doctor.define },
];
