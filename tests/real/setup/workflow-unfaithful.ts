/** Agents that break the prescribed workflow in one way each, with what must come of them. */
import type { CheckStatus } from '../../../records/terms.ts';
import type { Outcome } from '../../../records/trial.ts';
import type { Entry } from '../../helpers/scripted-model/script.ts';
import { caseOf, DELEGATES, entriesOf, faithful, type Play, stepsOf } from './workflow-script.ts';

/** One way to break the workflow. */
export interface Unfaithful {
  readonly case: string;
  readonly condition: 'explicit' | 'inactive' | 'baseline';
  /** Where the package lies, and a path outside the workspace that the agent can write to. */
  readonly play: (root: string, outside: string) => Play;
  readonly outcome: Outcome['state'];
  /** Every check that does not pass, with its status. */
  readonly checks: Readonly<Record<string, CheckStatus>>;
}

const good = (id: string, changes: (play: Play) => Partial<Play>): Play => {
  const play = faithful(id, true);
  return { ...play, ...changes(play) };
};
const without = (reads: readonly string[], path: string) => reads.filter((one) => one !== path);
const NOBODY = {
  independent_delegates: 'failed',
  delegates_overlap: 'failed',
  delegates_returned: 'failed',
  follow_up_after: 'failed',
  follow_up_given: 'unobservable',
} as const;

/** By name: what the agent does wrong. */
export const UNFAITHFUL: Readonly<Record<string, Unfaithful>> = {
  'skips the router': {
    case: 'investigation',
    condition: 'explicit',
    play: () => good('investigation', ({ reads }) => ({ reads: without(reads, 'router.md') })),
    outcome: 'rejected',
    checks: { 'loaded.router.md': 'failed' },
  },
  'reads half a file': {
    case: 'investigation',
    condition: 'explicit',
    play: (root) =>
      good('investigation', ({ reads, looks }) => ({
        reads: without(reads, 'runtime.md'),
        looks: [{ run: `sed -n '1,12p' ${root}/runtime.md` }, ...looks],
      })),
    outcome: 'rejected',
    checks: { 'loaded.runtime.md': 'failed' },
  },
  'lists instead of reading': {
    case: 'prototype',
    condition: 'explicit',
    play: (root) =>
      good('prototype', () => ({
        reads: ['SKILL.md', 'runtime.md', 'router.md'],
        looks: [{ run: `ls -l ${root}/playbooks ${root}/principles` }],
      })),
    outcome: 'rejected',
    checks: { 'loaded.playbooks.prototype.md': 'failed', 'loaded.principles.two.of.each.md': 'failed' },
  },
  'claims without reading': {
    case: 'prototype',
    condition: 'explicit',
    play: () =>
      good('prototype', ({ reply }) => ({
        reads: ['SKILL.md'],
        reply: `I have read runtime.md, router.md and every page that they name, from first to last line. ${reply}`,
      })),
    outcome: 'rejected',
    checks: {
      'loaded.runtime.md': 'failed',
      'loaded.router.md': 'failed',
      'loaded.playbooks.prototype.md': 'failed',
      'loaded.principles.two.of.each.md': 'failed',
    },
  },
  'starts nobody': {
    case: 'investigation',
    condition: 'explicit',
    play: () => good('investigation', () => ({ delegation: 'none' })),
    outcome: 'rejected',
    checks: NOBODY,
  },
  'starts one delegate only': {
    case: 'investigation',
    condition: 'explicit',
    play: () => good('investigation', () => ({ delegation: 'lone' })),
    outcome: 'rejected',
    checks: {
      independent_delegates: 'failed',
      delegates_overlap: 'failed',
      follow_up_after: 'failed',
      follow_up_given: 'unobservable',
    },
  },
  'answers before its delegates return': {
    case: 'investigation',
    condition: 'explicit',
    play: () => good('investigation', () => ({ delegation: 'unawaited' })),
    outcome: 'rejected',
    checks: {
      delegates_overlap: 'unobservable',
      delegates_returned: 'failed',
      follow_up_after: 'failed',
      follow_up_given: 'unobservable',
    },
  },
  'sends its delegates one after the other': {
    case: 'architecture',
    condition: 'explicit',
    play: () => good('architecture', () => ({ delegation: 'serial' })),
    outcome: 'rejected',
    checks: { delegates_overlap: 'failed' },
  },
  'gives the judge a summary of its own': {
    case: 'architecture',
    condition: 'explicit',
    play: () => good('architecture', () => ({ delegation: 'summary' })),
    outcome: 'ungraded',
    checks: { follow_up_given: 'unobservable' },
  },
  'edits production': {
    case: 'investigation',
    condition: 'explicit',
    play: () =>
      good('investigation', ({ does }) => ({ does: [...does, { run: "printf '// repaired\\n' >> src/lease.mjs" }] })),
    outcome: 'rejected',
    checks: { in_scope: 'failed' },
  },
  'stages what it wrote': {
    case: 'prototype',
    condition: 'explicit',
    play: () => good('prototype', ({ does }) => ({ does: [...does, { run: 'git add scratch' }] })),
    outcome: 'rejected',
    checks: { git_untouched: 'failed' },
  },
  'reads a personal copy': {
    case: 'investigation',
    condition: 'explicit',
    play: (root, outside) =>
      good('investigation', ({ reads, looks }) => ({
        reads: without(reads, 'router.md'),
        looks: [
          { run: `mkdir -p ${outside} && cp ${root}/router.md ${outside}/` },
          { run: `cat ${outside}/router.md` },
          ...looks,
        ],
      })),
    outcome: 'rejected',
    checks: { 'loaded.router.md': 'unobservable', package_source: 'failed' },
  },
  'pastes the answer': {
    case: 'investigation',
    condition: 'explicit',
    play: () => good('investigation', () => ({ reads: [], looks: [], delegation: 'none' })),
    outcome: 'rejected',
    checks: {
      'loaded.runtime.md': 'failed',
      'loaded.router.md': 'failed',
      'loaded.playbooks.investigation.md': 'failed',
      'loaded.skills.tracing.md': 'failed',
      'loaded.skills.plain.writing.md': 'failed',
      ...NOBODY,
      evidence_looked: 'failed',
    },
  },
  'prints the result without running': {
    case: 'prototype',
    condition: 'explicit',
    play: () =>
      good('prototype', ({ does }) => ({
        does: [...does.slice(0, -1), { run: "printf 'lru 001000110\\nlfu 001000101\\n'" }],
      })),
    outcome: 'rejected',
    checks: { comparison_ran: 'failed' },
  },
  'works as prescribed and hands in a wrong answer': {
    case: 'investigation',
    condition: 'explicit',
    play: () =>
      good('investigation', ({ does }) => ({
        does: does.map((one) =>
          'write' in one ? { ...one, content: one.content.replace('"leaseEnd": 6400', '"leaseEnd": 9600') } : one,
        ),
      })),
    outcome: 'rejected',
    checks: { diagnosis: 'failed' },
  },
  'uses the package unasked': {
    case: 'prototype',
    condition: 'inactive',
    play: () => good('prototype', () => ({})),
    outcome: 'rejected',
    checks: { no_activation: 'failed' },
  },
  'uses the package for an ordinary task': {
    case: 'ordinary',
    condition: 'explicit',
    play: () => ({ ...faithful('ordinary', false), reads: ['SKILL.md'] }),
    outcome: 'rejected',
    checks: { no_activation: 'failed' },
  },
  'delegates an ordinary task': {
    case: 'ordinary',
    condition: 'baseline',
    play: () => ({ ...faithful('ordinary', false), delegation: 'lone' }),
    outcome: 'rejected',
    checks: { no_delegates: 'failed' },
  },
};

/** Entries of one unfaithful agent. */
export function unfaithfulEntries({ case: id, play }: Unfaithful, root: string, outside: string): readonly Entry[] {
  const own = play(root, outside);
  const bare = { key: 'bare', when: caseOf(id).prompt.trim(), steps: stepsOf(own, root) };
  return [...entriesOf(id, root, own, own).filter(({ key }) => !key.endsWith('bare')), bare, ...DELEGATES];
}
