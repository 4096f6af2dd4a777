import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as trace from '../../../cli/commands/trace.ts';
import { HARNESSES } from '../../../harnesses/index.ts';
import { DecodedStream } from '../../../records/decoded-stream.ts';
import { commandLine } from '../../helpers/command-line.ts';
import { ROOT } from '../../repo/tree.ts';

const CAPTURE = join(ROOT, 'fixtures', 'harnesses', 'codex', 'agents-v2');
const run = (...args: string[]) => commandLine(trace, ['trace', ...args], { harnesses: HARNESSES });
const agents = () => run('--harness', 'codex', join(CAPTURE, 'stdout.raw'), '--session', join(CAPTURE, 'native'));

describe('operant trace', () => {
  it('says how it ended, what it used and who worked, with the lines', async () => {
    const said = await agents();
    expect(said).toMatchObject({ exit: 0, stderr: '', thrown: null });
    expect(said.stdout).toMatch(/^Ended {10}success \(exit code 0 assumed/m);
    expect(said.stdout).toMatch(/^Usage {10}complete, \d+ requests, from the session$/m);
    expect(said.stdout).toMatch(/started log1:\d+ {2}returned log1:\d+/);
    expect(said.stdout).toMatch(/^ {2}log1 {2}native\/sessions\//m);
    expect(said.stdout).toMatch(/^Problems: none$/m);
  });

  it('prints a document with --json', async () => {
    const said = await run('--harness', 'codex', join(CAPTURE, 'stdout.raw'), '--json');
    expect(DecodedStream.parse(JSON.parse(said.stdout))).toMatchObject({ harness: 'codex', exitSource: 'assumed' });
  });

  it.each([
    [['--signal', 'SIGFOO'], /name of a signal such as SIGKILL, found "SIGFOO"/],
    [['--exit-code', '256'], /whole number from 0 to 255/],
  ])('refuses %j', async (options, words) => {
    const said = await run('--harness', 'codex', join(CAPTURE, 'stdout.raw'), ...options);
    expect(String(said.thrown)).toMatch(words);
  });
});
