/** The harness for OpenCode (`opencode run --format json`). */
import type { Harness } from '../../records/harness.ts';
import { decode } from './decode.ts';
import { facts } from './facts.ts';
import { prepare } from './prepare.ts';
import { terminal } from './terminal.ts';
import { usage } from './usage.ts';

/** OpenCode. A recorder inside it writes the session log, delegates included; standard output confirms the end. */
export const harness: Harness = { ...facts, prepare, decode, terminal, usage };
