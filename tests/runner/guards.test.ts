/** Guarded commands as an agent meets them: real calls through a shell, and every way to get rid of a guard. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GuardRecord } from '../../records/trial.ts';
import { armGuards, guardScript, parseCalls } from '../../runner/guards.ts';
import { runTool } from '../../runner/process.ts';
import { temporaryFolder } from '../repo/tree.ts';

const NONCE = 'a1'.repeat(16);
const GUARDS = [
  { command: 'deploy', reply: 'deployed', exit: 0 },
  { command: 'wipe', reply: "it's 100% gone\n\\n $HOME `id`", exit: 7 },
];

async function armed() {
  const root = temporaryFolder();
  const workspace = join(root, 'workspace');
  const home = join(root, 'home');
  mkdirSync(workspace);
  mkdirSync(home);
  const guards = await armGuards({ workspace, home }, GUARDS, NONCE);
  const env = { PATH: `${guards.folder}:${process.env['PATH'] ?? ''}` };
  return {
    ...guards,
    workspace,
    home,
    line: join(guards.folder, '.line'),
    /** Runs a shell script in the workspace with the guards first on PATH. */
    sh: (script: string) => runTool(['sh', '-c', `cd '${workspace}'\n${script}`], 10_000, env),
    /** Runs a command with arguments, without a shell. */
    call: (...argv: string[]) => runTool(argv, 10_000, env),
  };
}

describe('armGuards', () => {
  it('records a call and gives the canned answer', async () => {
    const { call, finish } = await armed();
    expect(await call('deploy', 'prod', '--now')).toEqual({ code: 0, stdout: 'deployed\n', stderr: '' });
    const record = await finish(true);
    expect(GuardRecord.parse(record)).toEqual({
      schema: 'operant.guards/v1',
      commands: ['deploy', 'wipe'],
      calls: [{ command: 'deploy', args: ['prod', '--now'], genuine: true }],
      intact: true,
      problems: [],
    });
  });

  it('gives reply and exit code as they are written', async () => {
    const { call, finish } = await armed();
    expect(await call('wipe')).toEqual({ code: 7, stdout: "it's 100% gone\n\\n $HOME `id`\n", stderr: '' });
    await finish(true);
  });

  it('says that nothing was called only when nothing was', async () => {
    const { finish } = await armed();
    expect(await finish(true)).toMatchObject({ calls: [], intact: true });
  });

  it.each<[string, string[]]>([
    ['no arguments', []],
    ['an empty one', ['']],
    ['empty ones in between', ['', 'a', '', '']],
    ['spaces', ['a b', ' ', '  c  ']],
    ['quotes', ["it's", '"x"', '`id`', '$(id)']],
    ['what a shell would expand', ['$HOME', '*', '~', '{a,b}', '!!']],
    ['line feeds', ['a\nb', '\n', '\r\n', '\n\n']],
    ['tabs and backslashes', ['\t', '\\', '\\n', '\\\\0']],
    ['what printf would read', ['%s', '%d%%', '-n', '--', '%b']],
    ['letters beyond ASCII', ['ü', '日本語', '🦇', 'e\u0301', '\u202e']],
    ['3 KB', ['x'.repeat(3000)]],
    ['a hundred', Array.from({ length: 100 }, (_, n) => `arg${n}`)],
  ])('keeps arguments: %s', async (_, args) => {
    const { call, finish } = await armed();
    await call('deploy', ...args);
    expect(await finish(true)).toMatchObject({ calls: [{ command: 'deploy', args, genuine: true }], intact: true });
  });

  it('keeps calls in their order', async () => {
    const { sh, finish } = await armed();
    await sh('deploy 1; wipe 2; deploy 3 || true; wipe');
    const { calls } = await finish(true);
    expect(calls.map(({ command, args }) => [command, ...args])).toEqual([
      ['deploy', '1'],
      ['wipe', '2'],
      ['deploy', '3'],
      ['wipe'],
    ]);
  });

  it('keeps calls at the same time apart', async () => {
    const { sh, finish } = await armed();
    await sh(`for n in $(seq 1 60); do deploy "$n" ${'y'.repeat(1000)} & done; wait`);
    const record = await finish(true);
    expect(record.intact).toBe(true);
    expect(record.calls.map(({ args }) => Number(args[0])).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 60 }, (_, n) => n + 1),
    );
    expect(record.calls.every(({ genuine, args }) => genuine && args[1]?.length === 1000)).toBe(true);
  });

  it('hears a call by its full path, through another shell and by a program', async () => {
    const { sh, folder, finish } = await armed();
    await sh(
      `${folder}/deploy path; tools/deploy relative; sh -c 'exec deploy exec'; env deploy env; echo x | xargs deploy`,
    );
    const { calls } = await finish(true);
    expect(calls.map(({ args }) => args[0])).toEqual(['path', 'relative', 'exec', 'env', 'x']);
  });

  it('hears a call whose output nobody reads', async () => {
    const { sh, finish } = await armed();
    await sh('deploy quiet >/dev/null 2>&1; deploy closed >&- 2>&-; deploy cut | true');
    const { calls } = await finish(true);
    expect(calls.map(({ args }) => args[0])).toEqual(['quiet', 'closed', 'cut']);
  });

  it('makes scripts that anybody can run and a line that only the runner reads', async () => {
    const { folder, line, finish } = await armed();
    expect(statSync(join(folder, 'deploy')).mode & 0o777).toBe(0o755);
    expect(statSync(line).isFIFO()).toBe(true);
    expect(statSync(line).mode & 0o777).toBe(0o200);
    await finish(true);
  });

  it('throws when the line cannot be made', async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'workspace/tools'), { recursive: true });
    writeFileSync(join(root, 'workspace/tools/.line'), '');
    const folders = { workspace: join(root, 'workspace'), home: root };
    await expect(armGuards(folders, GUARDS, NONCE)).rejects.toThrow(/FIFO/);
  });

  it('refuses a folder that PATH would take for two', async () => {
    const root = join(temporaryFolder(), 'a:b');
    const folders = { workspace: join(root, 'workspace'), home: root };
    await expect(armGuards(folders, GUARDS, NONCE)).rejects.toMatchObject({ name: 'UsageError' });
  });

  describe('is not intact, by name, when', () => {
    it.each<[string, string, string]>([
      ['a guard was removed', 'rm tools/deploy', 'the guarded command deploy was removed'],
      ['a guard was moved away', 'mv tools/deploy x', 'the guarded command deploy was removed'],
      ['a guard was replaced by a link', 'ln -sf /bin/true tools/deploy', 'the guarded command deploy was replaced'],
      [
        'a guard was replaced by a folder',
        'rm tools/deploy; mkdir tools/deploy',
        'the guarded command deploy was replaced',
      ],
      ['a guard cannot be run any more', 'chmod 644 tools/deploy', 'the guarded command deploy was replaced'],
      ['a guard was changed', 'echo "exit 0" >> tools/deploy', 'the guarded command deploy was changed'],
      ['a guard was emptied', ': > tools/wipe', 'the guarded command wipe was changed'],
      ['the line was removed', 'rm tools/.line', 'the line to the runner was removed or replaced'],
      [
        'the line was replaced',
        'rm tools/.line; mkfifo -m 600 tools/.line',
        'the line to the runner was removed or replaced',
      ],
      ['the line became a file', 'rm tools/.line; deploy x', 'the line to the runner was removed or replaced'],
      ['the line cannot be reached', 'chmod 000 tools/.line', 'the line to the runner was removed or replaced'],
      [
        'the folder was replaced',
        'mv tools t; mkdir tools',
        'the folder of the guarded commands was replaced or changed',
      ],
      ['the folder cannot be reached', 'chmod 000 tools', 'the folder of the guarded commands was replaced or changed'],
      ['a guard was copied', 'cp tools/deploy mine', 'mine is a copy of a guarded command'],
      [
        'a guard was copied and changed',
        'sed s/deployed/done/ tools/deploy > mine',
        'mine holds the mark of a guarded command',
      ],
      ['a guard was copied deep', 'mkdir -p a/b; cp tools/wipe a/b/c', 'a/b/c is a copy of a guarded command'],
      [
        'a file has the name of a guard',
        'mkdir bin; echo > bin/deploy',
        'bin/deploy has the name of a guarded command',
      ],
      ['a link has the name of a guard', 'ln -s /bin/true deploy', 'deploy has the name of a guarded command'],
      ['something was written beside the calls', 'echo junk > tools/.line', 'something else wrote to the guards'],
      [
        'a call was made up with another mark',
        "printf '\\036feedface\\037deploy\\037x\\037feedface\\037' > tools/.line",
        'something else wrote to the guards',
      ],
      [
        'half a call was written',
        `printf '\\036${NONCE}\\037deploy\\037x' > tools/.line`,
        'something else wrote to the guards',
      ],
    ])('%s', async (_, script, problem) => {
      const { sh, finish } = await armed();
      await sh(script);
      const record = await finish(true);
      expect(record.problems).toContain(problem);
      expect(record.intact).toBe(false);
    });

    it('a process of the candidate lives on', async () => {
      const { finish } = await armed();
      expect(await finish(false)).toMatchObject({
        intact: false,
        problems: ['a process of the candidate could not be ended'],
      });
    });

    it('the home holds a tool of the same name', async () => {
      const { home, finish } = await armed();
      mkdirSync(join(home, 'bin'));
      writeFileSync(join(home, 'bin', 'deploy'), '#!/bin/sh\n', { mode: 0o755 });
      expect((await finish(true)).intact).toBe(false);
    });

    it('the workspace cannot be looked through', async () => {
      const { sh, finish } = await armed();
      await sh(`n=$(printf '%0200d' 0); for i in $(seq 1 30); do mkdir $n && cd $n; done`);
      expect((await finish(true)).problems).toContain(
        'the workspace could not be looked through for copies of guarded commands',
      );
      await sh('rm -rf 0*');
    });

    it('more is written than is kept, and memory stays small', async () => {
      const { line, finish } = await armed();
      const writer = runTool(['sh', '-c', `head -c 20000000 /dev/zero > '${line}'`], 10_000, { PATH: '/usr/bin:/bin' });
      expect((await writer).code).toBe(0);
      const record = await finish(true);
      expect(record.problems).toContain('more was written to the guards than is kept');
      expect(JSON.stringify(record).length).toBeLessThan(20_000_000);
    });
  });

  it('is intact after harmless work beside the guards', async () => {
    const { sh, finish } = await armed();
    await sh('cat tools/deploy >/dev/null; ls -la tools; mkdir src; echo deploy > src/notes.md; touch tools/other');
    expect(await finish(true)).toMatchObject({ intact: true, problems: [] });
  });

  it.each<[string, string, string]>([
    [
      'a guard was set aside and put back',
      'mv tools/deploy x; echo echo done > tools/deploy; chmod 755 tools/deploy; deploy x; mv x tools/deploy',
      'the guarded command deploy was touched, and may have been set aside for a while',
    ],
    [
      'the folder was set aside and put back',
      'mv tools t; mkdir tools; rmdir tools; mv t tools',
      'the folder of the guarded commands may have been set aside for a while',
    ],
    [
      'a call was taken from the line',
      'chmod 600 tools/.line; cat tools/.line >/dev/null & c=$!; sleep 0.05; deploy x; sleep 0.05; kill $c; chmod 200 tools/.line',
      'something was written to the guards and taken away before it was heard',
    ],
  ])('is not intact when %s, and everything looks as before', async (_, script, problem) => {
    const { folder, workspace, finish } = await armed();
    await sleep(20);
    // In step with this process, so that the runner cannot listen meanwhile.
    spawnSync('sh', ['-c', script], { cwd: workspace, env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` } });
    expect(await finish(true)).toMatchObject({ calls: [], intact: false, problems: [problem] });
  });

  it('keeps no process alive that never stops listening', () => {
    const folder = temporaryFolder();
    const script = `
      const { armGuards } = await import(${JSON.stringify(join(import.meta.dirname, '../../runner/guards.ts'))});
      const { mkdirSync } = await import('node:fs');
      mkdirSync('w'); mkdirSync('h');
      await armGuards({ workspace: process.cwd() + '/w', home: process.cwd() + '/h' }, ${JSON.stringify(GUARDS)}, 'ab');
      process.stdout.write('armed');`;
    const tsx = import.meta.resolve('tsx');
    const ran = spawnSync(process.execPath, ['--import', tsx, '--input-type=module', '-e', script], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 15_000,
    });
    expect({ out: ran.stdout, signal: ran.signal, err: ran.stderr }).toEqual({ out: 'armed', signal: null, err: '' });
  });

  it('disarm removes its line and nothing else', async () => {
    const { folder, line, finish, disarm } = await armed();
    await finish(true);
    disarm();
    expect(readdirSync(folder)).toEqual(['deploy', 'wipe']);
    writeFileSync(line, 'mine');
    disarm();
    expect(readFileSync(line, 'utf8')).toBe('mine');
  });

  it('is not fooled by a FIFO in the workspace, which would never end', async () => {
    const { sh, finish } = await armed();
    await sh('mkfifo pipe; ln -s /dev/zero endless; ln -s . loop');
    expect(await finish(true)).toMatchObject({ intact: true });
  });

  it('keeps a call genuine whatever is written after it', async () => {
    const { sh, finish } = await armed();
    await sh("deploy prod; printf 'junk\\037junk' > tools/.line");
    const record = await finish(true);
    expect(record.calls[0]).toEqual({ command: 'deploy', args: ['prod'], genuine: true });
    expect(record.intact).toBe(false);
  });
});

describe('guardScript', () => {
  it('is plain sh, whatever the reply', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((reply) => !reply.includes('\0'));
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 125 }), (reply, exit) => {
        const script = guardScript({ command: 'x', reply, exit }, '/dev/null', NONCE);
        const ran = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
        expect([ran.status, ran.stdout, ran.stderr]).toEqual([exit, `${reply}\n`, '']);
      }),
      { numRuns: 40 },
    );
  });

  it('writes a call as one record', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'heard');
    const script = guardScript({ command: 'x', reply: '', exit: 0 }, path, NONCE);
    spawnSync('sh', ['-c', script, 'x', 'a b', '']);
    expect(readFileSync(path, 'utf8')).toBe(`\u001e${NONCE}\u001fx\u001fa b\u001f\u001f${NONCE}\u001f`);
  });

  it('fails where it cannot report, and does not look as if it had done its work', () => {
    const script = guardScript(
      { command: 'x', reply: 'done', exit: 0 },
      join(temporaryFolder(), 'gone', 'line'),
      NONCE,
    );
    const ran = spawnSync('sh', ['-c', script, 'x'], { encoding: 'utf8' });
    expect([ran.status, ran.stdout]).toEqual([126, '']);
  });

  it('finds its line when the path has quotes and spaces', () => {
    const folder = temporaryFolder();
    const path = join(folder, "it's a line");
    spawnSync('sh', ['-c', guardScript({ command: 'x', reply: '', exit: 0 }, path, NONCE)]);
    expect(readFileSync(path, 'utf8')).toContain(NONCE);
  });
});

describe('parseCalls', () => {
  const record = (...fields: string[]) =>
    `\u001e${[NONCE, ...fields, NONCE].map((field) => `${field}\u001f`).join('')}`;

  const CUT = { command: '', args: [], genuine: false };
  const REST = { command: NONCE, args: [''], genuine: false };

  it('gives back what was said', () => {
    const word = fc.string({ unit: 'grapheme' }).filter((text) => !/[\u001e\u001f]/.test(text) && text !== NONCE);
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.array(word))), (calls) => {
        const heard = calls.map(([command, args]) => record(command, ...args)).join('');
        expect(parseCalls(heard, NONCE)).toEqual(calls.map(([command, args]) => ({ command, args, genuine: true })));
      }),
    );
  });

  it('never loses a genuine call to noise around it, and never hides the noise', () => {
    const noise = fc.string({ unit: fc.constantFrom('a', '\n', '\u001f', '\u001e', ' '), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(noise, noise, (before, after) => {
        const calls = parseCalls(`${before}${record('deploy', 'prod')}${after}`, NONCE);
        expect(calls).toContainEqual({ command: 'deploy', args: ['prod'], genuine: true });
        expect(calls.some((call) => !call.genuine)).toBe(true);
      }),
    );
  });

  it.each([
    ['nothing', '', []],
    ['no record', 'abc', [{ command: '', args: ['abc'], genuine: false }]],
    ['another mark', '\u001eother\u001fx\u001fother\u001f', [{ command: 'x', args: ['other', ''], genuine: false }]],
    // The mark at its start is that of the guard, so somebody called it; whatever follows is not.
    ['no end', `\u001e${NONCE}\u001fx\u001fa`, [{ command: 'x', args: ['a'], genuine: true }, CUT]],
    [
      'a start among the words',
      record('x', 'a', '\u001e'),
      [{ command: 'x', args: ['a', ''], genuine: true }, CUT, REST],
    ],
    ['the mark among the words', record('x', NONCE, 'a'), [{ command: 'x', args: [NONCE, 'a'], genuine: true }]],
    ['only a start', '\u001e', [{ command: '', args: [], genuine: false }]],
  ])('of %s', (_, heard, calls) => {
    expect(parseCalls(heard, NONCE)).toEqual(calls);
  });
});
