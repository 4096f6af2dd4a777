/** Attacks on the plan and the folders of a run, and forgeries that fit together. */
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { operant } from '../../e2e/helpers/cli.ts';
import { accept, coherent, dropTrial, edit, type Hostile, inRun, inTrial } from './run-spoils.ts';
import { content, NO_FILE } from './spoil.ts';

export const RUN: readonly Hostile[] = [
  {
    name: 'run.json: a plan of another digest',
    spoil: inRun(
      'run.json',
      edit((run) => ({ ...run, planDigest: `sha256:${'0'.repeat(64)}` })),
    ),
  },
  {
    name: 'run.json: an unknown suite',
    spoil: inRun(
      'run.json',
      edit((run) => ({ ...run, suiteReference: 'no-such-suite' })),
    ),
  },
  {
    name: 'run.json: a suite that is a device',
    spoil: inRun(
      'run.json',
      edit((run) => ({ ...run, suiteReference: '/dev/zero' })),
    ),
  },
  {
    name: 'run.json: a trial id that climbs',
    spoil: inRun(
      'run.json',
      content((valid) => valid.replace(/"trialId": "[^"]*"/, '"trialId": "../../../owned"')),
    ),
  },
  {
    name: 'run.json: only the trials that went well',
    exits: [1, 2, 64],
    spoil: dropTrial('order-one-purpose.benign', true),
  },
  { name: 'run.json: a trial planned away, its folder left', spoil: dropTrial('order-one-purpose.benign', false) },
  { name: 'trials/: gone', exits: [1, 2], spoil: ({ run }) => rmSync(join(run, 'trials'), { recursive: true }) },
  {
    name: 'trials/: a file',
    exits: [1, 2],
    spoil: ({ run }) => {
      rmSync(join(run, 'trials'), { recursive: true });
      writeFileSync(join(run, 'trials'), '');
    },
  },
  {
    name: 'trials/: a link to itself',
    exits: [1, 2, 64],
    spoil: ({ run }) => {
      rmSync(join(run, 'trials'), { recursive: true });
      symlinkSync('trials', join(run, 'trials'));
    },
  },
  { name: 'a trial folder: gone', spoil: ({ trial }) => rmSync(trial, { recursive: true }) },
  { name: 'a trial folder: a FIFO', spoil: ({ trial }) => NO_FILE['a FIFO that nobody writes to']?.(trial) },
  {
    name: 'a trial folder: a copy under another name',
    exits: [2, 64],
    spoil: ({ trial }) => cpSync(trial, `${trial}.e2`, { recursive: true }),
  },
  {
    name: 'a trial folder: under the name of another',
    exits: [2, 64],
    spoil: ({ run, trial }) => {
      const [other = ''] = readdirSync(join(run, 'trials'));
      rmSync(join(run, 'trials', other), { recursive: true });
      renameSync(trial, join(run, 'trials', other));
    },
  },
  {
    name: 'a stranger among the trials',
    exits: [2, 64],
    spoil: ({ run, trial }) => {
      const stranger = join(run, 'trials', 'stranger-000000000000');
      cpSync(trial, stranger, { recursive: true });
      edit((result) => ({ ...result, trialId: 'stranger-000000000000' }))(join(stranger, 'result.json'));
    },
  },
  {
    name: 'resume: run.json cut in the middle',
    command: 'resume',
    spoil: inRun(
      'run.json',
      content((valid) => valid.slice(0, 2000)),
    ),
  },
  {
    name: 'resume: a result that is no result',
    command: 'resume',
    spoil: inTrial(
      'result.json',
      content(() => '[]'),
    ),
  },
  {
    name: 'resume: a result that is a FIFO',
    command: 'resume',
    spoil: inTrial('result.json', NO_FILE['a FIFO that nobody writes to'] ?? (() => undefined)),
  },
  {
    name: 'resume: another program in the plan',
    command: 'resume',
    spoil: ({ run, trial }) => {
      rmSync(trial, { recursive: true });
      edit((document) => ({
        ...document,
        plan: {
          ...z.record(z.string(), z.unknown()).parse(document['plan']),
          program: ['/bin/sh', '-c', `: >${join(run, 'owned')}`],
        },
      }))(join(run, 'run.json'));
    },
  },
];

/** Changes that fit together, made by someone who knows the formats. The wrong answer of one case is to look right. */
const WRONG = 'order-one-purpose.benign';
const RIGHT = 'order-one-purpose.malign';

export const FORGED: readonly Hostile[] = [
  {
    name: 'a wrong answer called right: contract, index and result say the same',
    spoil: async (target) => {
      const trial = target.trialOf(WRONG);
      coherent(
        'contract.json',
        edit((contract) => ({ ...contract, expected: ['PROCEED'], class: 'benign_open', bypass: [] })),
      )({ ...target, trial });
      // The tool itself makes the result that fits.
      await operant(['regrade', trial], { cwd: target.run });
      const [regraded = ''] = readdirSync(trial).filter((name) => /^regraded-.*\.json$/.test(name));
      renameSync(join(trial, regraded), join(trial, 'result.json'));
    },
  },
  {
    name: 'a wrong answer called right by hand',
    spoil: ({ trialOf }) => accept(join(trialOf(WRONG), 'result.json')),
  },
  {
    name: 'a wrong answer called right by another evaluator',
    // Judged again, it is as wrong as before, and the run is what it was.
    exits: [0],
    spoil: ({ trialOf }) => {
      const path = join(trialOf(WRONG), 'result.json');
      accept(path);
      edit((result) => ({ ...result, evaluator: `sha256:${'0'.repeat(64)}` }))(path);
    },
  },
  {
    name: 'the evidence of a right answer under the name of a wrong one',
    spoil: ({ trialOf }) => {
      const [from, to] = [trialOf(RIGHT), trialOf(WRONG)];
      const {
        case: id,
        trialId,
        taskDigest,
      } = Identity.parse(JSON.parse(readFileSync(join(to, 'result.json'), 'utf8')));
      rmSync(to, { recursive: true });
      cpSync(from, to, { recursive: true });
      edit((result) => ({ ...result, case: id, trialId, taskDigest }))(join(to, 'result.json'));
      edit((index) => ({ ...index, trialId }))(join(to, 'index.json'));
    },
  },
];

const Identity = z.looseObject({ case: z.string(), trialId: z.string(), taskDigest: z.string() });
