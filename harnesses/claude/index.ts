/** The harness for Anthropic's Claude Code (`claude -p --output-format stream-json`). */
import type { Harness } from '../../records/harness.ts';
import { decode } from './decode.ts';
import { facts } from './facts.ts';
import { prepare } from './prepare.ts';
import { terminal } from './terminal.ts';
import { usage } from './usage.ts';

/** Claude Code. Its logs name the model that was asked for and the one that the provider says it answered with. */
export const harness: Harness = { ...facts, prepare, decode, terminal, usage };
