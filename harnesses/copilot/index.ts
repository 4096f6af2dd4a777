/** The harness for the GitHub Copilot CLI (`copilot --output-format=json`). */
import type { Harness } from '../../records/harness.ts';
import { decode } from './decode.ts';
import { facts } from './facts.ts';
import { prepare } from './prepare.ts';
import { terminal } from './terminal.ts';
import { usage } from './usage.ts';

/** Copilot. Its session log shows what every agent did and used; standard output adds failed requests and the end. */
export const harness: Harness = { ...facts, prepare, decode, terminal, usage };
