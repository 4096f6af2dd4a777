/** Spoils ledgers and shows them to the command line. */
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeFiles } from '../../helpers/big-ledger.ts';
import { inLayer, type Layer } from '../../helpers/layers.ts';
import { temporaryFolder } from '../../helpers/temp.ts';
import { attack, everythingBelow, expectContained, PATIENT_MS } from './attack.ts';
import { type BaseRun, baseRun, linkedCopy } from './base-run.ts';
import { FILES, type Hostile, LEDGER_ATTACKS, SHARD } from './ledger-attacks.ts';

const named = ({ file, name, alone }: Hostile) => `${alone ? 'rows.jsonl' : file}: ${name}`;

/** A few of each file: rows that can be read in two ways, no file, a path that leads out, and a better verdict. */
const HANDFUL = [
  `${SHARD}: a key twice, once escaped`,
  `${SHARD}: a better verdict`,
  `${SHARD}: nested 100,000 deep`,
  `${SHARD}: a row of 20 megabytes`,
  `${SHARD}: a row cut by a killed writer`,
  `${SHARD}: not UTF-8: an overlong slash`,
  `${SHARD}: a link to an endless device`,
  'rows.jsonl: a key twice',
  'HEAD.json: half a million keys',
  'checkpoint: another count',
  'pending.json: a path that climbs: ../owned',
] as const;
const QUICK_PLACES = (here: string) => [
  'git:ext::sh -c "touch owned"#bench-results',
  `git:${here}/nowhere#--all`,
  '/dev/zero',
  '',
];
const QUICK_APPENDED = [
  `${SHARD}: a better verdict`,
  'HEAD.json: a FIFO that nobody writes to',
  'pending.json: a path that climbs: ../owned',
] as const;

const PLACES = (here: string) => [
  'git:ext::sh -c "touch owned"#bench-results',
  'git:--upload-pack=touch owned#bench-results',
  'git:-c core.sshCommand=touch#bench-results',
  `git:file://${here}/nowhere#bench-results`,
  `git:${here}/nowhere#--all`,
  `git:${here}/nowhere#../../heads/x`,
  'git:#bench-results',
  '/dev/zero',
  '/dev/null',
  '/etc/passwd',
  `${'x'.repeat(5000)}.jsonl`,
  'nowhere\u001b[2J.jsonl',
  '',
];

let made = 0;

function soundLedger(here: string): string {
  const folder = join(here, `ledger-${made++}`, 'results');
  mkdirSync(folder, { recursive: true });
  writeFiles(folder, FILES);
  return folder;
}

function testVerify(layer: Layer, here: string): void {
  const attacks = inLayer(layer, LEDGER_ATTACKS, named, HANDFUL);

  it('is told from a sound one', async () => {
    const ledger = soundLedger(here);
    const ended = await attack(['verify', ledger], { cwd: here });
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
  });

  it.concurrent.each(attacks)(
    '$file (alone: $alone): $name',
    { timeout: PATIENT_MS },
    async ({ file, spoil, alone }) => {
      const ledger = soundLedger(here);
      const only = join(ledger, '..', 'rows.jsonl');
      if (alone) renameSync(join(ledger, SHARD), only);
      spoil(alone ? only : join(ledger, file));
      const outside = join(ledger, '..');
      const standing = everythingBelow(outside);
      const ended = await attack(['verify', alone ? only : ledger, '--rows'], { cwd: here });
      expectContained(ended, [2, 64]);
      expect(`${ended.stdout}${ended.stderr}`.trim()).not.toBe('');
      expect(ended.stdout).not.toContain('✔');
      expect(everythingBelow(outside)).toEqual(standing);
      expect(existsSync('/tmp/owned')).toBe(false);
    },
  );

  it.concurrent.each(inLayer(layer, PLACES(here), String, QUICK_PLACES(here)))(
    'the place %j',
    { timeout: PATIENT_MS },
    async (place) => {
      const ended = await attack(['verify', place], { cwd: here });
      expectContained(ended, [2, 64]);
      expect(ended.stdout).not.toContain('✔');
      expect(existsSync(join(here, 'owned'))).toBe(false);
    },
  );
}

function testAppend(layer: Layer, here: string): void {
  let base: BaseRun;
  beforeAll(async () => {
    mkdirSync(join(here, 'base'));
    base = await baseRun(join(here, 'base'));
  }, PATIENT_MS);

  const chosen = (file: string, names: readonly string[]) =>
    LEDGER_ATTACKS.filter((one) => one.file === file && names.includes(one.name) && !one.alone);
  const appended = [
    ...chosen(SHARD, ['a better verdict', 'a row cut by a killed writer', 'a FIFO that nobody writes to']),
    ...chosen('HEAD.json', ['nested 100,000 deep', 'a FIFO that nobody writes to']),
    ...chosen('checkpoint', ['another count']),
    ...LEDGER_ATTACKS.filter(({ file, name }) => file === 'pending.json' && name !== 'a folder'),
  ];

  it.concurrent.each(inLayer(layer, appended, named, QUICK_APPENDED))(
    '$file: $name',
    { timeout: PATIENT_MS },
    async ({ file, spoil }) => {
      const ledger = soundLedger(here);
      spoil(join(ledger, file));
      const outside = join(ledger, '..');
      const standing = everythingBelow(outside);
      const run = linkedCopy(base.runDir, join(here, `run-${made++}`));
      const ended = await attack(['report', run, '--append', ledger, '--json'], { cwd: here });
      // The verdict stands; that it could not be recorded is told, and what could not be recorded is kept.
      expectContained(ended, [0, 2, 3]);
      expect(ended.code).not.toBe(0);
      expect(ended.stdout).not.toContain('"state": "recorded"');
      if (ended.stdout.includes('"unrecorded"'))
        expect(readFileSync(join(run, 'unrecorded-row.json'), 'utf8')).toContain('operant.row/v1');
      expect(everythingBelow(outside)).toEqual(standing);
    },
  );
}

/** The tests of one layer. */
export function testLedger(layer: Layer): void {
  const here = temporaryFolder();
  describe('a hostile ledger, verified', () => testVerify(layer, here));
  describe('a hostile ledger, appended to', () => testAppend(layer, here));
}
