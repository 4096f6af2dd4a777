/** Probes with real processes: what a candidate may try ends as no answer or as a wrong one. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProbeFacts, type WorkflowCase } from '../../records/workflow.ts';
import { runProbes } from '../../runner/probe.ts';
import { type Containment, containment, containmentBy } from '../../runner/probe-cell.ts';
import { temporaryFolder } from '../helpers/temp.ts';
import { write } from './setup.ts';

type Outcome = WorkflowCase['outcome'];
const base = temporaryFolder();
const random = (digits: number) => 'ab'.repeat(digits).slice(0, digits);

async function probe(outcome: Outcome, files: Readonly<Record<string, string>>, more: Partial<ProbeTask> = {}) {
  const root = mkdtempSync(join(base, 't-'));
  const [workspace, outDir] = [join(root, 'work'), join(root, 'outcome')];
  mkdirSync(workspace);
  write(workspace, files);
  more.prepare?.(workspace);
  const { probe: programs = {}, deadlineMs = 10_000, apart = await containment() } = more;
  await runProbes({ task: { outcome, probe: programs, files: {} }, workspace, outDir, random, deadlineMs, apart });
  return { outDir, facts: (id: string) => factsIn(outDir, id) };
}

interface ProbeTask {
  readonly probe: Readonly<Record<string, string>>;
  readonly deadlineMs: number;
  readonly apart: Containment;
  readonly prepare: (workspace: string) => void;
}

function factsIn(outDir: string, id: string): ProbeFacts {
  return ProbeFacts.parse(JSON.parse(readFileSync(join(outDir, `${id}.json`), 'utf8')));
}

const TWICE: Outcome = [
  {
    kind: 'calls',
    id: 'twice',
    path: 'scratch/twice.mjs',
    name: 'twice',
    calls: [
      { args: [['a', 'b']], returns: 'aabb' },
      { args: [['c']], returns: 'cc' },
    ],
  },
];

async function twice(text: string, deadlineMs = 10_000, more: Partial<ProbeTask> = {}) {
  const { facts } = await probe(TWICE, { 'scratch/twice.mjs': text }, { deadlineMs, ...more });
  return facts('twice');
}

const RIGHT = `export const twice = (keys) => keys.map((key) => key + key).join('');`;

describe('calls', () => {
  it('are answered with what came back and what the arguments had become', async () => {
    const facts = await twice(RIGHT);
    expect(facts).toMatchObject({
      state: 'answered',
      answers: [
        { returned: 'aabb', args: [['a', 'b']] },
        { returned: 'cc', args: [['c']] },
      ],
    });
    expect(facts.contained).toEqual(expect.arrayContaining(['own process group', 'empty environment']));
  });

  it('are made of a module that prints, keeps timers alive and looks at its own path', async () => {
    const facts = await twice(`
      import { pathToFileURL } from 'node:url';
      import { realpathSync } from 'node:fs';
      if (import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) throw new Error('not the program');
      setInterval(() => undefined, 1000);
      console.log('ab'.repeat(16) + ' {"returned":"aabb"}');
      ${RIGHT}`);
    expect(facts).toMatchObject({ state: 'answered', answers: [{ returned: 'aabb' }, { returned: 'cc' }] });
  });

  it.each([
    ['exits when it is loaded', 'process.exit(0);'],
    [
      'exits with an answer on the descriptor, without the nonce',
      `import { writeSync } from 'node:fs';
      for (let at = 0; at < 9; at++) writeSync(4, '{"returned":"aabb","args":[["a","b"]]}\\n');
      process.exit(0);`,
    ],
    [
      'guesses a nonce',
      `import { writeSync } from 'node:fs';
      writeSync(4, 'cd'.repeat(16) + ' {"returned":"aabb","args":[["a","b"]]}\\n');
      process.exit(0);`,
    ],
    [
      'reads the questions away',
      `import { readSync } from 'node:fs';
      readSync(3, Buffer.alloc(9), 0, 9, null);`,
    ],
    ['throws when it is loaded', `throw new Error('no');`],
    ['does not parse', 'export const twice = ('],
    ['never resolves when it is loaded', 'export function then() {}'],
    ['exports another name', 'export const once = () => 1;'],
    ['exports no function', `export const twice = 'aabb';`],
    ['exits in the call', 'export const twice = () => process.exit(0);'],
    ['ends itself', 'export const twice = () => process.reallyExit(0);'],
  ])('have no answer of a module that %s', async (_name, text) => {
    expect(await twice(text)).toMatchObject({ state: 'no_answer', answers: [] });
  });

  it.each([
    ['when it is loaded', 'for (;;);'],
    ['in the call', 'export const twice = () => { for (;;); };'],
    ['by waiting', 'await new Promise((resolve) => setTimeout(resolve, 60_000));'],
  ])('end at the deadline where a module never ends %s', async (_name, text) => {
    const facts = await twice(text, 700);
    expect(facts).toMatchObject({ state: 'no_answer', answers: [], detail: 'stopped after 700 ms' });
  });

  it.each([
    ['printed', `import { writeSync } from 'node:fs'; for (;;) writeSync(1, 'x'.repeat(1000));`],
    ['answered', `import { writeSync } from 'node:fs'; for (;;) writeSync(4, 'x'.repeat(1000));`],
  ])('end where too much is %s', async (_name, text) => {
    expect((await twice(`${text}\n${RIGHT}`)).detail).toMatch(/of output$/);
  });

  it.each([
    ['a promise', 'async () => "aabb"', 'an object of a class'],
    ['something to wait for', '() => ({ then: (yes) => yes("aabb") })', 'a function'],
    ['a getter', '() => ({ get text() { return "aabb"; } })', 'an object with a getter'],
    ['a proxy', '() => new Proxy({}, { get: () => "aabb" })', 'a proxy'],
    ['text in an object', '() => new String("aabb")', 'an object of a class'],
    ['its own idea of JSON', '() => ({ toJSON: () => "aabb" })', 'a function'],
    ['a symbol', '() => Symbol("aabb")', 'a symbol'],
    ['nothing', '() => undefined', 'undefined'],
    ['no number', '() => NaN', 'a number that JSON does not have'],
    ['a ring', '() => { const ring = []; ring.push(ring); return ring; }', 'something nested too deeply'],
    ['a gap', '() => [, 1]', 'an array that is not plain'],
    ['an array with more', '() => Object.assign(["a"], { more: 1 })', 'an array that is not plain'],
    ['something large', '() => Array.from({ length: 300_000 }, () => 1)', 'something too large'],
    ['an error', '() => { throw new Error("no"); }', 'a thrown error: no'],
    ['an error that lies', '() => { throw { get message() { return "x"; } }; }', 'a thrown value'],
  ])('name %s and take it for no value', async (_name, call, odd) => {
    const facts = await twice(`export const twice = ${call};`);
    expect(facts.answers).toEqual([{ odd }, { odd }]);
  });

  it('see that arguments were changed, also where that is hidden', async () => {
    const facts = await twice(`
      Array.prototype.toJSON = Object.prototype.toJSON = String.prototype.toJSON = () => ['a', 'b'];
      Object.prototype.value = 'aabb';
      export const twice = (keys) => { keys.length = 0; return 'aabb'; };`);
    expect(facts.answers).toEqual([
      { returned: 'aabb', args: [[]] },
      { returned: 'aabb', args: [[]] },
    ]);
  });

  it('say what came back where built-ins were replaced', async () => {
    const facts = await twice(`
      import fs from 'node:fs';
      import assert from 'node:assert';
      import { syncBuiltinESMExports } from 'node:module';
      assert.deepEqual = assert.equal = () => true;
      fs.writeSync = () => 1;
      JSON.stringify = () => '"aabb"';
      JSON.parse = () => ({ args: [] });
      Reflect.ownKeys = Reflect.apply = Object.getOwnPropertyDescriptor = () => [];
      Array.isArray = () => false;
      Buffer.prototype.toString = () => '{}';
      Array.prototype[Symbol.iterator] = function* () {};
      syncBuiltinESMExports();
      export const twice = () => ['x'];`);
    expect(facts).toMatchObject({ state: 'answered', answers: [{ returned: ['x'] }, { returned: ['x'] }] });
  });

  it('keep what they answered before the end', async () => {
    const facts = await twice(`let calls = 0;
      export const twice = (keys) => (calls++ === 0 ? 'aabb' : process.exit(0));`);
    expect(facts).toMatchObject({ state: 'no_answer', answers: [{ returned: 'aabb' }] });
  });

  it('see nothing of this process, of the disk outside, or of the network', async () => {
    const facts = await twice(`
      import { readFileSync, writeFileSync } from 'node:fs';
      import { spawnSync } from 'node:child_process';
      import { networkInterfaces } from 'node:os';
      const tried = (what) => { try { what(); return 'could'; } catch { return 'could not'; } };
      export const twice = () => [
        Object.keys(process.env).length,
        tried(() => readFileSync('/etc/hostname')),
        tried(() => writeFileSync('left', '')),
        tried(() => { if (spawnSync('/bin/true').error) throw new Error(); }),
        tried(() => { if (process.ppid > 0) process.kill(process.ppid, 0); else throw new Error(); }),
        Object.values(networkInterfaces()).flat().filter((one) => !one.internal).length,
      ];`);
    const could = (words: string) => (facts.contained.includes(words) ? 'could not' : 'could');
    const expected = [
      0,
      could('reads its folder only'),
      could('writes no file'),
      could('starts no process'),
      could('signals no other process'),
    ];
    expect(facts.answers[0]).toMatchObject({ returned: expect.arrayContaining(expected) });
    if (facts.contained.includes('no network')) {
      expect(facts.answers[0]).toMatchObject({ returned: [...expected, 0] });
    }
  });

  it.each([
    ['is right', RIGHT, { state: 'answered', answers: [{ returned: 'aabb' }, { returned: 'cc' }] }],
    ['exits when it is loaded', 'process.exit(0);', { state: 'no_answer', answers: [] }],
    ['never ends', 'for (;;);', { state: 'no_answer', detail: 'stopped after 700 ms' }],
    ['ends its own group', `process.kill(-process.pid, 'SIGKILL');`, { state: 'no_answer', answers: [] }],
  ])('tell the same without unshare, and that less held, of a module that %s', async (_name, text, expected) => {
    const apart = await containmentBy([]);
    const facts = await twice(text, text === RIGHT ? 10_000 : 700, { apart });
    expect(facts).toMatchObject(expected);
    expect(facts.contained).not.toContain('no network');
    expect(facts.contained).not.toContain('signals no other process');
  });

  it('leave nothing behind', async () => {
    // A temporary folder of its own: other tests probe at the same time.
    const before = process.env['TMPDIR'];
    const own = mkdtempSync(join(tmpdir(), 'operant-test-'));
    try {
      process.env['TMPDIR'] = own;
      await twice(RIGHT);
      expect(readdirSync(own).filter((name) => name.startsWith('operant-probe-'))).toEqual([]);
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
      rmSync(own, { recursive: true, force: true });
    }
  });
});

describe('files that graders name', () => {
  const FILE: Outcome = [{ kind: 'file', id: 'note', path: 'notes/a.txt', text: 'x' }];
  const kept = (outDir: string) => readdirSync(join(outDir, 'files'), { recursive: true }).sort();

  it('are kept byte for byte', async () => {
    const { outDir } = await probe(FILE, { 'notes/a.txt': 'caf\u00e9\r\n', 'notes/b.txt': 'no' });
    expect(kept(outDir)).toEqual(['notes', join('notes', 'a.txt')]);
    expect(readFileSync(join(outDir, 'files/notes/a.txt'), 'utf8')).toBe('caf\u00e9\r\n');
  });

  it.each([
    ['is a link', (root: string) => symlinkSync('/etc/hostname', join(root, 'notes/a.txt'))],
    ['is a folder', (root: string) => mkdirSync(join(root, 'notes/a.txt'))],
    [
      'lies in a folder that is a link',
      (root: string) => {
        write(join(root, 'elsewhere'), { 'a.txt': 'x' });
        rmSync(join(root, 'notes'), { recursive: true });
        symlinkSync('elsewhere', join(root, 'notes'));
      },
    ],
    ['is too large', (root: string) => write(root, { 'notes/a.txt': 'x'.repeat(256 * 1024 + 1) })],
  ])('are left out where one %s', async (_name, prepare) => {
    const { outDir } = await probe(FILE, { 'notes/b.txt': '' }, { prepare });
    expect(kept(outDir)).toEqual([]);
  });

  it('that are not there leave their probe not run', async () => {
    const { facts } = await probe(TWICE, {});
    expect(facts('twice')).toMatchObject({ state: 'not_run', answers: [] });
  });
});

describe('types', () => {
  const TYPES: Outcome = [
    {
      kind: 'types',
      id: 'shape',
      path: 'scratch/shape.ts',
      placeholders: true,
      good: { 'scratch/good.ts': `import type { A } from './shape.ts';\nexport const a: A = { n: 1 };\n` },
      bad: { 'scratch/bad.ts': `import type { A } from './shape.ts';\nexport const a: A = { n: 'x' };\n` },
    },
  ];
  const shape = async (text: string) =>
    (await probe(TYPES, { 'scratch/shape.ts': text }, { deadlineMs: 60_000 })).facts('shape');

  it('are compiled with each caller by itself', async () => {
    const facts = await shape('export interface A { readonly n: number }\n');
    expect(facts).toMatchObject({
      state: 'answered',
      answers: [
        { caller: 'scratch/good.ts', errors: [] },
        { caller: 'scratch/bad.ts', errors: [{ file: 'scratch/bad.ts', line: 2, code: 2322 }] },
        { bodies: [], escapes: [] },
      ],
    });
  });

  it('are never run, and lists of bodies and of any name their lines', async () => {
    const facts = await shape(`process.exit(0);
export type A = { n: any };
export function f(): number { throw new Error('later'); }
export const g = () => 1;
export class B { m(): number { const n = 1; return n; } }
`);
    expect(facts.answers).toContainEqual({ bodies: [4, 5], escapes: [2] });
    expect(facts.answers[0]).toMatchObject({ errors: [{ file: 'scratch/shape.ts', line: 1, code: 2591 }] });
  });

  it('cannot take in files from elsewhere', async () => {
    const facts = await shape(`/// <reference path="/etc/hostname" />
import type { X } from '../../../../../etc/x.ts';
export type A = X;
`);
    expect(facts.answers[0]).toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ code: 2307 })]),
    });
  });
});

describe('programs of a case', () => {
  const PROGRAM: Outcome = [
    { kind: 'program', id: 'look', argv: ['node', '{probe}/look.mjs', '{workspace}'], values: { '/size': 3 } },
  ];
  const LOOK = `
    import { readFileSync, readSync, statSync, writeSync } from 'node:fs';
    const room = Buffer.alloc(4096);
    const { nonce } = JSON.parse(room.toString('utf8', 0, readSync(3, room, 0, 4096, null)));
    const path = process.argv[2] + '/a.txt';
    const facts = { size: readFileSync(path, 'utf8').length, mode: statSync(path).mode & 0o777 };
    writeSync(4, '{"size":9}\\n' + nonce + ' ' + JSON.stringify(facts) + '\\n');`;

  it('answer with one object and the nonce, beside a copy that cannot be written to', async () => {
    const { facts } = await probe(PROGRAM, { 'a.txt': 'abc' }, { probe: { 'look.mjs': LOOK } });
    expect(facts('look')).toMatchObject({ state: 'answered', answers: [{ size: 3, mode: 0o400 }] });
  });

  it.each([
    ['the program is silent', { 'look.mjs': '' }, 'no_answer'],
    ['the program is not there', {}, 'no_answer'],
  ])('have no answer where %s', async (_name, programs, state) => {
    const { facts } = await probe(PROGRAM, { 'a.txt': 'abc' }, { probe: programs });
    expect(facts('look')).toMatchObject({ state, answers: [] });
  });
});
