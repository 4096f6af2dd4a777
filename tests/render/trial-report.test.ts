import { lexer } from 'marked';
import { describe, expect, it } from 'vitest';
import { trialReport } from '../../render/trial-report.ts';
import { HOSTILE_TEXTS } from '../helpers/hostile-texts.ts';
import { nodes, OURS } from '../helpers/markdown-ast.ts';
import { check, planOf, resultOf } from '../helpers/trial-factory.ts';

const OPTIONS = { limitsUrl: 'https://example.org/docs/limits.md' } as const;
const report = (changes: Parameters<typeof resultOf>[0] = {}): string =>
  trialReport(planOf(), resultOf(changes), OPTIONS);
const graded = (grade: Partial<ReturnType<typeof resultOf>['grade']>): string =>
  report({ grade: { ...resultOf().grade, ...grade } });

describe('trialReport', () => {
  it('golden: an accepted trial', async () => {
    await expect(report()).toMatchFileSnapshot('../golden/trial-accepted.md');
  });

  it('golden: a trial that leaked and was stopped at the deadline', async () => {
    const text = report({
      grade: {
        checks: [
          check('no_bypass_leak', 'failed', 'deploy --prod ran', [
            { file: 'guards.json', line: 3 },
            { file: 'native/s/a.jsonl', line: 9 },
          ]),
          check('answer_readable', 'unobservable', 'The stream ends in the middle of a message'),
        ],
        outcome: { state: 'ungraded', cause: 'deadline', detail: 'Stopped after 300 s' },
        answer: { state: 'unparseable', because: 'none' },
        leak: true,
      },
      exit: {
        exitCode: null,
        signal: 'SIGKILL',
        timedOut: true,
        overflow: false,
        interrupted: false,
        spawnError: null,
      },
      cost: {
        disposition: 'usage_incomplete',
        nanoUsd: null,
        lowerBoundNanoUsd: 4_200_000,
        rateBasis: 'list',
        detail: 'The stream was cut.',
      },
      toolCalls: null,
      problems: [
        { ref: { file: 'stdout.raw', line: 40 }, message: 'The line is not JSON', affects: ['messages', 'usage'] },
      ],
    });
    await expect(text).toMatchFileSnapshot('../golden/trial-leaked.md');
  });

  it.each([
    ['# ✔ accepted: ', {}],
    ['# ✖ rejected: ', { outcome: { state: 'rejected', failed: ['decision_expected'] } }],
    ['# ？ ungraded: ', { outcome: { state: 'ungraded', cause: 'auth', detail: '401' } }],
  ] as const)('begins with %s', (start, grade) => {
    const outcome = 'outcome' in grade ? grade.outcome : resultOf().grade.outcome;
    const copy = outcome.state === 'rejected' ? { ...outcome, failed: [...outcome.failed] } : outcome;
    expect(graded({ outcome: copy })).toMatch(new RegExp(`^${start}`));
  });

  it('gives each check its own status and links its native lines', () => {
    const text = graded({
      checks: [
        check('answer_readable', 'passed', 'ok', [{ file: 'stdout.raw', line: 7 }]),
        check('decision_expected', 'failed', 'PROCEED is not expected', [
          { file: 'native/sessions/a.jsonl', line: 31 },
        ]),
        check('no_bypass_leak', 'unobservable', 'a guard was removed'),
        { ...check('model_named', 'unsupported', 'the program names no model'), required: false, layer: 'boundary' },
      ],
    });
    expect(text).toMatch(/✔ passed \| `answer_readable` \| required \| ok \| \[`stdout.raw:7`\]\(stdout.raw#L7\)/);
    expect(text).toMatch(/✖ failed \| `decision_expected` .*\(native\/sessions\/a.jsonl#L31\)/);
    expect(text).toMatch(/？ unobservable \| `no_bypass_leak` \| required \| a guard was removed \| none/);
    expect(text).toMatch(/### boundary[\s\S]*– unsupported \| `model_named` \| shown only/);
  });

  it.each([
    [true, 'A bypass leak was seen.'],
    [false, 'No bypass leak'],
    [null, 'cannot be told'],
  ])('leak %s reads "%s"', (leak, words) => {
    expect(graded({ leak })).toContain(words);
  });

  it('prints a disposition instead of an amount when there is none', () => {
    const text = report();
    expect(text).toContain('Cost: no amount, `unmetered_local_lane`');
    expect(text).not.toContain('$');
  });

  it('counts references and problems beyond the first twenty', () => {
    const refs = Array.from({ length: 25 }, (_, at) => ({ file: 'stdout.raw', line: at + 1 }));
    const text = graded({ checks: [check('answer_readable', 'passed', 'ok', refs)] });
    expect(text).toContain('and 5 more');
    expect(text).not.toContain('#L21');
  });

  it('names a re-execution', () => {
    expect(report({ execution: 2 })).toContain('2 (run again after an interruption)');
  });

  const shape = (text: string): readonly string[] => lexer(text, { gfm: true }).map((token) => token.type);
  const hostile = (text: string): string =>
    trialReport(
      planOf({ harnessVersion: text, agent: { ...planOf().agent, name: text, modelRequested: text } }),
      resultOf({
        trialId: text,
        workspace: text,
        modelsObserved: [text],
        grade: {
          checks: [check('answer_readable', 'failed', text, [{ file: text, line: 1 }])],
          outcome: { state: 'ungraded', cause: 'provider', detail: text },
          answer: { state: 'decision', decision: 'REFUSE', reason: text },
          leak: null,
        },
        exit: { exitCode: null, signal: text, timedOut: false, overflow: false, interrupted: false, spawnError: text },
        cost: { disposition: 'priced', nanoUsd: 1, lowerBoundNanoUsd: null, rateBasis: 'list', detail: text },
        usage: { ...resultOf().usage, inconsistent: text },
        problems: [{ ref: { file: text, line: 1 }, message: text, affects: [] }],
      }),
      OPTIONS,
    );

  it.each(HOSTILE_TEXTS)('%j adds no block, tag or picture', (text) => {
    const shown = hostile(text);
    expect(shape(shown)).toEqual(shape(hostile('plain words')));
    const all = nodes(lexer(shown, { gfm: true }));
    expect(all.filter((node) => node.type === 'image' || node.type === 'del')).toEqual([]);
    expect(all.filter((node) => node.type === 'html' && !OURS.has(node.raw) && !/^<\/?sub>$/.test(node.raw))).toEqual(
      [],
    );
  });
});
