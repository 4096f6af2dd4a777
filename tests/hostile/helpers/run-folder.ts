/** Spoils copies of a sound run and shows them to the command line. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { onlyReport } from '../../e2e/helpers/cli.ts';
import { inLayer, type Layer } from '../../helpers/layers.ts';
import { temporaryFolder } from '../../helpers/temp.ts';
import { attack, everythingBelow, expectContained, PATIENT_MS } from './attack.ts';
import { type BaseRun, baseRun, linkedCopy, WITHHOLDS } from './base-run.ts';
import { EVIDENCE } from './evidence-attacks.ts';
import { FORGED, RUN } from './plan-attacks.ts';
import { type Hostile, inRun, inTrial } from './run-spoils.ts';
import { JSON_SPOILS, NO_FILE, some, TELLING } from './spoil.ts';

/** What every report of the sound run counts. */
const SOUND = {
  planned: 60,
  trials: 60,
  graded: 60,
  accepted: 53,
  rejected: 7,
  ungraded: 0,
  reexecuted: 0,
  causes: {},
};

const DOCUMENTS = ['trial.json', 'index.json', 'guards.json', 'exit.json', 'contract.json'] as const;

/** Every spoil on result.json, the telling ones on the plan, and one each on the others in turn. */
const EVERY: readonly Hostile[] = [
  ...Object.entries({ ...JSON_SPOILS, ...NO_FILE }).map(([name, spoil]) => ({
    name: `result.json: ${name}`,
    spoil: inTrial('result.json', spoil),
  })),
  ...Object.entries({ ...some(JSON_SPOILS, TELLING), ...NO_FILE }).map(([name, spoil]) => ({
    name: `run.json: ${name}`,
    spoil: inRun('run.json', spoil),
  })),
  ...Object.entries({ ...some(JSON_SPOILS, TELLING), ...NO_FILE }).map(([name, spoil], at) => {
    const file = DOCUMENTS[at % DOCUMENTS.length] ?? 'trial.json';
    const command = at % 2 === 0 ? 'report' : 'regrade';
    return { name: `${file}: ${name}`, spoil: inTrial(file, spoil), command } as const;
  }),
];

const COMMANDS = {
  report: (run: string) => ['report', run, '--json'],
  regrade: (run: string) => ['regrade', run],
  resume: (run: string) => ['run', '--resume', run, '--json'],
} as const;

/** One or two of each kind: malformed text, no file, other evidence, another plan, and forgeries that fit together. */
const HANDFUL = [
  'result.json: a key twice',
  'result.json: nested 100,000 deep',
  'result.json: a FIFO that nobody writes to',
  'run.json: an unknown key with terminal codes',
  'stdout.raw: another answer',
  'stdout.raw: a link to an endless device',
  'index.json: a path that climbs',
  'result.json: accepted by hand',
  'guards.json: no problem any more, index fits',
  'run.json: only the trials that went well',
  'a trial folder: under the name of another',
  'resume: another program in the plan',
  'a wrong answer called right: contract, index and result say the same',
  'a wrong answer called right by another evaluator',
] as const;

/** The tests of one layer. */
export function testRunFolder(layer: Layer): void {
  const here = temporaryFolder();
  const attacks = inLayer(layer, [...EVERY, ...EVIDENCE, ...RUN, ...FORGED], ({ name }) => name, HANDFUL);
  let base: BaseRun;
  let standing: Readonly<Record<string, string>>;
  let made = 0;

  beforeAll(async () => {
    mkdirSync(join(here, 'base'));
    base = await baseRun(join(here, 'base'));
    standing = everythingBelow(base.runDir);
  }, PATIENT_MS);

  describe('a hostile run folder', () => {
    it('is told from a sound one', async () => {
      const run = linkedCopy(base.runDir, join(here, `copy-${made++}`));
      const ended = await attack(COMMANDS.report(run), { cwd: here });
      expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
      expect(onlyReport(ended).counts).toEqual(SOUND);
    });

    it.concurrent.each(attacks)('$name', { timeout: PATIENT_MS }, async (hostile) => {
      const run = linkedCopy(base.runDir, join(here, `copy-${made++}`));
      const trialOf = (id: string) => join(run, 'trials', base.trialOf(id));
      await hostile.spoil({ run, trial: trialOf(WITHHOLDS), trialOf });
      const found = everythingBelow(run);
      const ended = await attack(COMMANDS[hostile.command ?? 'report'](run), { cwd: here });
      expectContained(ended, hostile.exits ?? [2, 64]);
      expect(ended.stderr.trim() === '' && ended.stdout.trim() === '').toBe(false);
      expect(existsSync(join(run, 'owned'))).toBe(false);
      // Nothing that was there is lost or overwritten.
      expect(everythingBelow(run)).toMatchObject(found);
      if (ended.code === 0) expect(onlyReport(ended).counts).toEqual(SOUND);
    });

    it('leaves the sound run as it was', () => {
      expect(everythingBelow(base.runDir)).toEqual(standing);
    });
  });
}
