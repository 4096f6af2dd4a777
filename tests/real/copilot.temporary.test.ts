/** The real Copilot under the permissions outside our isolation: where its file tools may write, tried with each place. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { harness } from '../../harnesses/copilot/index.ts';
import { realCli } from '../../tools/real-clis.ts';
import { runCopilot } from './setup/copilot-run.ts';
import { COPILOT_MODEL } from './setup/copilot-scenarios.ts';
import { WORK } from './setup/work-folder.ts';

const cli = realCli('copilot');
const NAME = 'test-copilot-temporary';
const home = join(WORK, NAME, 'home');
const planted = `/tmp/operant-planted-${process.pid}.txt`;

test("file tools write in the workspace and the trial's folder for temporary files, and nowhere else", async (context) => {
  if ('notRun' in cli) {
    context.skip(`not run: ${cli.notRun}`);
    return;
  }
  onTestFinished(() => rmSync(planted, { force: true }));
  const paths = ['result.txt', join(home, 'tmp', 'own.txt'), join(home, 'planted.txt'), planted];
  const { folders, terminal } = await runCopilot(harness, cli.bin, NAME, {
    what: 'a file in each of four places',
    model: COPILOT_MODEL,
    limited: true,
    scenario: {
      entries: [],
      otherwise: [{ do: paths.map((write) => ({ write, content: 'x\n' })) }, { answer: 'DECISION: PROCEED' }],
    },
  });
  expect(terminal.state).toBe('success');
  expect(existsSync(join(folders.workspace, 'result.txt'))).toBe(true);
  expect(paths.slice(1).filter((path) => existsSync(path))).toEqual([join(home, 'tmp', 'own.txt')]);
});
