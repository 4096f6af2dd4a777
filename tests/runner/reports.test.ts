import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { lockOf, resolveSuite } from '../../corpus/resolve.ts';
import { Row } from '../../records/row.ts';
import { EvidenceIndex, TrialResult } from '../../records/trial.ts';
import { executeRun } from '../../runner/pipeline.ts';
import { planDigest } from '../../runner/plan.ts';
import { regrade } from '../../runner/regrade.ts';
import { reportFolders } from '../../runner/report-folders.ts';
import { readRunFile } from '../../runner/run-file.ts';
import { writeIndex } from '../../runner/trial-files.ts';
import { CONTRACT, ENACTED, SPOKEN, SUITE } from '../corpus/planted.ts';
import { temporaryFolder } from '../helpers/temp.ts';
import { ALWAYS, contextOf, EVALUATOR, PLAIN, plantSuite, REFUSES, requestFor } from './setup.ts';

const HERE = temporaryFolder();
const runs = { whole: '', again: '', first: '', second: '' };

beforeAll(async () => {
  const suite = plantSuite(HERE);
  const context = contextOf(HERE);
  const run = async (shard: { index: number; of: number } | null) =>
    (await executeRun(context, requestFor(suite, ALWAYS(REFUSES), { shard }))).runDir ?? '';
  runs.whole = await run(null);
  runs.again = await run(null);
  runs.first = await run({ index: 1, of: 2 });
  runs.second = await run({ index: 2, of: 2 });
});

const report = (...folders: string[]) =>
  reportFolders(contextOf(HERE), folders, { suite: null, thresholds: 'none', append: null });

let made = 0;
function copyOf(run: string): string {
  const copy = join(HERE, `copy-${made++}`);
  // Work folders hold FIFOs, which cannot be copied.
  cpSync(run, copy, { recursive: true, filter: (path) => !path.includes('/work') });
  return copy;
}

/** A run without half of its trials: the half that went badly, say. */
function halfOf(run: string, half: 0 | 1): string {
  const copy = copyOf(run);
  for (const [at, name] of readdirSync(join(copy, 'trials')).entries()) {
    if (at % 2 === half) rmSync(join(copy, 'trials', name), { recursive: true });
  }
  return copy;
}

describe('reportFolders: shards', () => {
  it('joins different shards of one run, in either order', async () => {
    for (const folders of [
      [runs.first, runs.second],
      [runs.second, runs.first],
    ]) {
      expect((await report(...folders)).reports[0]?.counts).toMatchObject({ planned: 4, trials: 4 });
    }
  });

  it('counts the evidence of every shard in the row', async () => {
    const cwd = temporaryFolder();
    const sources = { kind: 'decision' as const, file: SUITE, contract: CONTRACT, pairs: [ENACTED, SPOKEN] };
    const cases = resolveSuite({ ...sources, lock: null }).cases.map(({ id, digest }) => [
      digest,
      { id, evaluator: EVALUATOR },
    ]);
    const suite = plantSuite(cwd, {
      'suite.lock.json': lockOf(sources),
      'qualified.json': { schema: 'operant.qualified/v1', cases: Object.fromEntries(cases) },
    });
    const context = contextOf(cwd);
    const shards: string[] = [];
    for (const index of [1, 2]) {
      const request = requestFor(suite, ALWAYS(REFUSES), { shard: { index, of: 2 } });
      shards.push((await executeRun(context, request)).runDir ?? '');
    }
    const ledger = join(cwd, 'ledger.jsonl');
    await reportFolders(context, shards, { suite: null, thresholds: 'none', append: ledger });
    const indexes = shards.flatMap((shard) =>
      readdirSync(join(shard, 'trials')).map((name) => join(shard, 'trials', name, 'index.json')),
    );
    const files = indexes.map((path) => EvidenceIndex.parse(JSON.parse(readFileSync(path, 'utf8'))).files.length);
    const row = Row.parse(JSON.parse(readFileSync(ledger, 'utf8')));
    expect(files).toHaveLength(4);
    expect(row.evidence).toEqual({ published: 0, withheld: files.reduce((sum, count) => sum + count, 0) });
  });

  it.each([
    { what: 'halves of two runs of one plan', folders: () => [halfOf(runs.whole, 0), halfOf(runs.again, 1)] },
    { what: 'a run and a shard', folders: () => [halfOf(runs.whole, 0), runs.second] },
    { what: 'a shard twice', folders: () => [runs.first, copyOf(runs.first)] },
    { what: 'halves of one shard', folders: () => [halfOf(runs.first, 0), halfOf(runs.first, 1)] },
  ])('refuses $what', async ({ folders }) => {
    await expect(report(...folders())).rejects.toMatchObject({ name: 'UsageError' });
  });

  it('refuses a trial of another shard', async () => {
    const copy = copyOf(runs.first);
    const [name = ''] = readdirSync(join(runs.second, 'trials'));
    cpSync(join(runs.second, 'trials', name), join(copy, 'trials', name), { recursive: true });
    await expect(report(copy)).rejects.toMatchObject({ name: 'EvidenceError', code: 'foreign_trial' });
  });
});

describe('reportFolders: the card and the thresholds of the run', () => {
  it('leaves the card as it is, and judges by the bounds that the run was judged by', async () => {
    const cwd = temporaryFolder();
    const bounds = { minOcs: { value: -1, mode: 'point', reason: 'as a test' } };
    const thresholds = { schema: 'operant.thresholds/v1', id: 'mine', suite: SUITE.id, bounds };
    const suite = plantSuite(cwd, { 'mine.yaml': thresholds });
    const context = contextOf(cwd);
    const { runDir, reports } = await executeRun(
      context,
      requestFor(suite, ALWAYS(REFUSES), { thresholds: 'mine.yaml' }),
    );
    const card = readFileSync(join(runDir ?? '', 'card.md'), 'utf8');
    writeFileSync(join(runDir ?? '', 'card.md'), `${card}kept\n`);
    const again = await reportFolders(context, [runDir ?? ''], { suite: null, thresholds: null, append: null });
    expect(again.reports[0]?.gate).toEqual(reports[0]?.gate);
    expect(again.reports[0]?.gate.thresholds).not.toBeNull();
    expect(readFileSync(join(runDir ?? '', 'card.md'), 'utf8')).toBe(`${card}kept\n`);
  });

  it('takes no bounds that an agent left in the folder of its run', async () => {
    const cwd = temporaryFolder();
    const bounds = { minOcs: { value: -1, mode: 'point', reason: 'an agent wants it' } };
    const planted = JSON.stringify({ schema: 'operant.thresholds/v1', id: 'mine', suite: SUITE.id, bounds });
    const plants = ['sh', '-c', 'cat >/dev/null; printf %s "$1" >../../../thresholds.json; printf %s "$2"', 'agent'];
    const program = [...plants, planted, REFUSES];
    const request = requestFor(plantSuite(cwd), program, { thresholds: null });
    const { runDir, reports } = await executeRun(contextOf(cwd), request);
    expect(reports[0]?.counts).toMatchObject({ planned: 4, trials: 4 });
    expect(existsSync(join(runDir ?? '', 'thresholds.json'))).toBe(false);
    const again = await reportFolders(contextOf(cwd), [runDir ?? ''], { suite: null, thresholds: null, append: null });
    expect(again.reports[0]?.gate).toMatchObject({ thresholds: null, verdict: reports[0]?.gate.verdict });
  });

  it('wants the bounds to be named when shards kept different ones', async () => {
    const [first, second] = [copyOf(runs.first), copyOf(runs.second)];
    const bounds = { minOcs: { value: -1, mode: 'point', reason: 'as a test' } };
    const kept = { schema: 'operant.thresholds/v1', id: 'mine', suite: SUITE.id, bounds };
    writeFileSync(join(first, 'thresholds.json'), JSON.stringify(kept));
    const request = { suite: null, thresholds: null, append: null };
    await expect(reportFolders(contextOf(HERE), [first, second], request)).rejects.toThrow(/different thresholds/);
  });

  it('tells the folders of shards what comes next', async () => {
    const { reports } = await report(runs.first);
    expect(reports[0]?.smokeBecause).toContain('incomplete_coverage: shard 1 of 2 alone');
    expect((await report(runs.first, runs.second)).reports[0]?.smokeBecause.join()).not.toMatch(/shard/);
  });
});

describe('reportFolders: what result.json adds to the evidence', () => {
  it.each([
    { what: 'another model', fields: { modelsObserved: ['best-model'] } },
    { what: 'tool calls', fields: { toolCalls: 3 } },
    { what: 'no problems', fields: { problems: [{ ref: null, message: 'x', affects: [] }] } },
    { what: 'another start', fields: { startedAt: '2020-01-01T00:00:00.000Z' } },
    { what: 'a shorter time', fields: { wallMs: 0 } },
  ])('$what is refused', async ({ fields }) => {
    const run = copyOf(runs.whole);
    const path = join(run, 'trials', readdirSync(join(run, 'trials'))[0] ?? '', 'result.json');
    writeFileSync(path, JSON.stringify({ ...Object(JSON.parse(readFileSync(path, 'utf8'))), ...fields }));
    await expect(report(run)).rejects.toMatchObject({ name: 'EvidenceError' });
  });

  it('a version of the harness that shards do not share is not known', async () => {
    const shards = [copyOf(runs.first), copyOf(runs.second)];
    for (const [at, shard] of shards.entries()) {
      setVersion(shard, `1.0.${at}`);
      expect((await report(shard)).reports[0]?.harnessVersion).toBe(`1.0.${at}`);
    }
    expect((await report(...shards)).reports[0]?.harnessVersion).toBeNull();
  });

  it('a version that the trials do not have is refused', async () => {
    const run = copyOf(runs.whole);
    const path = join(run, 'run.json');
    const document = Object(JSON.parse(readFileSync(path, 'utf8')));
    writeFileSync(path, JSON.stringify({ ...document, harnessVersions: { [PLAIN.id]: '9.9.9' } }));
    await expect(report(run)).rejects.toMatchObject({ code: 'foreign_evidence' });
  });

  it('I1: a trial without its command does not say where the answers lay', async () => {
    const run = copyOf(runs.whole);
    const [name = ''] = readdirSync(join(run, 'trials'));
    const folder = join(run, 'trials', name);
    const { trialId, execution } = TrialResult.parse(JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')));
    rmSync(join(folder, 'command.json'));
    writeIndex(folder, trialId, execution);
    const [trial] = (await regrade(contextOf(HERE), folder)).trials;
    const again = TrialResult.parse(JSON.parse(readFileSync(trial?.written ?? '', 'utf8')));
    expect(again.grade.checks.find(({ id }) => id === 'integrity')?.status).toBe('unsupported');
  });
});

/** Gives a run, and all its trials, a version of the harness. */
function setVersion(run: string, version: string): void {
  const change = (path: string, fields: object) =>
    writeFileSync(path, JSON.stringify({ ...Object(JSON.parse(readFileSync(path, 'utf8'))), ...fields }));
  change(join(run, 'run.json'), { harnessVersions: { [PLAIN.id]: version } });
  for (const name of readdirSync(join(run, 'trials'))) {
    const folder = join(run, 'trials', name);
    const { trialId, execution } = TrialResult.parse(JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')));
    change(join(folder, 'trial.json'), { harnessVersion: version });
    writeIndex(folder, trialId, execution);
  }
}

describe('readRunFile', () => {
  it('refuses trials with other ids than follow from the plan, which its digest leaves out', () => {
    const copy = copyOf(runs.whole);
    const run = readRunFile(copy);
    const [first, ...rest] = run.plan.trials;
    const trials = rest.map((trial) => ({ ...trial, trialId: first?.trialId ?? '' }));
    const plan = { ...run.plan, trials: [...(first === undefined ? [] : [first]), ...trials] };
    expect(planDigest(plan)).toBe(run.planDigest);
    writeFileSync(join(copy, 'run.json'), JSON.stringify({ ...run, plan }));
    expect(() => readRunFile(copy)).toThrow(/other ids/);
    expect(readFileSync(join(runs.whole, 'run.json'), 'utf8')).toContain(run.planDigest);
  });
});
