/** What Claude Code's own tools and called skills put before the model, over captures of the real program. */
import { describe, expect, test } from 'vitest';
import { harness } from '../../../harnesses/claude/index.ts';
import { HUGE_FILES, LONG_FILES, READ_FILES, SKILL_NAME, SKILL_TEXT } from '../../real/setup/read-scenarios.ts';
import { fixture } from '../fixtures.ts';
import { changed, FAILED, part, readsIn, readsOf, shown, withoutFrontMatter } from '../reads.ts';

const { 'ends.md': ends = '', 'crlf.md': crlf = '' } = READ_FILES;
const { 'huge.md': huge = '' } = HUGE_FILES;
const { 'long.md': long = '', 'wide.md': wide = '' } = LONG_FILES;
const PART = Array.from({ length: 12 }, (_, n) => `part ${n + 1}\n`).join('');
const SKILL_PATH = `/workspace/.claude/skills/${SKILL_NAME}/SKILL.md`;

describe('claude', () => {
  test('shows whole files to the byte, except for carriage returns, which it takes off', () => {
    const files = { ...READ_FILES, 'crlf.md': crlf.replaceAll('\r', '') };
    const { reads, problems } = readsOf(harness, 'reads');
    expect(reads).toMatchObject(Object.entries(files).map(([path, text]) => shown(path, text)));
    expect(problems).toEqual([]);
  });

  test('shows parts with their first line; what was not asked for is not cut', () => {
    expect(readsOf(harness, 'read-part').reads).toMatchObject([
      shown('part.md', part(PART, 3, 6), { startLine: 3 }),
      shown('part.md', part(PART, 7, 13), { startLine: 7 }),
      shown('part.md', part(PART, 1, 2)),
    ]);
  });

  test('a file that is not there failed; beyond the end of a file there is nothing', () => {
    expect(readsOf(harness, 'read-missing').reads).toMatchObject([
      { path: 'missing.md', ...FAILED },
      shown('part.md', '', { startLine: 400 }),
    ]);
  });

  test('cuts neither many nor long lines, refuses too many bytes, and cuts them when it is told to show them', () => {
    expect(readsOf(harness, 'read-cut').reads).toMatchObject([
      shown('long.md', long),
      shown('wide.md', wide),
      shown('long.md', part(long, 2001, 2100), { startLine: 2001 }),
      shown('long.md', long),
    ]);
    expect(readsOf(harness, 'read-huge').reads).toMatchObject([{ path: 'huge.md', ...FAILED }]);
    const [capped] = readsOf(harness, 'read-capped').reads;
    expect([capped?.done, capped?.cut, huge.startsWith(`${capped?.content}\n`)]).toEqual([true, true, true]);
  });

  test("delegates' logs have numbered text alone: the numbers are taken off, and nothing says what was cut", () => {
    const { reads, problems } = readsOf(harness, 'read-delegate');
    const expected = [
      shown('ends.md', part(ends, 2, 3), { startLine: 2, cut: null }),
      shown('ends.md', ends, { cut: null }),
    ];
    expect(reads).toHaveLength(2);
    expect(reads).toEqual(expect.arrayContaining(expected.map((one) => expect.objectContaining(one))));
    expect(new Set(reads.map(({ thread }) => thread)).size).toBe(2);
    expect(problems).toEqual([]);
  });

  test('a skill that the model called is shown without its front matter; one that there is not failed', () => {
    const content = withoutFrontMatter(SKILL_TEXT);
    expect(readsOf(harness, 'skill-chosen').reads).toMatchObject([
      { via: 'skill', skill: SKILL_NAME, path: SKILL_PATH, done: true, startLine: null, content, cut: null },
      { via: 'skill', skill: 'no-such-skill', path: null, ...FAILED },
    ]);
  });

  test('a skill that the prompt called stands in the log alone, above its arguments', () => {
    const content = withoutFrontMatter(SKILL_TEXT);
    expect(readsOf(harness, 'skill-called').reads).toMatchObject([
      { via: 'injected', skill: SKILL_NAME, path: SKILL_PATH, done: true, startLine: null, content, cut: null },
    ]);
  });
});

describe('what imitates a read', () => {
  test("a prompt with the words of a called skill is none without Claude Code's own mark", () => {
    const one = fixture('claude', 'skill-called');
    const unmarked = changed(one, (line) => line.replaceAll('"isMeta":true,', ''));
    expect(readsIn(harness, one, unmarked).reads).toEqual([]);
  });

  test('the text of a skill whose prompt called none is none', () => {
    const one = fixture('claude', 'skill-called');
    const uncalled = changed(one, (line) => line.replaceAll('<command-name>', '<command-nick>'));
    expect(readsIn(harness, one, uncalled).reads).toEqual([]);
  });
});

describe('what cannot be read', () => {
  const one = fixture('claude', 'reads');
  const affects = ['reads'];

  test('a call without a path', () => {
    const { reads, problems } = readsIn(
      harness,
      one,
      changed(one, (line) => line.replaceAll('"file_path":"ends.md"', '"path":"ends.md"')),
    );
    expect(reads).toHaveLength(4);
    expect(problems).toEqual([expect.objectContaining({ message: 'the input of Read cannot be read', affects })]);
  });

  test('a result that is not numbered', () => {
    const odd = changed(one, (line) => line.replaceAll('"1\\tGrüße aus Köln\\n2\\t', '"1\\tGrüße aus Köln\\n5\\t'));
    const { reads, problems } = readsIn(harness, one, odd);
    expect(reads[0]).toMatchObject({ path: 'ends.md', done: true, startLine: null, content: null, cut: null });
    const message = 'what Read showed of "ends.md" cannot be read';
    expect(problems).toEqual([expect.objectContaining({ message, affects })]);
  });

  test('an image, which is no text, is no problem', () => {
    const image = changed(one, (line) =>
      line.includes('"content":"1\\tGrüße aus Köln')
        ? line
            .replaceAll('"type":"text","file"', '"type":"image","file"')
            .replaceAll(/"content":"1\\t[^"]*"/g, '"content":[{"type":"image"}]')
        : line,
    );
    const { reads, problems } = readsIn(harness, one, image);
    expect([reads[0]?.content, reads[0]?.done, problems]).toEqual([null, true, []]);
  });

  test('the text of a skill that the log lacks', () => {
    const skill = fixture('claude', 'skill-chosen');
    const other = changed(skill, (line) => line.replaceAll('"sourceToolUseID":"', '"otherID":"'));
    const { reads, problems } = readsIn(harness, skill, other);
    expect(reads[0]).toMatchObject({ skill: SKILL_NAME, done: true, path: null, content: null });
    expect(problems).toEqual([expect.objectContaining({ affects })]);
  });

  test('a read that had not ended has shown nothing', () => {
    const cut = one.files.map((file) => ({ ...file, lines: file.lines.filter((l) => !l.includes('1\\tGrüße aus')) }));
    const { reads, problems } = readsIn(harness, one, cut);
    expect(reads[0]).toMatchObject({ path: 'ends.md', done: null, content: null, cut: null });
    expect(problems.some((problem) => problem.affects.includes('reads'))).toBe(true);
  });
});
