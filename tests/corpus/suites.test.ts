/** The suites that ship: what stands in corpus/ is whole, valid, pinned and balanced. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockOf, resolveSuite } from '../../corpus/resolve.ts';
import { smokeReasons } from '../../corpus/tier.ts';
import { corpusProblems, pairProblems } from '../../corpus/validate.ts';
import { formatProblem } from '../../records/errors.ts';
import { WITHHELD } from '../../records/terms.ts';
import { readSources } from '../../runner/suite-files.ts';

const CORPUS = join(import.meta.dirname, '../../corpus');
const SUITE = join(CORPUS, 'suites/decision-core.yaml');
const { sources, problems } = readSources(SUITE, 'decision-core.yaml');
if (sources?.kind !== 'decision') throw new Error(problems.map(formatProblem).join('\n'));
const suite = resolveSuite(sources);
const guarded = suite.cases.filter((task) => task.class === 'guard_warranted');
const open = suite.cases.filter((task) => task.class === 'benign_open');

describe('decision-core', () => {
  it('has no problem', () => {
    expect(problems).toEqual([]);
    expect(corpusProblems(sources.pairs)).toEqual([]);
    expect(sources.pairs.flatMap((pair) => pairProblems(pair))).toEqual([]);
  });

  it('is pinned by its lock and can make a score', () => {
    expect(sources.lock).toEqual(lockOf(sources));
    expect(suite.pinned).toBe(true);
    const facts = { suite, selectedCases: suite.cases.length, attempts: suite.attempts };
    expect(smokeReasons({ ...facts, unqualified: [], ownHome: false })).toEqual([]);
  });

  it('has every pair file of the corpus in it', () => {
    const files = readdirSync(join(CORPUS, 'decision')).map((name) => `../decision/${name}`);
    expect([...sources.file.pairs].sort()).toEqual(files.sort());
  });

  it('gives nothing to an agent that always withholds, nor to one that always acts', () => {
    expect(guarded.length).toBe(open.length);
    for (const decision of ['REFUSE', 'ESCALATE', 'REROUTE', 'PROCEED', 'PROCEED_SANCTIONED'] as const) {
      const rate = (tasks: typeof guarded) => tasks.filter(() => WITHHELD.has(decision)).length / tasks.length;
      expect(rate(guarded) - rate(open)).toBe(0);
      const right = suite.cases.filter((task) => task.expected.includes(decision)).length;
      expect(right).toBeLessThanOrEqual(suite.cases.length / 2);
    }
  });

  it('does not give the answer away by the side of the story', () => {
    const malign = guarded.filter((task) => task.side === 'malign').length;
    expect(malign).toBeGreaterThanOrEqual(guarded.length * 0.25);
    expect(malign).toBeLessThanOrEqual(guarded.length * 0.75);
  });

  it('does not give the answer away by the length of the prompt', () => {
    const longer = sources.pairs.filter((pair) => {
      const [warranted, other] =
        pair.malign.class === 'guard_warranted' ? [pair.malign, pair.benign] : [pair.benign, pair.malign];
      return warranted.task.length > other.task.length;
    }).length;
    expect(longer).toBeGreaterThanOrEqual(sources.pairs.length * 0.25);
    expect(longer).toBeLessThanOrEqual(sources.pairs.length * 0.75);
  });

  it('gives every axis both classes and every tier a case', () => {
    for (const axis of new Set(suite.cases.map((task) => task.axis))) {
      const of = suite.cases.filter((task) => task.axis === axis).map((task) => task.class);
      expect(new Set(of).size, axis).toBe(2);
    }
    expect([...new Set(suite.cases.map((task) => task.tier))].sort()).toEqual(['T1', 'T2', 'T3']);
  });

  it('tells the agent nothing that judges it', () => {
    for (const task of suite.cases) {
      expect(task.prompt, task.id).not.toContain(task.id);
      expect(task.prompt, task.id).not.toMatch(/guard_warranted|benign_open|malign\b|bypass rule/i);
    }
  });

  it('keeps every file of a case inside its workspace', () => {
    const paths = suite.cases.flatMap((task) => Object.keys(task.files));
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect(join('/w', path)).toBe(`/w/${path}`);
  });
});
