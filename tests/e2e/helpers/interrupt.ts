/** Stops runs at any moment, resumes them, and compares them with one that nothing disturbed. */
import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { inLayer, type Layer } from '../../helpers/layers.ts';
import { temporaryFolder } from '../../helpers/temp.ts';
import { agent, onlyReport, operant, printed } from './cli.ts';
import { survivorsOf } from './processes.ts';
import { bytesOf, isFinished, outcomesOf, trialFoldersOf } from './run-folder.ts';
import { after, expectStable, isIndexed, outFolder, resume, run, runFolder, unwrite } from './stopped-run.ts';

const MINUTE = 60_000;

/** A part of the suite, so that every round is short; such a run is smoke and fails by its number of trials. */
const PART = ['--case', '*s*-*.malign'];
const TRIALS = 15;

/** A round for each signal is quick; the slow ones hit other moments. */
const SIGNALS = {
  quick: ['SIGINT', 'SIGTERM', 'SIGKILL'],
  slow: ['SIGINT', 'SIGTERM', 'SIGKILL', 'SIGKILL'],
} as const;

/** Moments drawn anew in every run of the tests; they stand in the name of the test, so that one can be repeated. */
function drawn(layer: Layer) {
  return SIGNALS[layer].map((signal, round) => ({
    signal,
    round,
    trials: Math.floor(Math.random() * (TRIALS - 6)),
    wait: Math.floor(Math.random() * 120),
  }));
}

/** Runs that are interrupted and resumed, in one layer. */
export function testInterrupted(layer: Layer): void {
  const root = temporaryFolder();
  const rounds = drawn(layer);
  /** Trials that a signal found unfinished, over all rounds: with none, nothing was tested. */
  let unfinished = 0;
  let undisturbed: Readonly<Record<string, string>> = {};

  beforeAll(async () => {
    const out = outFolder(root, 'undisturbed');
    await run({ out, args: [...PART, '--', process.execPath, agent('heuristic')] });
    undisturbed = outcomesOf(runFolder(out));
  }, MINUTE);

  describe('operant run, interrupted', () => {
    it.each(rounds)(
      '$signal after $trials trials and $wait ms loses no finished trial, and --resume completes the run',
      { timeout: MINUTE },
      async ({ signal, round, trials, wait }) => {
        const out = outFolder(root, `round-${round}`);
        const args = [...PART, '--', process.execPath, agent('heuristic')];
        const ended = await run({ out, args, heard: after(trials, wait, signal) });
        expect(signal === 'SIGKILL' ? ended.signal : ended.code).toBe(signal === 'SIGKILL' ? 'SIGKILL' : 130);
        if (signal !== 'SIGKILL') expect(printed(ended).interrupted).toBe(true);

        const runDir = runFolder(out);
        const before = trialFoldersOf(runDir);
        const finished = before.filter(isFinished).map(({ name }) => name);
        const open = before.filter((folder) => !isFinished(folder));
        // Every trial that was reported as finished is on disk as such.
        const told = [...ended.stderr.matchAll(/^\d+\/\d+ {2}\S+ {2}(?!ungraded \(interrupted\))/gm)].length;
        expect(finished.length).toBeGreaterThanOrEqual(told);
        if (signal !== 'SIGKILL') expect(open.every(({ result }) => result !== null)).toBe(true);
        // Killed between the index and the result: nothing is missing that a result is made of.
        const repeated = open.filter(({ name, result }) => result !== null || !isIndexed(runDir, name));
        unfinished += open.length;
        const bytes = bytesOf(runDir, finished);

        const resumed = await resume(runDir);
        const report = onlyReport(resumed);
        expect(bytesOf(runDir, finished)).toEqual(bytes);
        expect(outcomesOf(runDir)).toEqual(undisturbed);
        expect(report.counts).toMatchObject({ planned: TRIALS, ungraded: 0, reexecuted: repeated.length });
        expect(trialFoldersOf(runDir)).toHaveLength(TRIALS + repeated.length);
        expect(survivorsOf(report.runId)).toEqual([]);
        await expectStable(runDir, resumed);
      },
    );

    it('found trials unfinished', () => {
      expect(unfinished).toBeGreaterThan(0);
    });
  });
}

/** A killed runner whose agents live on. */
export function testLeftBehind(): void {
  const root = temporaryFolder();

  it('--resume ends the processes that a killed runner left behind', { timeout: MINUTE }, async () => {
    const out = outFolder(root, 'left-behind');
    const args = ['--case', 'credit-*', '--timeout', '2', '--', process.execPath, agent('forever')];
    let running: readonly number[] = [];
    const heard = async (_: string, pid: number) => {
      for (let look = 0; look < 100 && running.length < 2; look += 1) {
        await sleep(10);
        running = readdirSync(out).flatMap(survivorsOf);
      }
      process.kill(pid, 'SIGKILL');
    };
    await run({ out, args, heard });
    const runDir = runFolder(out);
    const left = readdirSync(out).flatMap(survivorsOf);
    expect(left).toHaveLength(2);
    const report = onlyReport(await resume(runDir));
    expect(report.counts).toMatchObject({ causes: { deadline: 2 }, reexecuted: 2 });
    expect(survivorsOf(report.runId)).toEqual([]);
  });
}

/** A runner that was killed while it wrote leaves a file empty, and no result. */
const TORN = [
  ...['trial.json', 'command.json', 'guards.json', 'exit.json', 'contract.json', 'index.json'].map((file) => ({
    file,
    again: 1,
  })),
  // What is derived from evidence that is whole is derived once more.
  ...['final.txt', 'trace.json', 'report.md'].map((file) => ({ file, again: 0 })),
];
const QUICK_TORN = ['command.json', 'guards.json', 'index.json', 'trace.json'] as const;

/** Trials that were killed while a file was written, in one layer. */
export function testTorn(layer: Layer): void {
  const root = temporaryFolder();

  describe('operant run --resume', () => {
    it.each(inLayer(layer, TORN, ({ file }) => file, QUICK_TORN))(
      'runs a trial again ($again) that was killed while $file was written',
      { timeout: MINUTE },
      async ({ file, again }) => {
        const out = outFolder(root, `torn-${file}`);
        await run({ out, args: ['--case', 'credit-*', '--', process.execPath, agent('heuristic')] });
        const runDir = runFolder(out);
        const trials = trialFoldersOf(runDir).map(({ name }) => name);
        const [torn = '', whole = ''] = trials;
        unwrite(runDir, torn, again === 1 && file !== 'index.json' ? ['result.json', 'index.json'] : ['result.json']);
        truncateSync(join(runDir, 'trials', torn, file));
        const bytes = bytesOf(runDir, [whole]);
        const { counts } = onlyReport(await resume(runDir));
        expect(counts).toMatchObject({ planned: 2, accepted: 2, reexecuted: again });
        expect(bytesOf(runDir, [whole])).toEqual(bytes);
        const earlier = trialFoldersOf(runDir).find(({ name }) => name === torn);
        expect(earlier?.result?.grade.outcome.state).toBe(again === 1 ? 'ungraded' : 'accepted');
        // What was judged again from its evidence is the same report.
        const reported = onlyReport(await operant(['report', runDir, '--json'], { cwd: root }));
        expect(reported.counts).toEqual(counts);
      },
    );
  });
}

/** A suite that is run in parts. */
export function testShards(): void {
  const root = temporaryFolder();

  describe('operant run --shard', () => {
    it('operant report of three shards equals one undivided run', { timeout: 3 * MINUTE }, async () => {
      const program = ['--', process.execPath, agent('heuristic')];
      const shards = ['1/3', '2/3', '3/3'];
      const whole = onlyReport(await run({ out: outFolder(root, 'whole'), args: program }));
      const folders: string[] = [];
      for (const [index, shard] of shards.entries()) {
        const out = outFolder(root, `shard-${index}`);
        const part = await run({ out, args: ['--shard', shard, ...program] });
        expect(onlyReport(part).gate.verdict).not.toBe('pass');
        folders.push(runFolder(out));
      }
      for (const order of [folders, [...folders].reverse()]) {
        const ended = await operant(['report', ...order, '--json'], { cwd: root });
        const report = onlyReport(ended);
        expect(ended.code).toBe(0);
        expect(report.counts).toEqual(whole.counts);
        expect(report.calibration).toEqual(whole.calibration);
        expect(report.tasks).toEqual(whole.tasks);
        expect(report.gate).toEqual(whole.gate);
        expect(report.planDigest).toBe(whole.planDigest);
      }
      const missing = await operant(['report', ...folders.slice(0, 2), '--json'], { cwd: root });
      expect(onlyReport(missing).gate.verdict).not.toBe('pass');
      expect(missing.code).not.toBe(0);
      const [first = ''] = folders;
      const twice = await operant(['report', first, ...folders, '--json'], { cwd: root });
      expect(twice.code).toBe(64);
    });
  });
}
