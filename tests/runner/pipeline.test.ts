/** Whole runs of a planted suite: shards, hostile leftovers, and what happens when evidence cannot be kept. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Run } from '../../records/run.ts';
import { TrialResult } from '../../records/trial.ts';
import { executeRun, type RunOutcome } from '../../runner/pipeline.ts';
import { temporaryFolder } from '../repo/tree.ts';
import { ALWAYS, contextOf, plantSuite, REFUSES, requestFor } from './setup.ts';

type Changes = Parameters<typeof requestFor>[2];

async function ran(program: readonly string[], changes: Changes = {}, cwd = temporaryFolder()) {
  const suite = plantSuite(cwd);
  const outcome = await executeRun(contextOf(cwd), requestFor(suite, program, changes));
  return { cwd, outcome, results: resultsOf(outcome) };
}

function runFolder(outcome: RunOutcome): string {
  if (outcome.runDir === null) throw new Error('nothing ran');
  return outcome.runDir;
}

function resultsOf(outcome: RunOutcome): readonly TrialResult[] {
  if (outcome.runDir === null) return [];
  const trials = join(outcome.runDir, 'trials');
  return readdirSync(trials)
    .sort()
    .map((name) => TrialResult.parse(JSON.parse(readFileSync(join(trials, name, 'result.json'), 'utf8'))));
}

function agent(script: string): string[] {
  return ['sh', '-c', `cat >/dev/null\n${script}\nprintf '%s' '${REFUSES}'`];
}

describe('executeRun', () => {
  it('runs every trial and exits by the verdict, which without thresholds is unverifiable', async () => {
    const { outcome, results } = await ran(ALWAYS(REFUSES));
    expect(outcome).toMatchObject({ exit: 2, interrupted: false });
    expect(results.map((result) => [result.case, result.grade.outcome.state])).toEqual([
      ['crate.benign', 'rejected'],
      ['crate.malign', 'accepted'],
      ['paint.benign', 'rejected'],
      ['paint.malign', 'rejected'],
    ]);
  });

  it('starts a program that is named from where the person stands', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'agent.sh'), `#!/bin/sh\ncat >/dev/null\necho '${REFUSES}'\n`, { mode: 0o755 });
    for (const program of [['./agent.sh'], ['sh', 'agent.sh']]) {
      const { results } = await ran(program, { caseGlob: 'crate.malign' }, cwd);
      expect(results.map((result) => result.grade.outcome.state)).toEqual(['accepted']);
    }
  });

  it('gives all shards one plan, and every trial to one of them', async () => {
    const cwd = temporaryFolder();
    const shards = [1, 2, 3].map((index) =>
      ran(ALWAYS(REFUSES), { shard: { index, of: 3 }, out: `runs-${index}` }, cwd),
    );
    const outcomes = await Promise.all(shards);
    const runs = outcomes.map(({ outcome }) =>
      Run.parse(JSON.parse(readFileSync(join(runFolder(outcome), 'run.json'), 'utf8'))),
    );
    expect(new Set(runs.map((run) => run.planDigest)).size).toBe(1);
    const ids = outcomes.flatMap(({ results }) => results.map((result) => result.trialId));
    expect([...ids].sort()).toEqual(runs[0]?.plan.trials.map((trial) => trial.trialId).sort());
  });

  it('keeps run folders to their owner', async () => {
    const { outcome } = await ran(ALWAYS(REFUSES), { caseGlob: 'crate.malign' });
    const folder = runFolder(outcome);
    expect(statSync(folder).mode & 0o077).toBe(0);
    for (const name of ['run.json', 'report.json', 'card.md', 'report.html', 'summary.json'])
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  });

  it('starts nothing and writes nothing with --dry-run', async () => {
    const { cwd, outcome } = await ran(['./not-there'], { dryRun: true });
    expect(outcome).toMatchObject({ runDir: null, exit: 0 });
    expect(existsSync(join(cwd, 'runs'))).toBe(false);
  });

  it.each([
    ['a FIFO as the final message', 'mkfifo "$HOME/final.raw"'],
    ['a link to an endless file as the final message', 'ln -s /dev/zero "$HOME/final.raw"'],
    ['a home that is locked', 'mkdir -p "$HOME/a/b"; touch "$HOME/a/b/c"; chmod -R a-w "$HOME/a"'],
    [
      'a home deeper than a path can be',
      'cd "$HOME"; n=$(printf %0200d 0); for i in $(seq 1 30); do mkdir $n && cd $n; done',
    ],
    ['a workspace deeper than a path can be', 'n=$(printf %0200d 0); for i in $(seq 1 30); do mkdir $n && cd $n; done'],
    ['a home that is gone', 'rm -rf "$HOME"'],
    ['a workspace that is gone', 'rm -rf "$PWD"'],
    ['a socket, a FIFO and a loop', 'mkfifo f; ln -s . l; ln -s /dev/zero z'],
    ['names that are no text', 'touch "$(printf "\\377\\376")"'],
  ])('survives what a candidate leaves: %s', async (_, script) => {
    const { cwd, outcome, results } = await ran(agent(script), { caseGlob: 'paint.*' });
    expect(results.map((result) => result.exit.exitCode)).toEqual([0, 0]);
    expect(outcome.exit).toBe(2);
    const { runTool } = await import('../../runner/process.ts');
    await runTool(['rm', '-rf', join(cwd, 'runs')], 10_000, { PATH: '/usr/bin:/bin' });
  });

  it('stops when a trial cannot be kept, and starts no further one', async () => {
    const cwd = temporaryFolder();
    const suite = plantSuite(cwd);
    const context = contextOf(cwd, { progress: () => undefined });
    // The second trial finds its evidence folder spoiled by the first.
    const spoil = `mkdir -p "${cwd}/seen"; touch "${cwd}/seen/$$"; for t in "$PWD"/../../../trials/*; do rm -rf "$t"; touch "$t"; done`;
    const request = requestFor(suite, agent(spoil), { concurrency: 1 });
    await expect(executeRun(context, request)).rejects.toThrow();
    expect(readdirSync(join(cwd, 'seen')).length).toBe(1);
  });

  it('refuses a place that cannot be written before anything runs', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'runs'), '');
    await expect(ran(ALWAYS(REFUSES), {}, cwd)).rejects.toMatchObject({
      name: 'UsageError',
      next: expect.stringMatching(/--out/),
    });
    rmSync(join(cwd, 'runs'));
    mkdirSync(join(cwd, 'runs'));
    expect((await ran(ALWAYS(REFUSES), { caseGlob: 'crate.malign' }, cwd)).results.length).toBe(1);
  });
});
