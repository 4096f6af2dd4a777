/** The harness for the pi coding agent (`pi --mode json`). */
import type { Harness } from '../../records/harness.ts';
import { decode } from './decode.ts';
import { facts } from './facts.ts';
import { prepare } from './prepare.ts';
import { terminal } from './terminal.ts';
import { usage } from './usage.ts';

/** pi. Everything is read from standard output, which repeats each message at the agent's end. */
export const harness: Harness = { ...facts, prepare, decode, terminal, usage };
