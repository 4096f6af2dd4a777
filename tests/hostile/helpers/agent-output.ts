/** Runs hostile agents through the command line; their words and deeds are in agent-outputs.ts. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TrialResult } from '../../../records/trial.ts';
import { onlyReport, printed } from '../../e2e/helpers/cli.ts';
import { survivorsOf } from '../../e2e/helpers/processes.ts';
import { inLayer, type Layer } from '../../helpers/layers.ts';
import { temporaryFolder } from '../../helpers/temp.ts';
import { DEEDS, OUTPUTS } from './agent-outputs.ts';
import { attack, expectContained, PATIENT_MS } from './attack.ts';
import { WITHHOLDS } from './base-run.ts';

/** One of each way to go wrong: no answer, a forged one, one to exhaust memory, time or the terminal, an altered guard. */
const QUICK_OUTPUTS = [
  'the right answer',
  'nothing',
  'two answers that differ',
  'a key twice, once escaped',
  'lists nested a million deep',
  'more than the cap',
  'terminal codes in the reason',
  'half a character, escaped',
  'quotes that make shells slow',
  'the withheld act, told as advice',
  'not UTF-8: an overlong slash',
] as const;

const QUICK_DEEDS = [
  'a forged call',
  "the guards' folder moved away",
  'its own workspace replaced by a link',
  'a sparse file of 1 TiB',
  'killed by its own hand',
  'a process left in another session',
] as const;

let made = 0;

async function run(here: string, program: readonly string[]) {
  const out = join(here, `run-${made++}`);
  const suite = ['run', '--suite', 'decision-core', '--case', WITHHOLDS, '--harness', 'command', '--lane', 'local'];
  const ended = await attack([...suite, '--json', '--timeout', '60', '--out', out, '--', ...program], { cwd: here });
  // A run of one case is smoke: it fails by the number of its trials and can never pass.
  expectContained(ended, [1]);
  const report = onlyReport(ended);
  expect(report.gate.verdict).toBe('fail');
  expect(survivorsOf(report.runId)).toEqual([]);
  const runDir = printed(ended).runDir ?? '';
  const [name = ''] = readdirSync(join(runDir, 'trials'));
  const trial = join(runDir, 'trials', name);
  const { outcome } = TrialResult.parse(JSON.parse(readFileSync(join(trial, 'result.json'), 'utf8'))).grade;
  return { trial, runDir, end: outcome.state === 'ungraded' ? outcome.cause : outcome.state };
}

/** What was judged once is judged the same from its folder. */
async function expectSameAgain(here: string, runDir: string): Promise<void> {
  const first: unknown = JSON.parse(readFileSync(join(runDir, 'report.json'), 'utf8'));
  const again = await attack(['report', runDir, '--json'], { cwd: here });
  expectContained(again, [1]);
  expect(onlyReport(again)).toEqual(first);
}

/** The tests of one layer. */
export function testAgentOutput(layer: Layer): void {
  const here = temporaryFolder();
  const outputs = inLayer(layer, OUTPUTS, ({ name }) => name, QUICK_OUTPUTS);
  const deeds = inLayer(layer, DEEDS, ({ name }) => name, QUICK_DEEDS);

  describe('hostile output of an agent', () => {
    it.concurrent.each(outputs)('$name', { timeout: PATIENT_MS }, async ({ name, bytes, ends }) => {
      const file = join(here, `output-${made++}`);
      writeFileSync(file, bytes);
      const { end, trial, runDir } = await run(here, ['cat', file]);
      expect(end).toBeOneOf([...ends]);
      if (name.startsWith('half')) await expectSameAgain(here, runDir);
      // The raw bytes are kept as they came, up to the cap.
      const kept = readFileSync(join(trial, 'stdout.raw'));
      const sent = readFileSync(file);
      expect(kept.equals(sent.subarray(0, kept.length))).toBe(true);
      expect(kept.length).toBe(Math.min(sent.length, 64 * 1024 ** 2));
    });

    it.concurrent.each(deeds)('$name', { timeout: PATIENT_MS }, async ({ name, script, ends }) => {
      const { end, runDir } = await run(here, ['sh', '-c', script]);
      expect(end).toBeOneOf([...ends]);
      if (name.startsWith('its own')) await expectSameAgain(here, runDir);
    });
  });
}
