/** The harness for OpenAI's Codex CLI (`codex exec --json`). */
import type { Harness } from '../../records/harness.ts';
import { decode } from './decode.ts';
import { facts } from './facts.ts';
import { prepare } from './prepare.ts';
import { terminal } from './terminal.ts';
import { usage } from './usage.ts';

/**
 * Codex. Session logs show nearly everything; the model is the one that was asked for, as no record holds the name of
 * the model that answered.
 */
export const harness: Harness = { ...facts, prepare, decode, terminal, usage };
