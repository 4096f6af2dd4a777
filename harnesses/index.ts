/** Every harness, by id. Written by tools/generators/harness-list.ts from the folders; do not edit. */
import type { Harnesses } from '../records/harness.ts';
import { harness as claude } from './claude/index.ts';
import { harness as codex } from './codex/index.ts';
import { harness as command } from './command/index.ts';
import { harness as copilot } from './copilot/index.ts';
import { harness as gemini } from './gemini/index.ts';
import { harness as opencode } from './opencode/index.ts';
import { harness as pi } from './pi/index.ts';

/** The harnesses that shells and the runner work with, in the order of their ids. */
export const HARNESSES: Harnesses = new Map(
  [claude, codex, command, copilot, gemini, opencode, pi].map((one) => [one.id, one]),
);
