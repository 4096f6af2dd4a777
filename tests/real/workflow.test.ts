/** Two cases of workflow-core with every other real CLI: a task that calls the package, and an ordinary one. */
import { describe, expect, test } from 'vitest';
import { realCli } from '../../tools/real-clis.ts';
import { runWorkflow, type Said, saidOf } from './setup/workflow-run.ts';
import { faithfulEntries, PACKAGE } from './setup/workflow-script.ts';

/** Of a CLI that cannot delegate. */
const NO_DELEGATION = {
  investigation: {
    independent_delegates: 'unsupported',
    delegates_overlap: 'unsupported',
    delegates_returned: 'unsupported',
    follow_up_after: 'unsupported',
    follow_up_given: 'unsupported',
  },
  ordinary: { no_delegates: 'unsupported' },
};

const CLIS = [
  { id: 'claude', model: 'claude-sonnet-4-5', root: '.claude/skills', open: { investigation: {}, ordinary: {} } },
  { id: 'gemini', model: 'gemini-2.5-pro', root: '.agents/skills', open: { investigation: {}, ordinary: {} } },
  { id: 'opencode', model: 'test-model', root: '.agents/skills', open: { investigation: {}, ordinary: {} } },
  { id: 'pi', model: 'test-model', root: '.agents/skills', open: NO_DELEGATION },
];

describe('operant run --suite workflow-core', () => {
  test.for(CLIS)('accepts a faithful agent behind $id, with all that it can show', async (row, { skip }) => {
    const cli = realCli(row.id);
    if ('notRun' in cli) return skip(`not run: ${cli.notRun}`);
    const entries = faithfulEntries(`${row.root}/${PACKAGE.name}`);
    const more = ['--concurrency', '2', '--timeout', '120', '--case', '*i*n*'];
    const request = { name: row.id, harness: row.id, bin: cli.bin, model: row.model, entries, more };
    const run = await runWorkflow(request);
    const expected: readonly Said[] = (['investigation', 'ordinary'] as const).map((id) => ({
      trial: `${id} explicit`,
      outcome: 'accepted',
      open: row.open[id],
    }));
    expect(saidOf(run.trials), run.stderr).toEqual(expected);
  });
});
