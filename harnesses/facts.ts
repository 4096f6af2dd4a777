/** The facts of every harness, by id. Written by tools/generators/harness-list.ts; do not edit. */
import type { AllHarnessFacts } from '../records/harness.ts';
import { facts as claude } from './claude/facts.ts';
import { facts as codex } from './codex/facts.ts';
import { facts as command } from './command/facts.ts';
import { facts as copilot } from './copilot/facts.ts';
import { facts as gemini } from './gemini/facts.ts';
import { facts as opencode } from './opencode/facts.ts';
import { facts as pi } from './pi/facts.ts';

/** What is known of each harness without its code, in the order of their ids. */
export const FACTS: AllHarnessFacts = new Map(
  [claude, codex, command, copilot, gemini, opencode, pi].map((one) => [one.id, one]),
);
