/** The command line as a process: what it answers, and how it says no. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../cli/commands.ts';
import { ROOT, temporaryFolder } from '../repo/tree.ts';
import { plantSuite } from '../runner/setup.ts';
import { operant } from './setup.ts';

const NAMES = COMMANDS.map(({ group, name }) => (group === null ? [name] : [group, name]));
const ESCAPE = /\u001b/;

/** A verdict or a card would stand on standard output. */
function expectRefusal(ended: ReturnType<typeof operant>, message: string | RegExp, next: RegExp): void {
  expect(ended.status).toBe(64);
  expect(ended.stdout).toBe('');
  const lines = ended.stderr.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^operant: \S/);
  expect(ended.stderr).toMatch(message);
  expect(lines.slice(1).join('\n')).toMatch(next);
  expect(ended.stderr).not.toMatch(/\n\s+at /);
}

describe('operant --version', () => {
  it.each(['--version', '-V'])('%s prints the version and nothing else', (flag) => {
    const version: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;
    const ended = operant([flag], temporaryFolder());
    expect([ended.status, ended.stdout, ended.stderr]).toEqual([0, `${version}\n`, '']);
  });
});

describe('operant --help', () => {
  it('names every command', () => {
    const ended = operant(['--help'], temporaryFolder());
    expect(ended.status).toBe(0);
    for (const [first = ''] of NAMES) expect(ended.stdout).toMatch(new RegExp(`^ {2}${first}\\b`, 'm'));
  });

  it.each(NAMES)('of %s %s has a description and an example that begins with the command', (...name) => {
    const ended = operant([...name, '--help'], temporaryFolder());
    expect([ended.status, ended.stderr]).toEqual([0, '']);
    expect(ended.stdout).toMatch(new RegExp(`^Usage: operant ${name.join(' ')}`));
    expect(ended.stdout).toMatch(new RegExp(`\\nExamples?:\\n {2}operant ${name.join(' ')}\\b`));
    expect(ended.stdout).toMatch(/--json\b/);
    expect(ended.stdout).not.toMatch(ESCAPE);
  });

  it('of run says that the deadline bounds time, not spend', () => {
    expect(operant(['run', '--help'], temporaryFolder()).stdout).toMatch(/deadline.*bounds time, not spend/);
  });
});

describe('operant refuses', () => {
  it.each<[string, string[], RegExp, RegExp]>([
    ['no command', [], /no command was given/, /operant --help/],
    ['an unknown command', ['lst'], /unknown command 'lst'.*"list"/, /operant --help/],
    ['an unknown command of a group', ['corpus', 'vaildate'], /unknown command 'vaildate'.*"validate"/, /--help/],
    ['a group without a command', ['corpus'], /no command was given/, /--help/],
    ['an unknown flag', ['list', '--modle', 'x'], /unknown option '--modle'.*"--model"/, /--help/],
    ['a flag without its value', ['list', '--model'], /argument missing/, /--help/],
    ['an argument too few', ['regrade'], /missing required argument 'folder'/, /--help/],
    ['an unknown suite', ['list', '--suite', 'decision-cor'], /Unknown suite "decision-cor"/, /"decision-core"/],
    ['an unknown harness', ['list', '--harness', 'codx'], /Unknown harness "codx"/, /Did you mean "codex"\?/],
    ['attempts beyond 10', ['list', '--attempts', '11'], /whole number from 1 to 10, found "11"/, /--help/],
    ['a deadline beyond 900 s', ['list', '--timeout', '901'], /whole number from 1 to 900, found "901"/, /--help/],
    ['a suite file that is missing', ['list', '--suite', './gone.yaml'], /gone\.yaml: No such file/, /gone\.yaml/],
    ['a folder as a suite file', ['list', '--suite', './'], /Expected a file, found a folder/, /./],
    ['no suite to run', ['run'], /No suite was named/, /--suite/],
    ['no harness to run', ['run', '--suite', 'decision-core'], /No harness was named/, /--harness/],
    [
      'an endpoint with a password',
      ['run', '--endpoint', 'http://me:pass-word@host/'],
      /endpoint holds a password/,
      /OPERANT_ENDPOINT_KEY/,
    ],
    [
      'no program',
      ['run', '--suite', 'decision-core', '--harness', 'command', '--lane', 'local'],
      /none was given/,
      /-- \.\/my-agent/,
    ],
    [
      'a program that is not there',
      ['run', '--suite', 'decision-core', '--harness', 'command', '--lane', 'local', '--', './gone'],
      /Cannot start \.\/gone: there is no such file/,
      /after --/,
    ],
    [
      'an unknown ceiling',
      ['run', '--suite', 'decision-core', '--harness', 'command', '--', 'true'],
      /unknown.*60 trials/,
      /--lane local.*--yes/,
    ],
    [
      'a budget that nothing can measure',
      ['run', '--suite', 'decision-core', '--harness', 'command', '--budget-usd', '1', '--', 'true'],
      /--budget-usd cannot be kept/,
      /--lane local/,
    ],
    [
      'a harness without a key, or without its program',
      ['run', '--suite', 'decision-core', '--harness', 'codex'],
      /codex has no key|Cannot start codex/,
      /CODEX_API_KEY.*(--use-login|codex login)/,
    ],
    [
      'thresholds that are missing',
      [
        'run',
        '--suite',
        'decision-core',
        '--harness',
        'command',
        '--lane',
        'local',
        '--thresholds',
        'gone.yaml',
        '--',
        'true',
      ],
      /gone\.yaml: No such file/,
      /gone/,
    ],
    [
      'a folder that cannot be written',
      [
        'run',
        '--suite',
        'decision-core',
        '--harness',
        'command',
        '--lane',
        'local',
        '--out',
        '/dev/null/x',
        '--',
        'true',
      ],
      /Cannot write to \/dev\/null\/x/,
      /--out/,
    ],
    ['a run folder that is none', ['run', '--resume', '.'], /is not a run folder/, /operant run printed/],
    ['to report a folder that is no run', ['report', '.'], /is not a run folder/, /operant run printed/],
    [
      'to regrade a folder that is no run',
      ['regrade', '.'],
      /neither a run nor a trial folder/,
      /run\.json or result\.json/,
    ],
    ['a suite to qualify that is missing', ['qualify', '--suite', 'gone.yaml'], /gone\.yaml/, /corpus validate/],
    ['a suite to pin that is missing', ['corpus', 'digest', 'gone.yaml'], /Cannot pin gone\.yaml/, /corpus validate/],
    [
      'a demo where nothing can be written',
      ['demo', '--out', '/dev/null/x'],
      /Cannot write to \/dev\/null\/x/,
      /--out/,
    ],
  ])('%s', (_, args, message, next) => {
    const cwd = temporaryFolder();
    expectRefusal(operant(args, cwd), message, next);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('a CLI that is absent, before any trial, with what to type', () => {
    const cwd = temporaryFolder();
    const args = ['run', '--suite', 'decision-core', '--harness', 'codex', '--yes'];
    const started = performance.now();
    const ended = operant(args, cwd, { PATH: '/nonexistent', CODEX_API_KEY: 'sk-test-0000000000' });
    expect(performance.now() - started).toBeLessThan(8000);
    expectRefusal(ended, /^operant: Cannot start codex: .*ENOENT/, /npm install --global @openai\/codex/);
    expect(ended.stderr).not.toContain('sk-test');
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('a suite with faults, each with file, line and column', () => {
    const cwd = temporaryFolder();
    plantSuite(cwd, { 'crate.yaml': 'id: crate\ntitel: x\n', 'paint.yaml': 'schema: [\n' });
    const ended = operant(['list', '--suite', './suite.yaml'], cwd);
    expect(ended.status).toBe(64);
    expect(ended.stderr).toMatch(/crate\.yaml:2:1: Unknown key "titel"; did you mean "title"\?/);
    expect(ended.stderr).toMatch(/paint\.yaml:2:1: /);
  });

  it('text of a name that would move the cursor', () => {
    const ended = operant(['list', '--suite', 'x\u001b[2Jy'], temporaryFolder());
    expect(ended.status).toBe(64);
    expect(ended.stderr).not.toMatch(ESCAPE);
  });

  it('a file that cannot be read', () => {
    expectRefusal(operant(['list', '--suite', '/proc/self/mem'], temporaryFolder()), /Cannot be read: EIO/, /./);
  });
});

describe('an older Node', () => {
  it.each(['18.20.8', '20.18.3'])('%s is refused with what is expected and what to do', (version) => {
    const older = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(older)}`;
    const ended = operant(['list'], temporaryFolder(), { NODE_OPTIONS });
    expect(ended.status).toBe(64);
    expect(ended.stdout).toBe('');
    expect(ended.stderr).toBe(
      `operant: expected Node 20.19 or newer, found ${version}\n  Install a current Node from https://nodejs.org and try again.\n`,
    );
  });
});

describe('an internal fault', () => {
  /** A copy of the bundle, so that it can be broken. */
  function broken(spoil: (cli: string) => void): ReturnType<typeof spawnSync> & { stderr: unknown } {
    const cli = join(temporaryFolder(), 'cli');
    cpSync(join(ROOT, 'dist', 'cli'), cli, { recursive: true });
    spoil(cli);
    const env = { PATH: process.env['PATH'], MY_TOKEN: 'hush-hush-hush' };
    return spawnSync(process.execPath, [join(cli, 'operant.mjs'), 'doctor'], { encoding: 'utf8', env });
  }

  it('exits with 70, says that it is no verdict, and leaves a report without secrets', () => {
    const ended = broken((cli) => {
      const chunk = readdirSync(join(cli, 'chunks')).find((name) => name.startsWith('doctor-')) ?? '';
      const path = join(cli, 'chunks', chunk);
      writeFileSync(path, `${readFileSync(path, 'utf8')}\nthrow new Error('planted ' + process.env.MY_TOKEN);\n`);
    });
    expect([ended.status, ended.stdout]).toEqual([70, '']);
    expect(ended.stderr).toMatch(/^operant: internal fault: planted \[MY_TOKEN\]\n {2}This is a bug, not a verdict\./);
    const report = /lies at (\S+)/.exec(String(ended.stderr))?.[1] ?? '';
    const text = readFileSync(report, 'utf8');
    expect(text).toMatch(/^operant \d+\.\d+\.\d+\nnode \d+/);
    expect(text).toContain('planted [MY_TOKEN]');
    expect(text).not.toContain('hush');
    rmSync(join(report, '..'), { recursive: true });
  });

  it('exits with 70 when a file of the package is missing', () => {
    const ended = broken((cli) => rmSync(join(cli, 'chunks'), { recursive: true }));
    expect([ended.status, ended.stdout]).toEqual([70, '']);
    expect(ended.stderr).toMatch(/^operant: internal fault: Cannot find module/);
  });

  it('exits with 70 when something is thrown where nobody waits for it', () => {
    const ended = broken((cli) => {
      const chunk = readdirSync(join(cli, 'chunks')).find((name) => name.startsWith('doctor-')) ?? '';
      const path = join(cli, 'chunks', chunk);
      writeFileSync(path, `${readFileSync(path, 'utf8')}\nsetImmediate(() => { throw new Error('planted'); });\n`);
    });
    expect(ended.status).toBe(70);
    expect(ended.stderr).toMatch(/internal fault: planted/);
  });
});

describe('output', () => {
  it('is plain when it is no terminal, with or without NO_COLOR', () => {
    const [first, second] = [{}, { NO_COLOR: '1', FORCE_COLOR: '1', TERM: 'xterm-256color' }].map((env) =>
      operant(['list', '--suite', 'decision-core', '--harness', 'command'], temporaryFolder(), env),
    );
    expect(first?.stdout).not.toMatch(ESCAPE);
    expect(second?.stdout).toBe(first?.stdout);
    expect(first?.stdout.split('\n').filter((line) => line.startsWith('command ')).length).toBe(60);
  });

  it('stops quietly when its reader has seen enough', async () => {
    const bundle = join(ROOT, 'dist', 'cli', 'operant.mjs');
    const child = spawn(process.execPath, [bundle, 'list', '--json', '--attempts', '10', '--condition', 'all'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect([code, said]).toEqual([0, '']);
  });

  it.each<[string, string[], (value: { [key: string]: unknown }) => unknown, unknown]>([
    [
      'list',
      ['list', '--suite', 'decision-core', '--harness', 'command', '--json'],
      ({ suites }) => Array.isArray(suites) && suites.length,
      1,
    ],
    [
      'run --dry-run',
      [
        'run',
        '--suite',
        'decision-core',
        '--harness',
        'command',
        '--lane',
        'local',
        '--dry-run',
        '--json',
        '--',
        'true',
      ],
      ({ runDir }) => runDir,
      null,
    ],
    ['doctor', ['doctor', '--json'], ({ findings }) => Array.isArray(findings) && findings.length > 5, true],
    [
      'corpus validate',
      ['corpus', 'validate', join(ROOT, 'corpus/suites/decision-core.yaml'), '--json'],
      ({ suites }) => Array.isArray(suites),
      true,
    ],
    [
      'corpus digest',
      ['corpus', 'digest', '--check', join(ROOT, 'corpus/suites/decision-core.yaml'), '--json'],
      ({ suites }) => Array.isArray(suites),
      true,
    ],
  ])('--json of %s is one document and nothing else', (_, args, pick, value) => {
    const cwd = temporaryFolder();
    const ended = operant(args, cwd);
    expect([ended.status, ended.stderr]).toEqual([0, '']);
    expect(pick(JSON.parse(ended.stdout))).toEqual(value);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe('operant corpus', () => {
  it('digest writes the lock that pins a suite, once, and --check tells when it is old', () => {
    const cwd = temporaryFolder();
    plantSuite(cwd);
    expect(operant(['corpus', 'digest', '--check', 'suite.yaml'], cwd).status).toBe(1);
    expect(existsSync(join(cwd, 'suite.lock.json'))).toBe(false);
    expect(operant(['corpus', 'digest', 'suite.yaml'], cwd)).toMatchObject({ status: 0, stderr: '' });
    const lock = readFileSync(join(cwd, 'suite.lock.json'), 'utf8');
    expect(operant(['corpus', 'digest', '--check', 'suite.yaml'], cwd).status).toBe(0);
    writeFileSync(join(cwd, 'crate.yaml'), readFileSync(join(cwd, 'crate.yaml'), 'utf8').replace('Ines', 'Iris'));
    const ended = operant(['corpus', 'digest', '--check', 'suite.yaml'], cwd);
    expect([ended.status, ended.stdout]).toEqual([
      1,
      expect.stringMatching(/NOT up to date; run operant corpus digest/),
    ]);
    expect(readFileSync(join(cwd, 'suite.lock.json'), 'utf8')).toBe(lock);
  });

  it('validate lists every problem and exits with 64', () => {
    const cwd = temporaryFolder();
    plantSuite(cwd, { 'crate.yaml': 'id: 1\n', 'paint.yaml': 'id: 2\n' });
    const ended = operant(['corpus', 'validate', 'suite.yaml'], cwd);
    expect(ended.status).toBe(64);
    expect(ended.stdout).toMatch(/^crate\.yaml:1:5: id: expected string, found 1$/m);
    expect(ended.stdout).toMatch(/^paint\.yaml:1:5: id: expected string, found 2$/m);
  });
});
