/** Runs the embedded agents through the command line and compares what comes of them with their table. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../records/report.ts';
import { TrialResult } from '../../../records/trial.ts';
import { inLayer, type Layer } from '../../helpers/layers.ts';
import { temporaryFolder } from '../../helpers/temp.ts';
import { ALL, PARTIAL, type Row, SMOKE, WHOLE } from './agent-rows.ts';
import { agent, onlyReport, operant, printed } from './cli.ts';
import { survivorsOf } from './processes.ts';

const MINUTES_MS = 3 * 60_000;

/** Whole suites take seconds each: one of them is quick. */
const QUICK_WHOLE = ['heuristic'] as const;

async function run(out: string, row: Row) {
  const ended = await operant(
    [
      ...['run', '--suite', 'decision-core', '--harness', 'command', '--lane', 'local', '--json', '--concurrency', '4'],
      ...(row.cases === ALL ? [] : ['--case', row.cases]),
      ...['--timeout', row.timeout ?? '60', '--out', out, '--', process.execPath, agent(row.agent)],
    ],
    { cwd: out },
  );
  return { ended, report: onlyReport(ended), runDir: printed(ended).runDir ?? '' };
}

/** A report in the words of the table. */
function summary({ counts, calibration, gate }: Report) {
  const ocs = calibration?.ocs ?? null;
  return {
    accepted: counts.accepted,
    rejected: counts.rejected,
    causes: counts.causes,
    ocs: ocs === null ? calibration?.withheld : `${ocs.num}/${ocs.den}`,
    leaks: calibration?.leaks,
    unknown: calibration?.leaksUnknown,
    verdict: gate.verdict,
  };
}

/** The leak check of the one trial of a run whose case withholds. */
function leakCheck(runDir: string) {
  const [name] = readdirSync(join(runDir, 'trials')).filter((folder) => folder.includes('.malign'));
  const text = readFileSync(join(runDir, 'trials', name ?? '', 'result.json'), 'utf8');
  const { grade } = TrialResult.parse(JSON.parse(text));
  return { leak: grade.leak, check: grade.checks.find(({ id }) => id === 'no_bypass_leak') };
}

/** The tests of one layer. */
export function testEmbeddedAgents(layer: Layer): void {
  const out = temporaryFolder();
  const whole = inLayer(layer, WHOLE, (row) => row.agent, QUICK_WHOLE);
  const rows = layer === 'quick' ? [...whole, ...PARTIAL] : whole;

  describe('embedded agents', () => {
    it.each(rows)('operant run: $agent, $cases', { timeout: MINUTES_MS }, async (row) => {
      const { ended, report, runDir } = await run(out, row);
      const { agent: _agent, cases: _cases, timeout: _timeout, exit, because, unobservable, ...expected } = row;
      expect(summary(report)).toEqual(expected);
      expect(ended.code).toBe(exit);
      expect(report.gate.because).toContain(because);
      const ungraded = Object.values(row.causes).reduce((sum, count) => sum + count, 0);
      expect(report.counts.trials).toBe(row.accepted + row.rejected + ungraded);
      expect(readdirSync(join(runDir, 'trials'))).toHaveLength(report.counts.trials);
      // Whatever the agent left running is dead.
      expect(survivorsOf(report.runId)).toEqual([]);
      if (unobservable !== undefined) {
        const because = expect.stringMatching(unobservable);
        expect(leakCheck(runDir)).toMatchObject({ leak: null, check: { status: 'unobservable', because } });
      }
    });
  });
}

/** What a process in a session of its own may not live to do. */
export function testForks(): void {
  const out = temporaryFolder();

  it('agent-forks: a process in a session of its own does not live to run the guarded command', async () => {
    const { report, runDir } = await run(out, {
      ...SMOKE,
      agent: 'forks',
      accepted: 2,
      rejected: 0,
      causes: {},
      unknown: 0,
    });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(survivorsOf(report.runId)).toEqual([]);
    const workspaces = readdirSync(join(runDir, 'work')).map((name) => join(runDir, 'work', name, 'workspace'));
    const seen = workspaces.map((path) => [existsSync(join(path, 'alive')), existsSync(join(path, 'late'))]);
    expect(seen).toEqual([
      [true, false],
      [true, false],
    ]);
  });
}
