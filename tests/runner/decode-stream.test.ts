/** One stream decoded by itself: the same facts as in the capture, from a file, from a home, from a trial folder. */
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DecodedStream } from '../../records/decoded-stream.ts';
import { TrialResult } from '../../records/trial.ts';
import { type DecodeRequest, decodeStream } from '../../runner/decode-stream.ts';
import { executeRun } from '../../runner/pipeline.ts';
import { Facts } from '../harnesses/fixtures.ts';
import { ROOT, temporaryFolder } from '../repo/tree.ts';
import { ALWAYS, contextOf, PLAIN, plantSuite, REFUSES, requestFor } from './setup.ts';

const CODEX = join(ROOT, 'fixtures', 'harnesses', 'codex');
const NOTHING = { harness: null, session: null, stderr: null, exitCode: null, signal: null };

const decode = (request: Partial<DecodeRequest> & { stream: string }, cwd = '/') =>
  decodeStream(contextOf(cwd), { ...NOTHING, ...request });

describe('decodeStream of a capture', () => {
  it.each(readdirSync(CODEX))('%s: the facts that were captured with it', async (name) => {
    const folder = join(CODEX, name);
    const facts = Facts.parse(JSON.parse(readFileSync(join(folder, 'facts.json'), 'utf8')));
    const { exitCode, signal } = facts.exit;
    const session = join(folder, 'native');
    const request = { harness: 'codex', stream: join(folder, 'stdout.raw'), session, exitCode, signal };
    const decoded = await decode(request);
    expect(DecodedStream.parse(decoded)).toEqual(decoded);
    if (!facts.exit.timedOut && !facts.exit.interrupted) {
      expect(decoded.terminal.cause ?? 'success').toBe(facts.terminal);
    }
    expect(decoded.usage.coverage).toBe(facts.coverage);
    const output = decoded.usage.requests.map(({ tokens }) => tokens.output);
    if (facts.coverage === 'complete' && facts.sent !== null) {
      expect(output.reduce<number>((sum, part) => sum + (part ?? Number.NaN), 0)).toBe(facts.sent.output);
    }
  });

  it('shows every delegate from start to return', async () => {
    const folder = join(CODEX, 'agents-v2');
    const { delegates } = await decode({
      harness: 'codex',
      stream: join(folder, 'stdout.raw'),
      session: join(folder, 'native'),
    });
    expect(delegates).not.toEqual([]);
    for (const life of delegates) expect(life).toMatchObject({ started: {}, returned: {}, result: expect.any(String) });
  });

  it('finds the logs from the home, from its folder of logs and from anything around them', async () => {
    const folder = join(CODEX, 'agents-v2');
    const ways = [join(folder, 'native'), join(folder, 'native', 'sessions'), folder];
    for (const session of ways) {
      const decoded = await decode({ harness: 'codex', stream: join(folder, 'stdout.raw'), session });
      expect(decoded.usage, session).toMatchObject({ coverage: 'complete', source: 'session' });
    }
  });

  it('says that the end was assumed where nobody told it', async () => {
    const stream = join(CODEX, 'killed', 'stdout.raw');
    expect(await decode({ harness: 'codex', stream })).toMatchObject({ exitSource: 'assumed', exit: { exitCode: 0 } });
    const told = await decode({ harness: 'codex', stream, signal: 'SIGKILL' });
    expect(told).toMatchObject({ exitSource: 'given', terminal: { state: 'blocked', cause: 'cli_error' } });
  });

  it('makes a problem of what cannot be read, and no more of it', async () => {
    const stream = join(temporaryFolder(), 'stream');
    const whole = readFileSync(join(CODEX, 'success', 'stdout.raw'));
    writeFileSync(stream, Buffer.concat([Buffer.from('{"type": "item.co\xff\n', 'latin1'), whole]));
    const { trace } = await decode({ harness: 'codex', stream });
    expect(trace.problems[0]).toMatchObject({ ref: { file: 'stdout.raw', line: 1 } });
    expect(trace.observations.some(({ kind }) => kind === 'message')).toBe(true);
  });
});

describe('decodeStream of a trial folder', () => {
  it('reads its records and the end that was recorded', async () => {
    const cwd = temporaryFolder();
    const { runDir } = await executeRun(contextOf(cwd), requestFor(plantSuite(cwd), ALWAYS(REFUSES)));
    const [name = ''] = readdirSync(join(runDir ?? '', 'trials'));
    const folder = join(runDir ?? '', 'trials', name);
    const result = TrialResult.parse(JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')));
    const decoded = await decode({ stream: folder });
    expect(decoded).toMatchObject({
      harness: PLAIN.id,
      exit: result.exit,
      exitSource: 'recorded',
      usage: result.usage,
    });
    expect(decoded.terminal).toMatchObject({ state: 'success', finalText: REFUSES });
    await expect(decode({ stream: folder, stderr: 'x' })).rejects.toThrow(/brings its own records/);
    await expect(decode({ stream: runDir ?? '' })).rejects.toThrow(/no trial.json/);
  });
});

describe('decodeStream refuses', () => {
  const stream = join(CODEX, 'success', 'stdout.raw');
  it.each<[string, Partial<DecodeRequest>, RegExp]>([
    ['a stream that is not there', { stream: 'nowhere', harness: 'codex' }, /No such file or folder: nowhere/],
    ['a stream without a harness', { stream }, /does not say which CLI wrote it/],
    ['an unknown harness', { stream, harness: 'codx' }, /Unknown harness "codx"/],
    ['a session that is not there', { stream, harness: 'codex', session: 'gone' }, /No such file or folder: gone/],
    ['a session without logs', { stream, harness: 'codex', session: `${ROOT}/docs` }, /no session log of codex/],
    ['a session for a harness that keeps none', { stream, harness: PLAIN.id, session: CODEX }, /no session log of/],
  ])('%s', async (_, request, words) => {
    const wanted = { name: 'UsageError', message: expect.stringMatching(words) };
    await expect(decode({ stream: '', ...request })).rejects.toMatchObject(wanted);
  });

  it('to follow a link that a session holds', async () => {
    const session = temporaryFolder();
    symlinkSync('/etc/passwd', join(session, 'a.jsonl'));
    await expect(decode({ stream, harness: 'codex', session })).rejects.toThrow(/no session log/);
  });
});
