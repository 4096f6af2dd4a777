/** The real OpenCode, at its pinned version, against the scripted model on loopback: no key, no other network. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { harness } from '../../harnesses/opencode/index.ts';
import { realCli } from '../../tools/real-clis.ts';
import { fixture } from '../harnesses/fixtures.ts';
import { sentTotals } from '../helpers/scripted-model/server.ts';
import { runCodex as runCli } from './setup/codex-run.ts';
import { OPENCODE_SCENARIOS } from './setup/opencode-scenarios.ts';

const cli = realCli('opencode');
const ready = 'notRun' in cli ? null : cli;
const why = 'notRun' in cli ? `not run: ${cli.notRun}` : '';
const bin = ready?.bin ?? '';

/** Those that end by themselves; the others repeat a request until a deadline of a minute. */
const QUICK = ['success', 'status-401', 'agents', 'empty-answer'];

describe('opencode', () => {
  test('is installed at its pinned version', ({ skip }) => {
    skip(ready === null, why);
    const printed = execFileSync(join(bin, 'opencode'), ['--version'], { encoding: 'utf8' });
    expect(harness.probe.version(printed)).toBe(ready?.version);
  });

  test.for(QUICK)('%s ends and spends as its capture says, without a request for a title', async (name, { skip }) => {
    skip(ready === null, why);
    const wanted = OPENCODE_SCENARIOS[name];
    if (wanted === undefined) throw new Error(`no scenario ${name}`);
    const recorded = fixture('opencode', name).facts;
    const { terminal, usage, requests } = await runCli(harness, bin, `test-opencode-${name}`, wanted);
    expect(terminal.state === 'success' ? 'success' : terminal.cause).toBe(recorded.terminal);
    expect(usage.coverage).toBe(recorded.coverage);
    expect(sentTotals(requests)).toEqual(recorded.sent);
    expect(usage.requests).toHaveLength(recorded.answers ?? -1);
    expect(usage.requests.every((request) => request.reportedNanoUsd === null)).toBe(true);
    expect(requests.filter(({ tools }) => tools.length === 0)).toEqual([]);
  });
});
