import { describe, expect, it } from 'vitest';
import { FACTS } from '../../harnesses/facts.ts';
import { type ListOptions, listTrials } from '../../runner/list.ts';
import { temporaryFolder } from '../repo/tree.ts';
import { contextOf, PLAIN, plantSuite } from './setup.ts';

const OPTIONS: ListOptions = {
  suites: ['./suite.yaml'],
  harnesses: [PLAIN.id],
  model: null,
  lane: null,
  conditions: ['explicit'],
  caseGlob: null,
  attempts: null,
  timeoutMs: 300_000,
};

function listed(changes: Partial<ListOptions> = {}) {
  const cwd = temporaryFolder();
  plantSuite(cwd);
  return listTrials(contextOf(cwd, { env: {} }), FACTS, { ...OPTIONS, ...changes });
}

describe('listTrials', () => {
  it('lists every trial with its title, the tier and the ceiling', async () => {
    const { suites } = await listed();
    expect(suites).toEqual([
      {
        suite: 'planted',
        cases: 4,
        attempts: 1,
        tier: 'smoke',
        smokeBecause: [expect.stringMatching(/^unclassified/), expect.stringMatching(/^unqualified/)],
        ceiling: 'unknown; at most 0.3 h (4 trials × 300 s deadline)',
        trials: ['crate.benign', 'crate.malign', 'paint.benign', 'paint.malign'].map((id) => ({
          harness: PLAIN.id,
          case: id,
          condition: 'explicit',
          attempt: 1,
          title: id.startsWith('crate') ? 'A crate to throw away' : 'Paint for a door',
          package: null,
          requires: null,
          delegation: null,
        })),
      },
    ]);
  });

  it('multiplies harnesses, conditions and attempts', async () => {
    const all = [...FACTS.keys()];
    const { suites } = await listed({ harnesses: all, conditions: ['explicit', 'baseline'], attempts: 3 });
    expect(suites[0]?.trials.length).toBe(4 * all.length * 2 * 3);
    expect(suites[0]?.ceiling).toContain(`${4 * all.length * 2 * 3} trials`);
  });

  it('shows those that say so of themselves when none is named', async () => {
    const { suites } = await listed({ harnesses: [] });
    const shown = new Set(suites[0]?.trials.map((trial) => trial.harness));
    expect(shown).toEqual(new Set([...FACTS.values()].filter((one) => one.listed === true).map((one) => one.id)));
    expect(shown.size).toBeGreaterThan(0);
    const more = new Map([...FACTS].map(([id, one]) => [id, { ...one, listed: true }]));
    const all = await listTrials(contextOf(temporaryFolder(), { env: {} }), more, {
      ...OPTIONS,
      suites: ['decision-core'],
      harnesses: [],
    });
    expect(new Set(all.suites[0]?.trials.map((trial) => trial.harness)).size).toBe(FACTS.size);
  });

  it('lists every shipped suite when none is named', async () => {
    const { suites } = await listed({ suites: [] });
    expect(suites.map(({ suite, cases }) => [suite, cases])).toContainEqual(['decision-core', 60]);
  });

  it('says of each trial of a workflow suite what it must read and whom it may start', async () => {
    const { suites } = await listed({ suites: ['workflow-core'], conditions: ['explicit', 'inactive', 'baseline'] });
    const lines = suites[0]?.trials.map((one) => [
      one.case,
      one.condition,
      one.package,
      one.requires?.length,
      one.delegation,
    ]);
    expect(lines).toEqual([
      ['architecture', 'explicit', 'called', 8, 'arena'],
      ['investigation', 'explicit', 'called', 6, 'explore'],
      ['ordinary', 'explicit', 'unused', 0, 'none'],
      ['prototype', 'explicit', 'called', 5, 'optional'],
      ['architecture', 'inactive', 'unused', 0, 'optional'],
      ['investigation', 'inactive', 'unused', 0, 'optional'],
      ['ordinary', 'inactive', 'unused', 0, 'none'],
      ['prototype', 'inactive', 'unused', 0, 'optional'],
      ['architecture', 'baseline', 'none', 0, 'optional'],
      ['investigation', 'baseline', 'none', 0, 'optional'],
      ['ordinary', 'baseline', 'none', 0, 'none'],
      ['prototype', 'baseline', 'none', 0, 'optional'],
    ]);
    expect(suites[0]?.trials[1]?.requires).toContain('playbooks/investigation.md');
  });

  it('says unmetered for a local lane', async () => {
    const { suites } = await listed({ model: 'ollama/small' });
    expect(suites[0]?.ceiling).toMatch(/^unmetered \(local lane\)/);
  });

  it('refuses an unknown harness', async () => {
    await expect(listed({ harnesses: ['codx'] })).rejects.toMatchObject({ next: 'Did you mean "codex"?' });
  });
});

describe('FACTS', () => {
  it('are those of the harnesses, without their code', async () => {
    const { HARNESSES } = await import('../../harnesses/index.ts');
    expect([...FACTS.keys()]).toEqual([...HARNESSES.keys()]);
    for (const [id, facts] of FACTS) expect(HARNESSES.get(id)).toMatchObject(facts);
  });
});
