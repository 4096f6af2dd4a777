import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as dashboard from '../../../cli/commands/dashboard.ts';
import { EvidenceError, UsageError } from '../../../records/errors.ts';
import { openLedger } from '../../../runner/ledger/open.ts';
import { BUNDLE } from '../../e2e/helpers/cli.ts';
import { commandLine } from '../../helpers/command-line.ts';
import { bodyFor, contextFor } from '../../helpers/rows.ts';
import { temporaryFolder } from '../../helpers/temp.ts';
import { DATA } from '../../runner/setup.ts';

const folder = temporaryFolder();
const ledger = join(folder, 'ledger');

beforeAll(async () => {
  await openLedger(ledger).append(bodyFor('a'), contextFor());
});

const run = (args: readonly string[]) => commandLine(dashboard, ['dashboard', ...args], { dataDir: DATA });

/** Runs the bundle, asks the address that it prints for a file, interrupts it, and gives what came of all that. */
async function served(file: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [BUNDLE, 'dashboard', ledger, ...args], { cwd: folder, stdio: 'pipe' });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const printed = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8')));
  });
  const url = /http:\/\/127\.0\.0\.1:\d+\//.exec(printed)?.[0] ?? '';
  const text = await fetch(`${url}${file}`).then((response) => response.text());
  child.kill('SIGINT');
  return { printed, url, text, code: await ended };
}

describe('operant dashboard', () => {
  it('says where it serves the ledger and how to end it, and ends when it is interrupted', async () => {
    const { printed, url, text, code } = await served('HEAD.json');
    expect(printed).toBe(`${url}\n  shows the directory ${ledger}; Ctrl-C ends it\n`);
    expect(JSON.parse(text)).toMatchObject({ schema: 'operant.head/v1', count: 1 });
    expect(code).toBe(130);
  });

  it('serves the page that ships, and prints JSON for machines', async () => {
    const { printed, url, text } = await served('', '--json');
    expect(JSON.parse(printed)).toEqual({ url, ledger: `the directory ${ledger}` });
    expect(text).toContain('<title>Operant · results</title>');
  });

  it('finds no ledger where there is none', async () => {
    const said = await run([join(folder, 'absent')]);
    expect(said.thrown).toBeInstanceOf(EvidenceError);
    expect(said).toMatchObject({ exit: null, stdout: '', thrown: { code: 'missing' } });
  });

  it('refuses a name that is no ledger', async () => {
    expect((await run(['git:-x'])).thrown).toBeInstanceOf(UsageError);
  });

  it.each(['0', '65536', '80.5', 'http'])('refuses the port %s', async (port) => {
    const { thrown } = await run([ledger, '--port', port]);
    expect(String(thrown)).toContain(`Expected a whole number from 1 to 65535, found "${port}"`);
  });
});
