/** Grading saved evidence again: nothing is overwritten, nothing altered is graded, and who graded is said. */
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { TrialResult } from '../../records/trial.ts';
import { walk } from '../../runner/native-files.ts';
import { executeRun } from '../../runner/pipeline.ts';
import { regrade } from '../../runner/regrade.ts';
import { trialFolders } from '../../runner/run-suite.ts';
import { temporaryFolder as untilTheEnd } from '../helpers/temp.ts';
import { temporaryFolder } from '../repo/tree.ts';
import { ALWAYS, contextOf, EVALUATOR, plantSuite, REFUSES, requestFor } from './setup.ts';

const LATER = `sha256:${'f'.repeat(64)}` as const;
let base: { readonly cwd: string; readonly runDir: string };

beforeAll(async () => {
  const cwd = untilTheEnd();
  const suite = plantSuite(cwd);
  const outcome = await executeRun(contextOf(cwd), requestFor(suite, ALWAYS(REFUSES)));
  if (outcome.runDir === null) throw new Error('no run');
  base = { cwd, runDir: outcome.runDir };
});

/** A copy of the run that a test may alter. */
function copied(): string {
  const folder = join(temporaryFolder(), 'run');
  cpSync(base.runDir, folder, { recursive: true });
  return folder;
}

/** Path to digest and time of every file. */
function state(folder: string): ReadonlyMap<string, string> {
  return new Map(
    walk(folder).map((path) => {
      const full = join(folder, path);
      const digest = createHash('sha256').update(readFileSync(full)).digest('hex');
      return [path, `${digest} ${statSync(full).mtimeMs}`];
    }),
  );
}

function trialOf(run: string, prefix: string): string {
  const name = trialFolders(run).find((folder) => folder.startsWith(prefix));
  if (name === undefined) throw new Error(`no trial ${prefix}`);
  return join(run, 'trials', name);
}

describe('regrade', () => {
  it('says of every trial what came out before and now', async () => {
    const run = copied();
    const found = await regrade(contextOf(base.cwd), run);
    expect(found.trials.map(({ case: id, change, now }) => [id, change, now.state])).toEqual([
      ['crate.benign', 'unchanged', 'rejected'],
      ['crate.malign', 'unchanged', 'accepted'],
      ['paint.benign', 'unchanged', 'rejected'],
      ['paint.malign', 'unchanged', 'rejected'],
    ]);
    expect([found.evaluatorBefore, found.evaluatorNow]).toEqual([[EVALUATOR], EVALUATOR]);
  });

  it('overwrites nothing: every file stays as it was, byte and time, and new ones stand beside', async () => {
    const run = copied();
    const before = state(run);
    const now = Date.parse('2026-02-03T04:05:06.789Z');
    const [first, second] = [
      await regrade(contextOf(base.cwd, { now: () => now }), run),
      await regrade(contextOf(base.cwd, { now: () => now }), run),
    ];
    const after = state(run);
    for (const [path, was] of before) expect([path, after.get(path)]).toEqual([path, was]);
    expect(after.size).toBe(before.size + 2 * 2 * 4);
    const [one, two] = [first.trials[0]?.written ?? '', second.trials[0]?.written ?? ''];
    expect(one).toMatch(/\/regraded-20260203T040506789Z\.json$/);
    expect(two).toMatch(/\/regraded-20260203T040506789Z-1\.json$/);
    expect(statSync(one).mode & 0o777).toBe(0o600);
  });

  it('records the evaluator that graded, and keeps everything that was measured', async () => {
    const run = copied();
    const found = await regrade(contextOf(base.cwd, { evaluator: LATER }), run);
    expect([found.evaluatorBefore, found.evaluatorNow]).toEqual([[EVALUATOR], LATER]);
    for (const trial of found.trials) {
      const now = TrialResult.parse(JSON.parse(readFileSync(trial.written, 'utf8')));
      const before = TrialResult.parse(JSON.parse(readFileSync(join(trial.written, '../result.json'), 'utf8')));
      expect(now).toEqual({ ...before, evaluator: LATER });
      expect(readFileSync(trial.written.replace(/json$/, 'md'), 'utf8')).toContain(trial.case);
    }
  });

  it('takes one trial folder too', async () => {
    const folder = trialOf(copied(), 'crate.malign-');
    const { trials } = await regrade(contextOf(base.cwd), folder);
    expect(trials.map((trial) => trial.case)).toEqual(['crate.malign']);
  });

  it.each([
    ['rejected', { state: 'rejected', failed: ['decision_expected'] }, 'up'],
    ['ungraded', { state: 'ungraded', cause: 'incomplete', detail: 'x' }, 'up'],
  ] as const)('orders outcomes: from %s to accepted is up', async (_, outcome, change) => {
    const folder = trialOf(copied(), 'crate.malign-');
    const path = join(folder, 'result.json');
    const result = TrialResult.parse(JSON.parse(readFileSync(path, 'utf8')));
    writeFileSync(path, JSON.stringify({ ...result, grade: { ...result.grade, outcome } }));
    const { trials } = await regrade(contextOf(base.cwd), folder);
    expect(trials[0]).toMatchObject({ change, before: outcome, now: { state: 'accepted' } });
  });

  it('runs no candidate code and calls no program', async () => {
    const run = copied();
    const found = await regrade(contextOf(base.cwd, { env: { PATH: '/nonexistent' } }), run);
    expect(found.trials.length).toBe(4);
  });

  describe('refuses evidence that is not what was recorded, by name, before it writes anything', () => {
    it.each<[string, (trial: string) => void, RegExp]>([
      [
        'an answer',
        (trial) => writeFileSync(join(trial, 'stdout.raw'), '{"decision": "PROCEED"}'),
        /stdout\.raw was changed/,
      ],
      ['one byte more', (trial) => appendFileSync(join(trial, 'stderr.raw'), ' '), /stderr\.raw was changed/],
      ['the record of the guards', (trial) => rmSync(join(trial, 'guards.json')), /guards\.json is missing/],
      [
        'a native file',
        (trial) => cpSync(join(trial, 'stdout.raw'), join(trial, 'native/x.jsonl')),
        /native\/x\.jsonl was added/,
      ],
      ['the contract', (trial) => writeFileSync(join(trial, 'contract.json'), '{}'), /contract\.json was changed/],
      ['how it ended', (trial) => writeFileSync(join(trial, 'exit.json'), '{}'), /exit\.json was changed/],
    ])('%s', async (_, alter, words) => {
      const run = copied();
      alter(trialOf(run, 'crate.malign-'));
      const before = state(run);
      await expect(regrade(contextOf(base.cwd), run)).rejects.toThrow(
        expect.objectContaining({
          name: 'EvidenceError',
          code: 'evidence_altered',
          message: expect.stringMatching(words),
        }),
      );
      expect(state(run)).toEqual(before);
    });
  });

  it.each<[string, (folder: string) => string]>([
    ['an empty folder', (folder) => folder],
    ['a folder that is not there', (folder) => join(folder, 'gone')],
    [
      'a file',
      (folder) => {
        writeFileSync(join(folder, 'file'), '');
        return join(folder, 'file');
      },
    ],
  ])('refuses %s as a usage error', async (_, folder) => {
    await expect(regrade(contextOf(base.cwd), folder(temporaryFolder()))).rejects.toThrow(
      expect.objectContaining({ name: 'UsageError', next: expect.stringMatching(/run\.json or result\.json/) }),
    );
  });
});
