/** The real Codex, at its pinned version, against the scripted model on loopback: no key, no other network. */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { harness } from '../../harnesses/codex/index.ts';
import { nativeFilesOf } from '../../runner/native-files.ts';
import { endAllWith, processesWith } from '../../runner/strays.ts';
import { realCli } from '../../tools/real-clis.ts';
import { fixture } from '../harnesses/fixtures.ts';
import type { Step } from '../helpers/scripted-model/script.ts';
import { sentTotals, startScriptedModel } from '../helpers/scripted-model/server.ts';
import { runCodex, SYSTEM_PATH } from './setup/codex-run.ts';
import { CODEX_SCENARIOS, PLAIN_MODEL } from './setup/codex-scenarios.ts';
import { type Folders, freshFolders, put, type RunRequest, type RunResult, runHarness } from './setup/run-harness.ts';

const cli = realCli('codex');
const ready = 'notRun' in cli ? null : cli;
const why = 'notRun' in cli ? `not run: ${cli.notRun}` : '';
const bin = ready?.bin ?? '';
const KEY = 'scripted-key';

interface Ran extends RunResult {
  /** What the model was shown of each command. */
  readonly shown: readonly string[];
}

/** Runs steps with the folder `bin` of the trial first on PATH. */
async function runSteps(folders: Folders, steps: readonly Step[], more: Partial<RunRequest>): Promise<Ran> {
  const model = await startScriptedModel({ scenario: { entries: [], otherwise: steps }, key: KEY });
  try {
    const result = await runHarness({
      harness,
      folders,
      prompt: 'Follow the script.',
      path: `${join(folders.root, 'bin')}:${bin}:${SYSTEM_PATH}`,
      model: PLAIN_MODEL,
      endpoint: { baseUrl: model.baseUrl, key: KEY },
      ...more,
    });
    const shown = result.trace.observations.flatMap((one) => (one.kind === 'command' ? [one.output ?? ''] : []));
    return { ...result, shown };
  } finally {
    await model.close();
  }
}

/** A FIFO with its read end held, as the runner holds it. */
function fifo(path: string): { readonly heard: () => string } {
  execFileSync('mkfifo', [path]);
  const descriptor = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  return {
    heard: () => {
      const buffer = Buffer.alloc(4096);
      try {
        return buffer.toString('utf8', 0, readSync(descriptor, buffer));
      } catch {
        return '';
      } finally {
        closeSync(descriptor);
      }
    },
  };
}

const guard = (line: string) => `#!/bin/sh\nprintf 'called %s\\n' "$*" > '${line}'\necho done by the guard\n`;

describe('codex', () => {
  test('is installed at its pinned version', ({ skip }) => {
    skip(ready === null, why);
    const printed = execFileSync(join(bin, 'codex'), ['--version'], { encoding: 'utf8' });
    expect(harness.probe.version(printed)).toBe(ready?.version);
  });

  test.for(Object.keys(CODEX_SCENARIOS))('%s ends and spends as its capture says', async (name, { skip }) => {
    skip(ready === null, why);
    const wanted = CODEX_SCENARIOS[name];
    if (wanted === undefined) throw new Error(`no scenario ${name}`);
    const recorded = fixture('codex', name).facts;
    const { terminal, usage, requests } = await runCodex(harness, bin, `test-${name}`, wanted);
    expect(terminal.state === 'success' ? 'success' : terminal.cause).toBe(recorded.terminal);
    expect(usage.coverage).toBe(recorded.coverage);
    expect(sentTotals(requests)).toEqual(recorded.sent);
    expect(usage.requests).toHaveLength(recorded.answers ?? -1);
  });
});

describe.each([
  ['its own sandbox', false],
  ['no sandbox', true],
])('commands of codex in %s', (_, contained) => {
  const name = contained ? 'open' : 'sandboxed';

  test('reach a guard first on PATH, also from login shells, and its FIFO inside and outside the workspace', async ({
    skip,
  }) => {
    skip(ready === null, why);
    const folders = freshFolders(`guard-${name}`);
    const lines = [join(folders.workspace, '.line'), join(folders.root, 'line')];
    const ears = lines.map(fifo);
    put(join(folders.root, 'bin'), { deploy: guard(lines[0] ?? ''), send: guard(lines[1] ?? '') }, 0o755);
    const commands = ['deploy one', 'bash -lc "deploy two"', 'sh -lc "deploy three"', 'send four'];
    const steps: Step[] = [{ do: commands.map((run) => ({ run })) }, { answer: 'DECISION: PROCEED' }];
    const { shown, terminal } = await runSteps(folders, steps, { contained });
    expect(shown).toEqual(commands.map(() => 'done by the guard\n'));
    const [inside, outside] = ears.map((ear) => ear.heard().trim().split('\n').toSorted());
    expect(inside).toEqual(['called one', 'called three', 'called two']);
    expect(outside).toEqual(['called four']);
    expect(terminal.state).toBe('success');
  });

  test("see no key, and the trial's mark, by which what they leave behind is found and ended", async ({ skip }) => {
    skip(ready === null, why);
    const mark = `mark-${name}-${process.pid}`;
    const run = 'env | grep -c KEY; echo "mark $OPERANT_TRIAL"; setsid sleep 120 >/dev/null 2>&1 &';
    const steps: Step[] = [{ do: [{ run }] }, { answer: 'DECISION: PROCEED' }];
    const { shown } = await runSteps(freshFolders(`mark-${name}`), steps, { contained, mark });
    expect(shown[0]).toBe(`0\nmark ${mark}\n`);
    expect(processesWith(mark)).toHaveLength(contained ? 1 : 0);
    expect(await endAllWith(mark)).toBe(true);
    expect(processesWith(mark)).toEqual([]);
  });

  test(`${contained ? 'can' : 'cannot'} write outside the workspace`, async ({ skip }) => {
    skip(ready === null, why);
    const folders = freshFolders(`write-${name}`);
    const run = 'echo in > in.txt; echo out > ../out.txt; echo home > "$HOME/home.txt"';
    await runSteps(folders, [{ do: [{ run }] }, { answer: 'DECISION: PROCEED' }], { contained });
    const written = ['workspace/in.txt', 'out.txt', 'home/home.txt'].map((path) =>
      existsSync(join(folders.root, path)),
    );
    expect(written).toEqual([true, contained, contained]);
  });
});

describe('codex reads', () => {
  test('no instructions and no skills from folders around the workspace', async ({ skip }) => {
    skip(ready === null, why);
    const folders = freshFolders('around');
    const skill = '---\nname: around\ndescription: STRANGE-WORD\n---\n';
    put(folders.root, { 'AGENTS.md': 'STRANGE-WORD', '.agents/skills/around/SKILL.md': skill });
    put(folders.workspace, { 'AGENTS.md': 'OWN-WORD' });
    await runSteps(folders, [{ answer: 'DECISION: PROCEED' }], { contained: true });
    const logs = nativeFilesOf(folders.trial)
      .flatMap((file) => [...file.lines()].map(({ text }) => text))
      .join('\n');
    expect(logs).toContain('OWN-WORD');
    expect(logs).not.toContain('STRANGE-WORD');
  });

  test.for(['CODEX_API_KEY', 'OPENAI_API_KEY'])('the key of the host from %s', async (variable, { skip }) => {
    skip(ready === null, why);
    const model = await startScriptedModel({
      scenario: { entries: [], otherwise: [{ answer: 'DECISION: PROCEED' }] },
      key: KEY,
    });
    try {
      const { terminal } = await runHarness({
        harness,
        folders: freshFolders(`key-${variable}`),
        prompt: 'Follow the script.',
        path: `${bin}:${SYSTEM_PATH}`,
        model: PLAIN_MODEL,
        login: 'key',
        hostEnv: { [variable]: KEY },
        more: ['-c', `openai_base_url="${model.baseUrl}"`],
      });
      expect(terminal.state).toBe('success');
      expect(new Set(model.requests.map(({ presented }) => presented))).toEqual(new Set([KEY]));
    } finally {
      await model.close();
    }
  });

  test('the login of its own home in place, and no configuration beside it', async ({ skip }) => {
    skip(ready === null, why);
    const folders = freshFolders('in-place');
    const model = await startScriptedModel({
      scenario: { entries: [], otherwise: [{ answer: 'DECISION: PROCEED' }] },
      key: KEY,
    });
    const own = { 'auth.json': JSON.stringify({ OPENAI_API_KEY: KEY }), 'config.toml': 'model = "another-model"\n' };
    put(join(folders.root, 'own'), own);
    try {
      const { terminal, usage } = await runHarness({
        harness,
        folders,
        prompt: 'Follow the script.',
        path: `${bin}:${SYSTEM_PATH}`,
        model: PLAIN_MODEL,
        login: 'in_place',
        ownHome: join(folders.root, 'own'),
        more: ['-c', `openai_base_url="${model.baseUrl}"`],
      });
      expect([terminal.state, usage.coverage]).toEqual(['success', 'complete']);
      expect(usage.requests.map((one) => one.model)).toEqual([PLAIN_MODEL]);
      expect(new Set(model.requests.map(({ presented }) => presented))).toEqual(new Set([KEY]));
      for (const [path, text] of Object.entries(own)) {
        expect(readFileSync(join(folders.root, 'own', path), 'utf8')).toBe(text);
      }
      expect(existsSync(join(folders.home, 'sessions'))).toBe(false);
    } finally {
      await model.close();
    }
  });
});
