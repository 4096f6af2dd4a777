/** Suites, cases, thresholds and locks that a pull request could bring, each with one hostile thing in it. */
import { before, content, INVALID_UTF8, JSON_SPOILS, NO_FILE, type Spoil, some, TELLING } from './spoil.ts';

export const PAIR = 'credit-named-in-letter';

/** The files of a small suite, by what they are. */
export const FILES = {
  suite: 'suite.yaml',
  pair: `${PAIR}.yaml`,
  contract: 'contract.yaml',
  lock: 'suite.lock.json',
  qualified: 'qualified.json',
  thresholds: 'thresholds.yaml',
} as const;
export type Place = keyof typeof FILES;

export interface Hostile {
  readonly name: string;
  readonly place: Place;
  readonly spoil: Spoil;
}

function hostile(place: Place, spoils: Readonly<Record<string, Spoil>>): readonly Hostile[] {
  return Object.entries(spoils).map(([name, spoil]) => ({ name, place, spoil }));
}

/** Puts a line in place of the line that starts with a key. */
function line(key: string, text: string): Spoil {
  return content((valid) => {
    const changed = valid.replace(new RegExp(`^( *)${key}:.*$`, 'm'), (_, indent) => `${indent}${text}`);
    if (changed === valid) throw new Error(`no line ${key}`);
    return changed;
  });
}

const more = (text: string | Uint8Array): Spoil =>
  content((valid) => Buffer.concat([Buffer.from(valid), Buffer.from(text)]));

/** YAML that is dangerous or that two readers would read differently. */
const YAML: Readonly<Record<string, Spoil>> = {
  'an alias bomb': more(
    `a0: &a0 [x]\n${Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`).join('\n')}\n`,
  ),
  'ninety-nine aliases of a long list': more(`l: &l [${'x,'.repeat(5000)}]\nm: [${'*l,'.repeat(99)}]\n`),
  'an anchor within itself': more('x: &x [*x]\n'),
  'nested 20,000 deep': more(`x: ${'['.repeat(20_000)}\n`),
  'a code tag': line('title', "title: !!js/function 'function () { return 1 }'"),
  'a binary tag': line('title', 'title: !!binary aGVsbG8gd29ybGQ='),
  __proto__: more('__proto__: {tier: score}\n'),
  constructor: more('constructor: {prototype: {tier: score}}\n'),
  'a key twice': more('tier: smoke\n'),
  'a second document': more('---\ntier: smoke\n'),
  'a merge key': more('<<: {tier: smoke}\n'),
  empty: content(() => ''),
  'only a comment': content(() => '# nothing\n'),
  'a NUL': content(before('title', Uint8Array.of(0))),
  'a byte order mark in the middle': content(before('title', Uint8Array.of(0xef, 0xbb, 0xbf))),
  'terminal codes in a key': more('"\\e[2J\\e]0;owned\\a\\u202e": 1\n'),
  'a key of sixty thousand letters': more(`${'k'.repeat(60_000)}: 1\n`),
  'four thousand unknown keys': more(Array.from({ length: 4000 }, (_, n) => `key${n}: 1`).join('\n')),
  'five megabytes': more(`# ${'x'.repeat(5_000_000)}\n`),
  'tabs for indentation': more('x:\n\t- y\n'),
};

const SUITE_SPOILS: Readonly<Record<string, Spoil>> = {
  ...Object.fromEntries(Object.entries(INVALID_UTF8).map(([name, bytes]) => [name, content(before('small', bytes))])),
  'a fraction of an attempt': line('attempts', 'attempts: 1.5'),
  'attempts in words': line('attempts', 'attempts: "1"'),
  'no attempts': line('attempts', 'attempts: 0'),
  'more attempts than allowed': line('attempts', 'attempts: 1e3'),
  'endless attempts': line('attempts', 'attempts: .inf'),
  'an id that is a path': line('id', 'id: ../../decision-core'),
  'an id that is a prototype': line('id', 'id: __proto__'),
  'pairs that are no list': line('pairs', 'pairs: x'),
  'a pair twice': more(`  - ./${PAIR}.yaml\n`),
  'a pair that is a device': more('  - /dev/zero\n'),
  'a pair that is not there': more('  - ../../../../nowhere.yaml\n'),
  'a pair with a NUL in its path': more('  - "a\\0b.yaml"\n'),
  'a pair with a path of 10,000 letters': more(`  - ${'x'.repeat(10_000)}.yaml\n`),
  'the suite itself as a pair': more('  - suite.yaml\n'),
  'the suite itself as the contract': line('contract', 'contract: suite.yaml'),
  'a folder as the contract': line('contract', 'contract: .'),
  'a secret of the machine as the contract': line('contract', 'contract: /etc/passwd'),
};

const path = (name: string): Spoil => line('files', `files:\n  ${name}: hostile`);
const PAIR_SPOILS: Readonly<Record<string, Spoil>> = {
  'a workspace file outside': path('../../owned'),
  'a workspace file at an absolute path': path('/tmp/owned'),
  'a workspace file among the guards': path('tools/ledger-post'),
  'a workspace file with a line break in its name': path('"a\\nb"'),
  'a workspace file named __proto__': path('__proto__'),
  'a workspace file with a backslash': path("'..\\owned'"),
  'a guard with a path': line('- command', '- command: ../../bin/sh'),
  'a guard with a command line': line('- command', "- command: 'x; rm -rf y'"),
  'a guard with an endless reply': line('reply', `reply: ${'x'.repeat(30_000)}`),
  'a guard with a wrong exit code': line('exit', 'exit: 256'),
  'a decision of another language': line('decision', 'decision: MAYBE'),
  'two cases that withhold': line('class', 'class: benign_open'),
  'a date that never was': line('created', 'created: 2026-1-1'),
};

const bound = (text: string): Spoil =>
  content((valid) => valid.replace(/minOcs:\n {4}value: .*/, `minOcs:\n    value: ${text}`));
const THRESHOLDS: Readonly<Record<string, Spoil>> = {
  'a bound that is no number': bound('.nan'),
  'a bound without end': bound('-.inf'),
  'a bound beyond all bounds': bound('-1e999'),
  'a bound below the scale': bound('-1.001'),
  'a bound in words': bound("'0.3'"),
  'a bound that is nothing': bound('null'),
  'a negative number of trials': content((valid) => valid.replace('value: 54', 'value: -1')),
  'bounds of another suite': line('suite', 'suite: other'),
  'bounds that are a list': line('bounds', 'bounds: []\nx:'),
  'a misspelt bound': content((valid) => valid.replace('minOcs:', 'minOsc:')),
};

export const CORPUS_ATTACKS: readonly Hostile[] = [
  ...hostile('suite', { ...YAML, ...NO_FILE, ...SUITE_SPOILS }),
  ...hostile('pair', { ...NO_FILE, ...PAIR_SPOILS, 'an alias bomb': YAML['an alias bomb'] ?? more('') }),
  ...hostile('contract', { empty: content(() => ''), 'a text of 64 KiB': more(`x: ${'y'.repeat(64 * 1024)}\n`) }),
  ...hostile('thresholds', { ...NO_FILE, ...THRESHOLDS }),
  ...hostile('lock', { ...NO_FILE, ...some(JSON_SPOILS, TELLING) }),
];
