/** What Codex puts before the model unasked, over captures of the real program. What its shell reads is a command. */
import { describe, expect, test } from 'vitest';
import { harness } from '../../../harnesses/codex/index.ts';
import { SKILL_NAME, SKILL_TEXT } from '../../real/setup/read-scenarios.ts';
import { decoded, ENDED_WELL, fixture } from '../fixtures.ts';
import { changed, readsIn, readsOf } from '../reads.ts';

const one = fixture('codex', 'skill-called');

describe('codex', () => {
  test('a skill that the prompt called was shown whole, to the byte', () => {
    const path = `/workspace/.agents/skills/${SKILL_NAME}/SKILL.md`;
    const { reads, problems } = readsOf(harness, 'skill-called');
    expect(reads).toMatchObject([
      { via: 'injected', skill: SKILL_NAME, path, done: true, startLine: 1, content: SKILL_TEXT, cut: null },
    ]);
    expect(problems).toEqual([]);
  });

  test("a user's text that looks the same is none: Codex's own note on where it came from counts", () => {
    const imitated = changed(one, (line) => line.replaceAll('skills.selected_skill_instructions', 'user.input'));
    expect(readsIn(harness, one, imitated)).toEqual({ reads: [], problems: [] });
  });

  test('a text of another shape is a problem for reads alone', () => {
    const odd = changed(one, (line) => line.replaceAll('<skill>\\n<name>', '<skill>\\n<title>'));
    const { reads, problems } = readsIn(harness, one, odd);
    expect(reads).toMatchObject([{ skill: null, path: null, content: null }]);
    expect(problems).toEqual([expect.objectContaining({ affects: ['reads'] })]);
  });

  test('messages of standard output have the time of the same message in the log', () => {
    const success = fixture('codex', 'success');
    const { trace } = decoded(harness, success.files, ENDED_WELL);
    const said = trace.observations.flatMap((seen) => (seen.kind === 'message' ? [[seen.text, seen.at]] : []));
    expect(said).toEqual([
      ['I read the notes first.', expect.stringMatching(/^2026-/)],
      ['DECISION: PROCEED', expect.stringMatching(/^2026-/)],
    ]);
    const renamed = changed(success, (line, path) =>
      path === 'stdout.raw' ? line.replaceAll('I read the notes first.', 'I read nothing.') : line,
    );
    const other = decoded(harness, renamed, ENDED_WELL).trace.observations;
    expect(other).toContainEqual(expect.objectContaining({ kind: 'message', text: 'I read nothing.', at: null }));
  });
});
