/** I1 over whole workflow trials: losing evidence never accepts a trial, and never makes a failed check pass. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../records/digest.ts';
import type { Manifest } from '../../../records/manifest.ts';
import { Affects, type EvidenceProblem, type Observation } from '../../../records/observation.ts';
import { Grade } from '../../../records/trial.ts';
import type { WorkflowContract } from '../../../records/workflow.ts';
import { gradeWorkflow, type WorkflowEvidence } from '../../../scorers/workflow/grade.ts';
import { command, lost, message, ROOT, read, returned, started, traceOf, WORKSPACE } from './evidence.ts';

const ENTRY = '---\nname: demo\n---\n# Demo page\n\nthe first of its rules\nthe second of its rules\n';
const LOG = 'worker a claimed the notice\nworker b claimed the notice\n';
const DIGEST = `sha256:${'a'.repeat(64)}` as const;
const FOUND = [
  'the lease is reckoned from the queue and not from the claim',
  'nobody asks again before the mail is sent',
];

const CONTRACT: WorkflowContract = {
  schema: 'operant.workflow-contract/v1',
  case: 'one',
  taskDigest: DIGEST,
  task: {
    prompt: 'Find out why, and write answer.json.',
    activates: true,
    requires: ['SKILL.md'],
    delegation: 'explore',
    verifies: [{ kind: 'looked', id: 'looked', paths: ['workers.log'] }],
    mayWrite: ['answer.json'],
    outcome: [{ kind: 'answers', id: 'answer', path: 'answer.json', values: { '/why': 1 }, citations: [] }],
  },
  files: { 'workers.log': LOG },
  package: { name: 'demo', digest: DIGEST, root: ROOT, called: true },
  sources: { 'SKILL.md': ENTRY },
};

const ANSWER = '{"why": 1}';

const manifest = (paths: readonly string[], rest: Partial<Manifest> = {}, answer = ANSWER): Manifest => ({
  schema: 'operant.manifest/v1',
  complete: true,
  settled: true,
  entries: paths.map((path) => {
    const text = path === 'answer.json' ? answer : path;
    return { path, type: 'file', mode: 0o644, size: text.length, digest: digestOf(text), target: null };
  }),
  ...rest,
});

/** A trial in which everything was done. */
function whole(): WorkflowEvidence {
  const observations: Observation[] = [
    read(`${ROOT}/SKILL.md`, ENTRY),
    command('cat workers.log', LOG),
    started('a', 'look at the lease'),
    started('b', 'look at the worker'),
    returned('a', FOUND[0] ?? ''),
    returned('b', FOUND[1] ?? ''),
    started('c', `Weigh:\n${FOUND.join('\n')}`),
    returned('c', 'both hold'),
    message('It is the lease.'),
  ];
  return {
    contract: CONTRACT,
    condition: 'explicit',
    installed: { 'SKILL.md': ENTRY },
    workspace: WORKSPACE,
    terminal: { state: 'success', finalText: 'It is the lease.' },
    trace: traceOf(observations),
    capabilities: {
      commands: 'session',
      reads: 'session',
      edits: 'session',
      messages: 'session',
      usage: 'session',
      delegation: 'session',
      model: 'unsupported',
    },
    ownFiles: [],
    modelRequested: null,
    answersAt: [],
    before: manifest(['workers.log']),
    after: manifest(['workers.log', 'answer.json']),
    deliverables: new Map([['answer.json', ANSWER]]),
    facts: new Map(),
  };
}

const HIDES: Readonly<Record<Observation['kind'], Affects>> = {
  command: 'commands',
  read: 'reads',
  edit: 'edits',
  message: 'messages',
  model: 'model',
  usage: 'usage',
  delegate: 'delegation',
  turn: 'terminal',
};

type Loss = (evidence: WorkflowEvidence) => WorkflowEvidence;

const withTrace = (
  evidence: WorkflowEvidence,
  observations: readonly Observation[],
  more: readonly EvidenceProblem[],
) => ({
  ...evidence,
  trace: traceOf(observations, [...evidence.trace.problems, ...more]),
});

/** One line of a record that cannot be read any more, as its decoder tells it. */
const lostLine = fc.nat().map(
  (pick): Loss =>
    (evidence) => {
      const all = evidence.trace.observations;
      const gone = all[pick % Math.max(1, all.length)];
      if (gone === undefined) return evidence;
      const left = all.filter((one) => one !== gone);
      return withTrace(evidence, left, [lost(HIDES[gone.kind])]);
    },
);

const anyLoss: fc.Arbitrary<Loss> = fc.oneof(
  { weight: 4, arbitrary: lostLine },
  fc.constant<Loss>((evidence) => withTrace(evidence, [], [{ ...lost(...Affects.options), ref: null }])),
  fc.constant<Loss>((evidence) => ({ ...evidence, before: null })),
  fc.constant<Loss>((evidence) => ({ ...evidence, after: null })),
  fc.constant<Loss>((evidence) => ({ ...evidence, after: manifest(['workers.log'], { complete: false }) })),
  fc.constant<Loss>((evidence) => ({ ...evidence, installed: null })),
  fc.constant<Loss>((evidence) => ({ ...evidence, workspace: null })),
  fc.constant<Loss>((evidence) => ({ ...evidence, deliverables: new Map([['answer.json', null]]) })),
  fc.constant<Loss>((evidence) => ({ ...evidence, answersAt: null })),
);

/** Something that the agent did wrong. */
type Fault = (evidence: WorkflowEvidence) => WorkflowEvidence;
const without =
  (kind: Observation['kind'], pick = 0): Fault =>
  (evidence) => {
    const all = evidence.trace.observations.filter((one) => one.kind === kind);
    const gone = all[pick % Math.max(1, all.length)];
    return withTrace(
      evidence,
      evidence.trace.observations.filter((one) => one !== gone),
      [],
    );
  };
const anyFault: fc.Arbitrary<Fault> = fc.oneof(
  fc.constant<Fault>((evidence) => evidence),
  fc.constant(without('read')),
  fc.constant(without('command')),
  fc.nat(5).map((pick) => without('delegate', pick)),
  fc.constant<Fault>((evidence) => ({ ...evidence, after: manifest(['workers.log', 'answer.json', 'notes.md']) })),
  fc.constant<Fault>((evidence) => ({
    ...evidence,
    after: manifest(['workers.log', 'answer.json'], {}, '{"why": 2}'),
    deliverables: new Map([['answer.json', '{"why": 2}']]),
  })),
  fc.constant<Fault>((evidence) =>
    withTrace(evidence, [...evidence.trace.observations, command('cat /tmp/copy/SKILL.md', ENTRY)], []),
  ),
);

describe('gradeWorkflow', () => {
  it('accepts a trial in which everything was done and seen', () => {
    const grade = gradeWorkflow(whole());
    expect(grade.checks.filter(({ status }) => status !== 'passed')).toEqual([]);
    expect(grade.outcome.state).toBe('accepted');
  });

  it('is total: every grade is a valid record, and asks the same questions whatever is lost', () => {
    const questions = gradeWorkflow(whole()).checks.map(({ id }) => id);
    fc.assert(
      fc.property(anyFault, fc.array(anyLoss, { maxLength: 4 }), (fault, losses) => {
        const grade = gradeWorkflow(losses.reduce((evidence, lose) => lose(evidence), fault(whole())));
        expect(Grade.parse(grade)).toEqual(grade);
        expect(new Set([...questions, 'integrity'])).toEqual(
          new Set([...grade.checks.map(({ id }) => id), 'integrity']),
        );
      }),
    );
  });

  it('I1: losing evidence never accepts a trial and never turns what is not passed into passed', () => {
    fc.assert(
      fc.property(anyFault, fc.array(anyLoss, { minLength: 1, maxLength: 3 }), (fault, losses) => {
        const before = gradeWorkflow(fault(whole()));
        const after = gradeWorkflow(losses.reduce((evidence, lose) => lose(evidence), fault(whole())));
        if (before.outcome.state !== 'accepted') expect(after.outcome.state).not.toBe('accepted');
        const was = new Map(before.checks.map(({ id, status }) => [id, status]));
        for (const { id, status } of after.checks) {
          if (status === 'passed') expect([id, was.get(id) ?? 'passed']).toEqual([id, 'passed']);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('I2: nothing passes for an empty record', () => {
    const empty = {
      ...whole(),
      trace: traceOf([], [{ ...lost(...Affects.options), ref: null }]),
      before: null,
      after: null,
    };
    const grade = gradeWorkflow({
      ...empty,
      deliverables: new Map(),
      terminal: { state: 'blocked', cause: 'cli_error', detail: 'x', finalText: null },
    });
    expect(grade.checks.filter(({ status }) => status === 'passed')).toEqual([]);
    expect(grade.outcome).toMatchObject({ state: 'ungraded', cause: 'cli_error' });
  });

  it('reads the same from a record in another order of files or with lines twice', () => {
    const evidence = whole();
    const doubled = { ...evidence, trace: traceOf([...evidence.trace.observations, ...evidence.trace.observations]) };
    expect(gradeWorkflow(doubled).outcome.state).toBe('accepted');
  });
});
