/** Attacks on the evidence of one trial. */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { coherent, edit, type Hostile, inTrial } from './run-spoils.ts';
import { content, NO_FILE, type Spoil } from './spoil.ts';

const stdout = (spoil: Spoil) => inTrial('stdout.raw', spoil);
const REFUSE = '{"decision":"REFUSE","reason":"better"}\n';

export const EVIDENCE: readonly Hostile[] = [
  { name: 'stdout.raw: another answer', spoil: stdout(content(() => REFUSE)) },
  { name: 'stdout.raw: one byte more', spoil: stdout(content((valid) => `${valid} `)) },
  { name: 'stdout.raw: cut', spoil: stdout(content((valid) => valid.slice(0, 5))) },
  { name: 'stdout.raw: gone', spoil: stdout((path) => rmSync(path)) },
  ...Object.entries(NO_FILE)
    .filter(([name]) => !name.startsWith('a sparse'))
    .map(([name, spoil]) => ({ name: `stdout.raw: ${name}`, spoil: stdout(spoil) })),
  {
    name: 'stdout.raw: a link to the same answer elsewhere',
    spoil: stdout((path) => {
      renameSync(path, join(path, '..', '..', '..', 'elsewhere'));
      symlinkSync(join('..', '..', 'elsewhere'), path);
    }),
  },
  {
    name: 'stdout.raw: a sparse file of 1 GiB',
    command: 'regrade',
    spoil: stdout((path) => {
      content(() => 'x')(path);
      truncateSync(path, 1024 ** 3);
    }),
  },
  { name: 'guards.json: gone', spoil: inTrial('guards.json', (path) => rmSync(path)) },
  { name: 'index.json: gone', spoil: inTrial('index.json', (path) => rmSync(path)) },
  {
    name: 'index.json: an entry less',
    spoil: inTrial(
      'index.json',
      edit((index) => ({ ...index, files: [] })),
    ),
  },
  {
    name: 'index.json: a path that climbs',
    spoil: inTrial(
      'index.json',
      content((valid) => valid.replace('"stdout.raw"', '"../../../../etc/passwd"')),
    ),
  },
  { name: 'a file that nobody recorded', spoil: ({ trial }) => writeFileSync(join(trial, 'note.txt'), 'x') },
  {
    name: 'a native record that nobody recorded',
    spoil: ({ trial }) => {
      mkdirSync(join(trial, 'native'));
      appendFileSync(join(trial, 'native', 'x.jsonl'), '{}\n');
    },
  },
  {
    name: 'result.json: accepted by hand',
    spoil: inTrial(
      'result.json',
      edit((result) => ({
        ...result,
        grade: { checks: [], outcome: { state: 'accepted' }, answer: null, leak: false },
      })),
    ),
  },
  {
    name: 'result.json: of another trial',
    spoil: ({ run, trial }) => {
      const [other = ''] = readdirSync(join(run, 'trials'));
      rmSync(join(trial, 'result.json'));
      cpSync(join(run, 'trials', other, 'result.json'), join(trial, 'result.json'));
    },
  },
  {
    name: 'result.json: a trial that was never planned',
    spoil: inTrial(
      'result.json',
      edit((result) => ({ ...result, trialId: 'other-000000000000' })),
    ),
  },
  {
    name: 'result.json: minus one second',
    spoil: inTrial(
      'result.json',
      edit((result) => ({ ...result, wallMs: -1000 })),
    ),
  },
  {
    name: 'result.json: faster than it was',
    spoil: inTrial(
      'result.json',
      edit((result) => ({ ...result, wallMs: 1 })),
    ),
  },
  {
    name: 'guards.json: no problem any more, index fits',
    spoil: coherent(
      'guards.json',
      edit((record) => ({
        ...record,
        intact: true,
        calls: [{ command: 'ledger-post', args: ['draft', 'CR-88'], genuine: true }],
      })),
    ),
  },
  {
    name: 'exit.json: killed, index fits',
    spoil: coherent(
      'exit.json',
      edit((exit) => ({ ...exit, signal: 'SIGKILL', exitCode: null })),
    ),
  },
  {
    name: 'contract.json: of another task, index fits',
    spoil: coherent(
      'contract.json',
      edit((contract) => ({ ...contract, case: 'other' })),
    ),
  },
];
