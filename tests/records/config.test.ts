import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { OperantConfig } from '../../records/config.ts';
import { parseYaml } from '../../records/yaml.ts';

const MINIMAL = `schema: operant.config/v1
agent:
  harness: codex
suites:
  - suite: decision-core
`;

const FULL = `${MINIMAL}    thresholds: ./floors.yaml
    attempts: 3
    timeoutSeconds: 600
    conditions: [explicit, baseline]
  - suite: ./own/suite.yaml
lanes:
  proxy: {}
  local:
    unavailable: no graphics card in this building
concurrency: 4
isolation: none
budgets:
  runUsd: 2.5
`;

function messages(text: string): readonly string[] {
  const parsed = parseYaml(OperantConfig, text, 'operant.yml');
  return parsed.ok ? [] : parsed.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

describe('OperantConfig', () => {
  it.each([
    ['the least that is needed', MINIMAL],
    ['every key', FULL],
    [
      'a program as the agent',
      MINIMAL.replace('harness: codex', 'harness: command\n  command: [./agent, --quiet]\n  name: mine'),
    ],
  ])('takes %s', (_, text) => {
    expect(messages(text)).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['no agent', MINIMAL.replace('agent:\n  harness: codex\n', ''), '1:1 agent: expected object, found nothing'],
    [
      'no suites',
      MINIMAL.replace('  - suite: decision-core', '  []'),
      '4:1 suites: Too small: expected array to have >=1 items, found a list of 0',
    ],
    [
      'another schema',
      MINIMAL.replace('v1', 'v2'),
      '1:9 schema: expected operant.config/v1, found "operant.config/v2"; did you mean "operant.config/v1"?',
    ],
    [
      'too many attempts',
      `${MINIMAL}    attempts: 11\n`,
      '6:15 suites.0.attempts: Too big: expected number to be <=10, found 11',
    ],
    [
      'a deadline of 0',
      `${MINIMAL}    timeoutSeconds: 0\n`,
      '6:21 suites.0.timeoutSeconds: Too small: expected number to be >=1, found 0',
    ],
    [
      'a deadline beyond 900 s',
      `${MINIMAL}    timeoutSeconds: 901\n`,
      '6:21 suites.0.timeoutSeconds: Too big: expected number to be <=900, found 901',
    ],
    [
      'an empty list of conditions',
      `${MINIMAL}    conditions: []\n`,
      '6:5 suites.0.conditions: Too small: expected array to have >=1 items, found a list of 0',
    ],
    [
      'a budget of 0',
      `${MINIMAL}budgets: {runUsd: 0}\n`,
      '6:19 budgets.runUsd: Too small: expected number to be >0, found 0',
    ],
    [
      'too much at the same time',
      `${MINIMAL}concurrency: 33\n`,
      '6:14 concurrency: Too big: expected number to be <=32, found 33',
    ],
    [
      'a harness id in capitals',
      MINIMAL.replace('codex', 'Codex'),
      '3:12 agent.harness: an id is lower-case letters, digits, ".", "_" and "-", found "Codex"',
    ],
    [
      'a lane without a reason',
      `${MINIMAL}lanes: {local: {unavailable: no}}\n`,
      '6:30 lanes.local.unavailable: Too small: expected string to have >=5 characters, found "no"',
    ],
    [
      'a key of another section',
      `${MINIMAL}timeoutSeconds: 5\n`,
      '6:1 Unknown key "timeoutSeconds"; known keys: schema, agent, suites, lanes, concurrency, isolation, budgets',
    ],
  ])('refuses %s', (_, text, message) => {
    expect(messages(text)).toEqual([message]);
  });

  it('refuses a lane that does not exist', () => {
    const [found] = messages(`${MINIMAL}lanes: {cloud: {}}\n`);
    expect(found).toMatch(/^6:9 .*cloud/);
  });

  it('says of every key whether the head or the base of a pull request decides it', () => {
    const Node = z.looseObject({
      description: z.string().optional(),
      properties: z.record(z.string(), z.unknown()).optional(),
      items: z.unknown().optional(),
      additionalProperties: z.unknown().optional(),
    });
    const leaves = new Map<string, string>();
    const visit = (node: unknown, path: string): void => {
      const { description = '', properties, items, additionalProperties } = Node.parse(node);
      const below = { ...properties };
      if (typeof additionalProperties === 'object') below['*'] = additionalProperties;
      if (items !== undefined && Node.parse(items).properties !== undefined) below['[]'] = items;
      for (const [key, value] of Object.entries(below)) visit(value, `${path}.${key}`);
      if (Object.keys(below).length === 0) leaves.set(path, description);
    };
    const schema = z.toJSONSchema(OperantConfig, { io: 'input', reused: 'inline' });
    visit(schema.$defs?.['OperantConfig'] ?? schema, '');
    leaves.delete('.schema');
    expect([...leaves.keys()]).toContain('.suites.[].attempts');
    expect([...leaves].filter(([, text]) => !/\(decided by the (?:head|base)\)$/.test(text))).toEqual([]);
  });
});
