import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { describeStep, READING, runSteps, type StepResult, TESTS } from '../../tools/check.ts';
import { ROOT, tree } from './tree.ts';

const SCRIPTS = {
  good: 'echo fine',
  bad: 'echo out; echo reason >&2; exit 3',
  long: 'i=0; while [ $i -lt 100 ]; do i=$((i+1)); echo line $i; done; exit 1',
};

async function results(...names: readonly string[]): Promise<readonly StepResult[]> {
  const root = tree({ 'package.json': JSON.stringify({ name: 'planted', scripts: SCRIPTS }) });
  const steps = names.map((name) => ({ name, script: name }));
  return runSteps(root, steps, 2, () => undefined);
}

describe('runSteps()', () => {
  it('runs every step, also after one that failed, and keeps what each printed', async () => {
    const found = await results('bad', 'good', 'absent');
    const byName = Object.fromEntries(found.map(({ step, ok, output }) => [step.name, [ok, output]]));
    expect(byName['good']).toEqual([true, 'fine\n']);
    expect(byName['bad']).toEqual([false, 'out\nreason\n']);
    expect(byName['absent']?.[0]).toBe(false);
  });
});

describe('describeStep()', () => {
  it('is one line for a step that passed', async () => {
    const [result] = await results('good');
    expect(result && describeStep(result)).toMatch(/^passed {2}good +\d+\.\d s$/);
  });

  it('shows the end of what a failed step printed, and how to run it alone', async () => {
    const [result] = await results('long');
    const lines = result ? describeStep(result).split('\n') : [];
    expect(lines[0]).toMatch(/^FAILED {2}long/);
    expect(lines.slice(1, 3)).toEqual(['  … 40 lines before', '  line 41']);
    expect(lines.slice(-2)).toEqual(['  line 100', '  again alone: npm run long']);
  });
});

describe('npm run check', () => {
  it('runs scripts that package.json has', () => {
    const Manifest = z.object({ scripts: z.record(z.string(), z.string()) });
    const { scripts } = Manifest.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
    const names = Object.keys(scripts);
    for (const { script } of [...READING, TESTS]) expect(names).toContain(script);
    for (const script of ['demo', 'test', 'test:real', 'check', 'build', 'bench']) expect(names).toContain(script);
  });
});
