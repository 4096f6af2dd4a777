/** The harness for Google's Gemini CLI (`gemini --output-format stream-json`). */
import type { Harness } from '../../records/harness.ts';
import { decode } from './decode.ts';
import { facts } from './facts.ts';
import { prepare } from './prepare.ts';
import { terminal } from './terminal.ts';
import { usage } from './usage.ts';

/**
 * Gemini CLI. Its chat logs show what every agent did and used; standard output shows how the run ended, and a total
 * over all agents that the logs are held against.
 */
export const harness: Harness = { ...facts, prepare, decode, terminal, usage };
