/** The commands, in the order of the help. Adding one is a file and a line here; a command is loaded when it is asked for. */
import type { Command } from 'commander';
import * as list from './commands/list.ts';
import type { Shell } from './shell.ts';

/** What a command's file exports: it hangs the command on its parent. `done` takes its exit code. */
export interface CommandFile {
  readonly define: (parent: Command, shell: Shell, done: (exit: number) => void) => void;
}

/** A command: where it hangs (null: at the top), its name, whether it works with harnesses, and its file. */
export interface CommandEntry {
  readonly group: string | null;
  readonly name: string;
  readonly harnesses: boolean;
  readonly load: () => Promise<CommandFile>;
}

export const COMMANDS: readonly CommandEntry[] = [
  { group: null, name: 'demo', harnesses: true, load: () => import('./commands/demo.ts') },
  // Part of the start itself: it must answer at once.
  { group: null, name: 'list', harnesses: false, load: () => Promise.resolve(list) },
  { group: null, name: 'run', harnesses: true, load: () => import('./commands/run.ts') },
  { group: null, name: 'report', harnesses: true, load: () => import('./commands/report.ts') },
  { group: null, name: 'regrade', harnesses: true, load: () => import('./commands/regrade.ts') },
  { group: null, name: 'trace', harnesses: true, load: () => import('./commands/trace.ts') },
  { group: null, name: 'verify', harnesses: false, load: () => import('./commands/verify.ts') },
  { group: null, name: 'compare', harnesses: false, load: () => import('./commands/compare.ts') },
  { group: null, name: 'reprice', harnesses: false, load: () => import('./commands/reprice.ts') },
  { group: null, name: 'badge', harnesses: false, load: () => import('./commands/badge.ts') },
  { group: null, name: 'dashboard', harnesses: false, load: () => import('./commands/dashboard.ts') },
  { group: null, name: 'qualify', harnesses: true, load: () => import('./commands/qualify.ts') },
  { group: 'corpus', name: 'validate', harnesses: false, load: () => import('./commands/corpus-validate.ts') },
  { group: 'corpus', name: 'digest', harnesses: false, load: () => import('./commands/corpus-digest.ts') },
  { group: null, name: 'init', harnesses: true, load: () => import('./commands/init.ts') },
  { group: null, name: 'doctor', harnesses: true, load: () => import('./commands/doctor.ts') },
];

/** The commands that the first argument can mean: one, those of a group, or all when it names none. */
export function commandsFor(first: string | undefined): readonly CommandEntry[] {
  const meant = COMMANDS.filter(({ group, name }) => (group ?? name) === first);
  return meant.length > 0 ? meant : COMMANDS;
}
