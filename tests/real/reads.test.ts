/** What real CLIs put before the model of files and skills is still what their captures show. */
import { describe, expect, test } from 'vitest';
import { HARNESSES } from '../../harnesses/index.ts';
import type { Harness } from '../../records/harness.ts';
import type { Trace } from '../../records/observation.ts';
import { realCli } from '../../tools/real-clis.ts';
import { readsOf } from '../harnesses/reads.ts';
import { CLAUDE_SCENARIOS } from './setup/claude-scenarios.ts';
import { runCodex as runScripted } from './setup/codex-run.ts';
import { CODEX_SCENARIOS, type CodexScenario } from './setup/codex-scenarios.ts';
import { runGemini } from './setup/gemini-run.ts';
import { GEMINI_SCENARIOS } from './setup/gemini-scenarios.ts';
import { OPENCODE_SCENARIOS } from './setup/opencode-scenarios.ts';

type Run = (harness: Harness, bin: string, name: string) => Promise<{ readonly trace: Trace }>;

function wanted<S>(scenarios: Readonly<Record<string, S>>, name: string): S {
  const found = scenarios[name];
  if (found === undefined) throw new Error(`no scenario ${name}`);
  return found;
}

const scripted =
  (id: string, scenarios: Readonly<Record<string, CodexScenario>>): Run =>
  (harness, bin, name) =>
    runScripted(harness, bin, `test-reads-${id}-${name}`, wanted(scenarios, name));

const runGeminiOf: Run = (harness, bin, name) =>
  runGemini(harness, bin, `test-reads-gemini-${name}`, wanted(GEMINI_SCENARIOS, name));

const RUNS: readonly (readonly [string, Run, readonly string[]])[] = [
  ['claude', scripted('claude', CLAUDE_SCENARIOS), ['reads', 'read-part', 'read-cut', 'skill-called', 'skill-chosen']],
  ['codex', scripted('codex', CODEX_SCENARIOS), ['skill-called']],
  ['gemini', runGeminiOf, ['reads', 'read-part', 'read-cut', 'skill-chosen']],
  ['opencode', scripted('opencode', OPENCODE_SCENARIOS), ['reads', 'read-part', 'read-cut']],
];

/** Paths of a run's own workspace, as those of a capture. */
const inWorkspace = (path: string | null): string | null => path?.replace(/^.*\/workspace\//, '/workspace/') ?? null;

describe.each(RUNS)('%s', (id, run, names) => {
  const cli = realCli(id);
  test.for(names)('%s shows the text that its capture shows', async (name, { skip }) => {
    const harness = HARNESSES.get(id);
    if ('notRun' in cli || harness === undefined) {
      skip(`not run: ${'notRun' in cli ? cli.notRun : id}`);
      return;
    }
    const { trace } = await run(harness, cli.bin, name);
    const shown = trace.observations.flatMap((one) => {
      if (one.kind !== 'read') return [];
      const { via, skill, done, startLine, content, cut } = one;
      return [{ via, skill, done, startLine, content, cut, path: inWorkspace(one.path) }];
    });
    const captured = readsOf(harness, name).reads;
    expect(shown).toEqual(captured.map(({ thread: _, path, ...read }) => ({ ...read, path: inWorkspace(path) })));
    expect(trace.problems).toEqual([]);
  });
});
