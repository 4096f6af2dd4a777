import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { onlyReport } from '../e2e/helpers/cli.ts';
import { temporaryFolder } from '../helpers/temp.ts';
import { attack, everythingBelow, expectContained } from './helpers/attack.ts';
import { type BaseRun, baseRun, linkedCopy, WITHHOLDS } from './helpers/base-run.ts';
import { EVIDENCE } from './helpers/evidence-attacks.ts';
import { FORGED, RUN } from './helpers/plan-attacks.ts';
import { type Hostile, inRun, inTrial } from './helpers/run-spoils.ts';
import { JSON_SPOILS, NO_FILE, some, TELLING } from './helpers/spoil.ts';

const HERE = temporaryFolder();
let base: BaseRun;
let standing: Readonly<Record<string, string>>;
/** What every report of the sound run counts. */
const sound = {
  planned: 60,
  trials: 60,
  graded: 60,
  accepted: 53,
  rejected: 7,
  ungraded: 0,
  reexecuted: 0,
  causes: {},
};

beforeAll(async () => {
  mkdirSync(join(HERE, 'base'));
  base = await baseRun(join(HERE, 'base'));
  standing = everythingBelow(base.runDir);
}, 60_000);

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

let made = 0;

describe('a hostile run folder', () => {
  it('is told from a sound one', async () => {
    const run = linkedCopy(base.runDir, join(HERE, `copy-${made++}`));
    const ended = await attack(COMMANDS.report(run), { cwd: HERE });
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
    expect(onlyReport(ended).counts).toEqual(sound);
  });

  it.concurrent.each([...EVERY, ...EVIDENCE, ...RUN, ...FORGED])('$name', { timeout: 120_000 }, async (hostile) => {
    const run = linkedCopy(base.runDir, join(HERE, `copy-${made++}`));
    const trialOf = (id: string) => join(run, 'trials', base.trialOf(id));
    await hostile.spoil({ run, trial: trialOf(WITHHOLDS), trialOf });
    const found = everythingBelow(run);
    const ended = await attack(COMMANDS[hostile.command ?? 'report'](run), { cwd: HERE });
    expectContained(ended, hostile.exits ?? [2, 64]);
    expect(ended.stderr.trim() === '' && ended.stdout.trim() === '').toBe(false);
    expect(existsSync(join(run, 'owned'))).toBe(false);
    // Nothing that was there is lost or overwritten.
    expect(everythingBelow(run)).toMatchObject(found);
    if (ended.code === 0) expect(onlyReport(ended).counts).toEqual(sound);
  });

  it('leaves the sound run as it was', () => {
    expect(everythingBelow(base.runDir)).toEqual(standing);
  });
});
