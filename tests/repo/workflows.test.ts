import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { ROOT } from './tree.ts';

const Step = z.looseObject({ uses: z.string().optional(), with: z.record(z.string(), z.unknown()).optional() });
const Job = z.looseObject({
  permissions: z.record(z.string(), z.enum(['read', 'write', 'none'])).optional(),
  'timeout-minutes': z.int().optional(),
  needs: z.union([z.string().transform((name) => [name]), z.array(z.string())]).optional(),
  steps: z.array(Step).default([]),
});
const Workflow = z.looseObject({ permissions: z.unknown(), jobs: z.record(z.string(), Job) });

/** What a workflow of this repository must not do; each line names the place. */
function faults(text: string): readonly string[] {
  const { permissions, jobs } = Workflow.parse(parse(text));
  const lines = text.split('\n').filter((line) => /\buses:/.test(line));
  const unpinned = lines.filter((line) => !/uses: (?:\.\/\S*|[\w./-]+@[0-9a-f]{40} # v\d+(?:\.\d+)*)$/.test(line));
  return [
    ...(JSON.stringify(permissions) === '{}' ? [] : ['the workflow grants permissions to every job']),
    ...(/\bpull_request_target\b/.test(text) ? ['pull_request_target runs with secrets'] : []),
    ...unpinned.map((line) => `not pinned by commit with its version: ${line.trim()}`),
    ...Object.entries(jobs).flatMap(([name, job]) => jobFaults(name, job)),
  ];
}

function jobFaults(name: string, job: z.infer<typeof Job>): readonly string[] {
  const keeps = job.steps.filter(
    (step) => step.uses?.startsWith('actions/checkout@') === true && step.with?.['persist-credentials'] !== false,
  );
  return [
    ...(job.permissions === undefined ? [`${name} names no permissions`] : []),
    ...(job['timeout-minutes'] === undefined ? [`${name} has no time limit`] : []),
    ...keeps.map(() => `${name} keeps its token in the checkout`),
  ];
}

const FOLDER = join(ROOT, '.github/workflows');
const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => /\.ya?ml$/.test(name)) : [];

describe('.github/workflows', () => {
  it.each(files)('%s grants little, pins what it uses and ends in time', (name) => {
    expect(faults(readFileSync(join(FOLDER, name), 'utf8'))).toEqual([]);
  });

  it('ci.yml has one job that waits for all others', () => {
    const { jobs } = Workflow.parse(parse(readFileSync(join(FOLDER, 'ci.yml'), 'utf8')));
    const { all, ...others } = jobs;
    expect(all?.needs?.toSorted()).toEqual(Object.keys(others).sort());
  });

  it('faults() names each planted fault', () => {
    const checkout = `actions/checkout@${'a'.repeat(40)} # v6.0.2`;
    const text = [
      'on: [pull_request_target]',
      'permissions: { contents: read }',
      'jobs:',
      '  one:',
      '    steps:',
      '      - uses: actions/setup-node@v6',
      `      - uses: ${checkout}`,
    ].join('\n');
    expect(faults(text)).toEqual([
      'the workflow grants permissions to every job',
      'pull_request_target runs with secrets',
      'not pinned by commit with its version: - uses: actions/setup-node@v6',
      'one names no permissions',
      'one has no time limit',
      'one keeps its token in the checkout',
    ]);
  });
});
