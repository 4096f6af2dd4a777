/** Spoils a small suite and shows it to the command line. */
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inLayer, type Layer } from '../../helpers/layers.ts';
import { temporaryFolder } from '../../helpers/temp.ts';
import { ROOT } from '../../repo/tree.ts';
import { attack, everythingBelow, expectContained, expectWords, PATIENT_MS } from './attack.ts';
import { CORPUS_ATTACKS, FILES, PAIR, type Place } from './corpus-attacks.ts';

const SUITE = `schema: operant.suite/v1
id: small
kind: decision
tier: score
title: A small suite
attempts: 1
contract: contract.yaml
pairs:
  - ${PAIR}.yaml
`;

/** A few of each file, named with the file: dangerous YAML, no file, paths that lead out, bounds that bound nothing. */
const HANDFUL = [
  'suite: an alias bomb',
  'suite: a key twice',
  'suite: terminal codes in a key',
  'suite: a FIFO that nobody writes to',
  'suite: an overlong slash',
  'suite: a secret of the machine as the contract',
  'pair: a workspace file outside',
  'pair: a guard with a command line',
  'pair: two cases that withhold',
  'contract: empty',
  'thresholds: a bound that is no number',
  'thresholds: a misspelt bound',
  'lock: nested 100,000 deep',
] as const;

let made = 0;

/** A folder with a sound suite, its lock and thresholds. */
async function soundSuite(here: string, lock: string): Promise<string> {
  const folder = join(here, String(made++));
  mkdirSync(folder);
  writeFileSync(join(folder, FILES.suite), SUITE);
  copyFileSync(join(ROOT, 'corpus', 'decision', FILES.pair), join(folder, FILES.pair));
  copyFileSync(join(ROOT, 'corpus', 'contracts', 'operator.yaml'), join(folder, FILES.contract));
  copyFileSync(join(ROOT, 'corpus', 'qualified.json'), join(folder, FILES.qualified));
  copyFileSync(join(ROOT, 'thresholds', 'decision-core.yaml'), join(folder, FILES.thresholds));
  copyFileSync(lock, join(folder, FILES.lock));
  return folder;
}

/** The lock of the small suite, pinned once by the command line. */
async function soundLock(here: string): Promise<string> {
  const folder = join(here, 'lock');
  mkdirSync(folder);
  writeFileSync(join(folder, FILES.suite), SUITE);
  copyFileSync(join(ROOT, 'corpus', 'decision', FILES.pair), join(folder, FILES.pair));
  copyFileSync(join(ROOT, 'corpus', 'contracts', 'operator.yaml'), join(folder, FILES.contract));
  const ended = await attack(['corpus', 'digest', join(folder, FILES.suite)], { cwd: folder });
  if (ended.code !== 0) throw new Error(ended.stderr);
  return join(folder, FILES.lock);
}

/** The command that reads a file of the suite. */
function commandFor(place: Place): readonly string[] {
  const dry = ['run', '--dry-run', '--harness', 'command', '--lane', 'local', '--suite'];
  if (place === 'thresholds') return [...dry, 'decision-core', '--thresholds', FILES.thresholds, '--', 'true'];
  if (place === 'qualified') return [...dry, FILES.suite, '--', 'true'];
  return ['corpus', 'validate', FILES.suite];
}

/** The tests of one layer. */
export function testCorpusFiles(layer: Layer): void {
  const here = temporaryFolder();
  const attacks = inLayer(layer, CORPUS_ATTACKS, ({ place, name }) => `${place}: ${name}`, HANDFUL);
  let lock = '';

  beforeAll(async () => {
    lock = await soundLock(here);
  }, PATIENT_MS);

  describe('a hostile corpus', () => {
    it('is told from a sound one', async () => {
      const folder = await soundSuite(here, lock);
      for (const place of ['suite', 'thresholds'] as const) {
        const ended = await attack(commandFor(place), { cwd: folder });
        expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
      }
    });

    it.concurrent.each(attacks)('$place: $name', { timeout: PATIENT_MS }, async ({ place, spoil }) => {
      const folder = await soundSuite(here, lock);
      spoil(join(folder, FILES[place]));
      const standing = everythingBelow(folder);
      const ended = await attack(commandFor(place), { cwd: folder });
      expectContained(ended, [64, 2]);
      expectWords(ended);
      expect(everythingBelow(folder)).toEqual(standing);
    });

    it('a folder that leads to itself as a suite', async () => {
      const folder = await soundSuite(here, lock);
      rmSync(join(folder, FILES.suite));
      symlinkSync('.', join(folder, FILES.suite));
      const ended = await attack(commandFor('suite'), { cwd: folder });
      expectContained(ended, [64]);
      expectWords(ended);
    });
  });
}
