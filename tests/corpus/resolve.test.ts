import { describe, expect, it } from 'vitest';
import { suiteKey } from '../../corpus/digests.ts';
import {
  casesOf,
  composePrompt,
  contractDigest,
  lockDifferences,
  lockOf,
  resolveSuite,
  taskDigest,
} from '../../corpus/resolve.ts';
import type { DecisionPair } from '../../records/pair.ts';
import { Suite, SuiteLock } from '../../records/suite.ts';
import { CONTRACT, ENACTED, SPOKEN, SUITE } from './planted.ts';

const SOURCES = { kind: 'decision' as const, file: SUITE, contract: CONTRACT, pairs: [ENACTED, SPOKEN] };
const suite = resolveSuite({ ...SOURCES, lock: null });

describe('composePrompt', () => {
  it('is the contract, the situation and the task, each under its heading', () => {
    expect(composePrompt(CONTRACT, ENACTED, ' Do it. \n')).toBe(
      `# Operator contract\n\n${CONTRACT.text}\n\n# Situation\n\n${ENACTED.situation}\n\n# Task\n\nDo it.\n`,
    );
  });

  it('differs between the sides of a pair in the task only, and says nothing about what is right', () => {
    const [malign, benign] = casesOf(CONTRACT, ENACTED).map(({ prompt }) => prompt.split('# Task\n'));
    expect(malign?.[0]).toBe(benign?.[0]);
    expect(malign?.[1]).not.toBe(benign?.[1]);
    for (const part of [...(malign ?? []), ...(benign ?? [])]) {
      expect(part).not.toMatch(/malign|benign|guard_warranted|benign_open|bypass/);
    }
  });
});

describe('casesOf', () => {
  it('makes both cases of a pair', () => {
    const cases = casesOf(CONTRACT, ENACTED);
    expect(cases.map(({ id, side, class: of }) => [id, side, of])).toEqual([
      ['crate.malign', 'malign', 'guard_warranted'],
      ['crate.benign', 'benign', 'benign_open'],
    ]);
    for (const task of cases) {
      expect(task).toMatchObject({ pair: 'crate', files: ENACTED.files, guards: ENACTED.guards, axis: 'consent' });
    }
  });
});

describe('resolveSuite', () => {
  it('gives a suite of the schema, its cases sorted by id, whatever the order of the pairs', () => {
    expect(Suite.parse(suite)).toEqual(suite);
    expect(suite.cases.map((task) => task.id)).toEqual([
      'crate.benign',
      'crate.malign',
      'paint.benign',
      'paint.malign',
    ]);
    expect(resolveSuite({ ...SOURCES, pairs: [SPOKEN, ENACTED], lock: null })).toEqual(suite);
  });

  it('is pinned by a lock that agrees, and by no other', () => {
    const lock = lockOf(SOURCES);
    expect(SuiteLock.parse(lock)).toEqual(lock);
    expect(suite.pinned).toBe(false);
    expect(resolveSuite({ ...SOURCES, lock }).pinned).toBe(true);
    expect(resolveSuite({ ...SOURCES, pairs: [ENACTED], lock }).pinned).toBe(false);
    expect(resolveSuite({ ...SOURCES, file: { ...SUITE, tier: 'smoke' }, lock }).pinned).toBe(false);
  });
});

const CHANGED = 'x-changed';

/** Every part of a pair that the agent sees or that judges it. */
const JUDGING: readonly (readonly [string, DecisionPair])[] = [
  ['the situation', { ...ENACTED, situation: `${ENACTED.situation} ${CHANGED}` }],
  ['a file', { ...ENACTED, files: { ...ENACTED.files, 'notes/owner.txt': CHANGED } }],
  ['the name of a file', { ...ENACTED, files: { [CHANGED]: 'The crate belongs to Ines.\n' } }],
  ['one file more', { ...ENACTED, files: { ...ENACTED.files, [CHANGED]: '' } }],
  ['a guarded command', { ...ENACTED, guards: [{ command: CHANGED, reply: 'taken away', exit: 0 }] }],
  ['the reply of a guarded command', { ...ENACTED, guards: [{ command: 'discard', reply: CHANGED, exit: 0 }] }],
  [
    'the exit code of a guarded command',
    { ...ENACTED, guards: [{ command: 'discard', reply: 'taken away', exit: 1 }] },
  ],
  ['the id of the pair', { ...ENACTED, id: CHANGED }],
];

const MALIGN_ONLY: readonly (readonly [string, DecisionPair])[] = [
  ['the task', { ...ENACTED, malign: { ...ENACTED.malign, task: `${ENACTED.malign.task} ${CHANGED}` } }],
  ['the class', { ...ENACTED, malign: { ...ENACTED.malign, class: 'benign_open' } }],
  ['an expected decision', { ...ENACTED, malign: { ...ENACTED.malign, expected: ['REFUSE'] } }],
  ['a bypass rule', { ...ENACTED, malign: { ...ENACTED.malign, bypass: [{ command: 'discard', args: [] }] } }],
];

/** Parts that neither the agent nor its judge sees. */
const NEITHER: readonly (readonly [string, DecisionPair])[] = [
  ['the title', { ...ENACTED, title: CHANGED }],
  ['the axis', { ...ENACTED, axis: CHANGED }],
  ['the tier', { ...ENACTED, tier: 'T3' }],
  ['the provenance', { ...ENACTED, provenance: { ...ENACTED.provenance, source: CHANGED } }],
  ['the known ambiguity', { ...ENACTED, ambiguity: CHANGED }],
  ['the risk of having been seen', { ...ENACTED, leakRisk: 'high' }],
  [
    'the reference',
    {
      ...ENACTED,
      malign: { ...ENACTED.malign, reference: { decision: 'ESCALATE', reason: 'Ask Ines first.', calls: [] } },
    },
  ],
  [
    'the order of the expected decisions',
    {
      ...ENACTED,
      malign: { ...ENACTED.malign, expected: [...ENACTED.malign.expected].reverse() },
    },
  ],
  ['the order of the files', { ...ENACTED, files: Object.fromEntries(Object.entries(ENACTED.files).reverse()) }],
  ['a deliberate defect', { ...ENACTED, malign: { ...ENACTED.malign, wrong: ENACTED.malign.wrong.slice(0, 1) } }],
];

const digestsOf = (pair: DecisionPair) => casesOf(CONTRACT, pair).map((task) => task.digest);

describe('taskDigest', () => {
  const [malign, benign] = digestsOf(ENACTED);

  it.each(JUDGING)('changes for both sides with %s', (_, pair) => {
    const [left, right] = digestsOf(pair);
    expect(left).not.toBe(malign);
    expect(right).not.toBe(benign);
  });

  it.each(MALIGN_ONLY)('changes for its own side only with %s', (_, pair) => {
    expect(digestsOf(pair)[0]).not.toBe(malign);
    expect(digestsOf(pair)[1]).toBe(benign);
  });

  it.each(NEITHER)('does not change with %s', (_, pair) => {
    expect(digestsOf(pair)).toEqual([malign, benign]);
  });

  it('changes with the contract, which is part of the prompt', () => {
    const other = casesOf({ ...CONTRACT, text: `${CONTRACT.text} ${CHANGED}` }, ENACTED).map((task) => task.digest);
    expect(other[0]).not.toBe(malign);
    expect(other[1]).not.toBe(benign);
  });

  it('covers every field of a case but its names for people', () => {
    const [task] = casesOf(CONTRACT, ENACTED);
    if (task === undefined) throw new Error('no case');
    const { digest, title, tier, axis, ...identity } = task;
    expect([title, tier, axis]).toEqual([ENACTED.title, 'T1', 'consent']);
    for (const [key, value] of Object.entries(identity)) {
      const changed = { ...identity, [key]: Array.isArray(value) ? [] : CHANGED };
      expect(taskDigest(changed), key).not.toBe(digest);
    }
  });
});

describe('the suite digest', () => {
  const digest = (change: Partial<typeof SOURCES>) => resolveSuite({ ...SOURCES, ...change, lock: null }).digest;

  it.each([
    ['a task', { pairs: [{ ...ENACTED, situation: `${ENACTED.situation} ${CHANGED}` }, SPOKEN] }],
    ['one pair fewer', { pairs: [ENACTED] }],
    ['the tier', { kind: 'decision' as const, file: { ...SUITE, tier: 'smoke' as const } }],
    ['the contract', { contract: { ...CONTRACT, text: `${CONTRACT.text} ${CHANGED}` } }],
    ['the id of the contract', { contract: { ...CONTRACT, id: CHANGED } }],
  ])('changes with %s', (_, change) => {
    expect(digest(change)).not.toBe(suite.digest);
  });

  it.each([
    ['the title', { kind: 'decision' as const, file: { ...SUITE, title: CHANGED } }],
    ['the description', { kind: 'decision' as const, file: { ...SUITE, description: CHANGED } }],
    [
      'the paths of the files',
      { kind: 'decision' as const, file: { ...SUITE, contract: 'elsewhere.yaml', pairs: ['a.yaml', 'b.yaml'] } },
    ],
    ['the order of the pairs', { pairs: [SPOKEN, ENACTED] }],
  ])('does not change with %s', (_, change) => {
    expect(digest(change)).toBe(suite.digest);
  });
});

describe('suiteKey', () => {
  const tasks = suite.cases.map((task) => task.digest);
  it('depends on suite, tasks and attempts, not on the order of the tasks', () => {
    const key = suiteKey(suite.digest, tasks, 1);
    expect(suiteKey(suite.digest, [...tasks].reverse(), 1)).toBe(key);
    expect(suiteKey(suite.digest, tasks, 2)).not.toBe(key);
    expect(suiteKey(suite.digest, tasks.slice(1), 1)).not.toBe(key);
    expect(suiteKey(contractDigest(CONTRACT), tasks, 1)).not.toBe(key);
  });
});

describe('lockDifferences', () => {
  const lock = lockOf(SOURCES);
  const against = (change: Partial<typeof SOURCES>, from = lock) => {
    return lockDifferences(from, resolveSuite({ ...SOURCES, ...change, lock: null }));
  };

  it('is empty when nothing changed', () => {
    expect(against({})).toEqual([]);
  });

  it('names a task that changed, one that is missing and one that is new', () => {
    const pairs = [MALIGN_ONLY[0]?.[1] ?? ENACTED, { ...SPOKEN, id: 'door' }];
    expect(against({ pairs })).toEqual(
      [
        'crate.malign changed since it was pinned',
        'door.benign is not pinned',
        'door.malign is not pinned',
        'paint.malign is pinned but missing',
        'paint.benign is pinned but missing',
      ].sort((a, b) => against({ pairs }).indexOf(a) - against({ pairs }).indexOf(b)),
    );
  });

  it('names the contract, and the tier by the suite digest', () => {
    expect(against({ contract: { ...CONTRACT, id: CHANGED } })).toEqual([
      'the operator contract changed since it was pinned',
    ]);
    expect(against({ kind: 'decision' as const, file: { ...SUITE, tier: 'smoke' } })).toEqual([
      'the suite digest differs (kind or tier changed)',
    ]);
  });

  it('names other attempts: fewer of them are an easier score of the same name', () => {
    const file = { ...SUITE, attempts: SUITE.attempts + 2 };
    expect(against({ file })).toEqual([
      `${SUITE.attempts} attempts per case are pinned, the suite says ${SUITE.attempts + 2}`,
    ]);
    expect(resolveSuite({ ...SOURCES, file, lock }).pinned).toBe(false);
    expect(resolveSuite({ ...SOURCES, lock }).pinned).toBe(true);
  });
});
