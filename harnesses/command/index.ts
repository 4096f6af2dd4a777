/** The harness for any program: prompt in, answer on standard output. */
import type { Harness } from '../../records/harness.ts';
import { NO_USAGE } from '../../records/usage.ts';
import { decode } from './decode.ts';
import { facts } from './facts.ts';
import { prepare } from './prepare.ts';
import { terminal } from './terminal.ts';

/**
 * Runs any program. It can show what the program printed and how it ended, and nothing else: commands, edits, usage,
 * delegation and the model are unsupported, never guessed from the printed text.
 */
export const harness: Harness = { ...facts, prepare, decode, terminal, usage: () => NO_USAGE };
