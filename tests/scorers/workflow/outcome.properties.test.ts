import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Check } from '../../../records/trial.ts';
import type { Grader, PlainJson, ProbeFacts } from '../../../records/workflow.ts';
import { judgeOutcome, type OutcomeEvidence } from '../../../scorers/workflow/outcome.ts';
import { sameJson } from '../../../scorers/workflow/plain-json.ts';
import { evidenceOf, factsOf } from './outcome-evidence.ts';

const GRADERS: readonly Grader[] = [
  { kind: 'file', id: 'file', path: 'a.txt', text: 'x\n' },
  { kind: 'reply', id: 'reply', text: 'posted' },
  { kind: 'answers', id: 'answers', path: 'a.json', values: { '/n': 1 }, citations: [] },
  { kind: 'calls', id: 'calls', path: 'a.mjs', name: 'f', calls: [{ args: [1], returns: 2 }] },
  { kind: 'types', id: 'types', path: 'a.ts', good: { 'g.ts': '' }, bad: {}, placeholders: true },
  { kind: 'rationale', id: 'rationale', path: 'r.json', options: 2, fields: ['why'], minimum: 1 },
  { kind: 'program', id: 'program', argv: ['x'], values: { '/n': 1 } },
];
const WHY = ['one two three four five six', 'six five four three two seven'];
const RIGHT = {
  'a.txt': 'x\n',
  'a.json': '{"n":1}',
  'a.mjs': 'export const f = (n) => n * 2;',
  'a.ts': 'export type A = 1;',
  'r.json': JSON.stringify({ options: WHY.map((why, id) => ({ id: `o${id}`, why })), choice: 'o0' }),
};
const FACTS: Readonly<Record<string, PlainJson[]>> = {
  calls: [{ returned: 2, args: [1] }],
  types: [
    { caller: 'g.ts', errors: [] },
    { bodies: [], escapes: [] },
  ],
  program: [{ n: 1 }],
};

const whole = evidenceOf(GRADERS, {
  files: RIGHT,
  finalText: 'posted',
  facts: new Map(Object.entries(FACTS).flatMap(([id, answers]) => [...factsOf(id, answers)])),
});

const json = fc.jsonValue({ maxDepth: 3 }).map((value): PlainJson => JSON.parse(JSON.stringify(value)));
const anyFacts: fc.Arbitrary<ProbeFacts> = fc.record({
  schema: fc.constant('operant.probe-facts/v1' as const),
  check: fc.constant('any'),
  state: fc.constantFrom('answered', 'no_answer', 'not_run'),
  detail: fc.string(),
  answers: fc.array(json, { maxLength: 4 }),
  contained: fc.constant([]),
});
const paths = Object.keys(RIGHT);
const anyEvidence: fc.Arbitrary<OutcomeEvidence> = fc.record({
  task: fc.constant(whole.task),
  given: fc.dictionary(fc.constantFrom('a.mjs', 'b'), fc.string()),
  after: fc.record({
    complete: fc.boolean(),
    entries: fc.array(
      fc.record({
        path: fc.constantFrom(...paths),
        type: fc.constantFrom('file', 'folder', 'link', 'other'),
        size: fc.nat(400_000),
        digest: fc.constant(null),
      }),
      { maxLength: 8 },
    ),
  }),
  deliverables: fc
    .dictionary(
      fc.constantFrom(...paths),
      fc.oneof(
        fc.string(),
        json.map((value) => JSON.stringify(value)),
        fc.constant(null),
      ),
    )
    .map((texts) => new Map(Object.entries(texts))),
  facts: fc
    .dictionary(fc.constantFrom('calls', 'types', 'program'), anyFacts)
    .map((facts) => new Map(Object.entries(facts))),
  finalText: fc.option(fc.string()),
  blocked: fc.boolean(),
});

describe('judgeOutcome', () => {
  it('passes every grader of a right trial', () => {
    expect(judgeOutcome(whole).map(({ id, status }) => [id, status])).toEqual(GRADERS.map(({ id }) => [id, 'passed']));
  });

  it('is total: one valid required check for each grader, whatever the evidence is', () => {
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        const checks = judgeOutcome(evidence);
        expect(checks.map(({ id }) => id)).toEqual(GRADERS.map(({ id }) => id));
        for (const check of checks) expect(Check.parse(check)).toMatchObject({ layer: 'outcome', required: true });
      }),
    );
  });

  it('passes nothing that lost the evidence it stands on (I1)', () => {
    const losses: readonly Partial<OutcomeEvidence>[] = [
      { after: { complete: false, entries: [] } },
      { after: { complete: true, entries: [] } },
      {
        after: { ...whole.after, entries: whole.after.entries.map((entry) => ({ ...entry, digest: null })) },
        deliverables: new Map(),
      },
      { deliverables: new Map(), facts: new Map(), finalText: null },
    ];
    for (const loss of losses) {
      const kept = judgeOutcome({ ...whole, ...loss, facts: new Map(), finalText: null });
      const passed = kept.filter(({ status }) => status === 'passed').map(({ id }) => id);
      // The digest of a whole list alone proves a file.
      expect(passed).toEqual(loss.after === undefined ? ['file'] : []);
    }
  });

  it('takes each fact away for itself, and passes that check no more', () => {
    for (const id of Object.keys(FACTS)) {
      const facts = new Map([...whole.facts].filter(([check]) => check !== id));
      const checks = judgeOutcome({ ...whole, facts });
      expect(checks.filter(({ status }) => status !== 'passed')).toMatchObject([{ id, status: 'unobservable' }]);
    }
  });
});

describe('sameJson', () => {
  it('holds for a value and its copy with keys in another order, and for no other', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(sameJson(one, JSON.parse(JSON.stringify(one)))).toBe(true);
        const equal = JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
        expect(sameJson(one, other)).toBe(equal);
      }),
    );
    expect(sameJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
    expect(sameJson({ a: 1 }, { b: 1 })).toBe(false);
    expect(sameJson([], {})).toBe(false);
  });
});

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { object: fields.map(([key, item]) => [key, ordered(item)]) };
}
