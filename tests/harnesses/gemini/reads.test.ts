/** What the Gemini CLI's own tools put before the model, over captures of the real program. */
import { describe, expect, test } from 'vitest';
import { harness } from '../../../harnesses/gemini/index.ts';
import { LONG_FILES, READ_FILES, SKILL_NAME, SKILL_TEXT } from '../../real/setup/read-scenarios.ts';
import { fixture } from '../fixtures.ts';
import { changed, FAILED, part, readsIn, readsOf, shown, withoutFrontMatter } from '../reads.ts';

const { 'ends.md': ends = '', 'crlf.md': crlf = '' } = READ_FILES;
const { 'long.md': long = '' } = LONG_FILES;
const PART = Array.from({ length: 12 }, (_, n) => `part ${n + 1}\n`).join('');

describe('gemini', () => {
  test('shows whole files to the byte, except for carriage returns, which it takes off', () => {
    const files = { ...READ_FILES, 'crlf.md': crlf.replaceAll('\r', '') };
    const { reads, problems } = readsOf(harness, 'reads');
    expect(reads).toMatchObject(Object.entries(files).map(([path, text]) => shown(path, text)));
    expect(problems).toEqual([]);
  });

  test('standard output proves nothing of what was shown', () => {
    const one = fixture('gemini', 'reads');
    const stdout = one.files.filter(({ path }) => path === 'stdout.raw');
    const { reads, problems } = readsIn(harness, one, stdout);
    expect(reads).toHaveLength(5);
    expect(reads.every(({ done, content }) => done === null && content === null)).toBe(true);
    expect(problems.some(({ affects }) => affects.includes('reads'))).toBe(true);
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
      shown('part.md', '', { startLine: 14 }),
    ]);
  });

  test('cuts after two thousand lines and within long lines, and says so', () => {
    const { reads } = readsOf(harness, 'read-cut');
    expect(reads).toMatchObject([
      shown('long.md', part(long, 1, 2000), { cut: true }),
      { path: 'wide.md', done: true, startLine: 1, cut: true },
      shown('long.md', part(long, 2001, 2100), { startLine: 2001 }),
      shown('long.md', part(long, 1, 2000), { cut: true }),
    ]);
    expect(reads[1]?.content).toMatch(/^short\nwide .*\.\.\. \[truncated\]\nlast\n$/);
  });

  test('delegates read in their own threads', () => {
    const { reads } = readsOf(harness, 'read-delegate');
    const expected = [shown('ends.md', ends), shown('ends.md', part(ends, 2, 3), { startLine: 2 })];
    expect(reads).toHaveLength(2);
    expect(reads).toEqual(expect.arrayContaining(expected.map((one) => expect.objectContaining(one))));
  });

  test('a skill that the model called is shown without its front matter and last newline', () => {
    const content = withoutFrontMatter(SKILL_TEXT).trim();
    const path = `/workspace/.agents/skills/${SKILL_NAME}/SKILL.md`;
    expect(readsOf(harness, 'skill-chosen').reads).toMatchObject([
      { via: 'skill', skill: SKILL_NAME, path, done: true, startLine: null, content, cut: null },
      { via: 'skill', skill: 'no-such-skill', path: null, ...FAILED },
    ]);
  });
});

describe('what cannot be told', () => {
  const one = fixture('gemini', 'reads');

  test('several files that one call read are not taken apart', () => {
    const many = changed(one, (line) =>
      line
        .replaceAll(
          '"name":"read_file","args":{"file_path":"ends.md"}',
          '"name":"read_many_files","args":{"include":["ends.md","b.md"]}',
        )
        .replaceAll('"tool_name":"read_file"', '"tool_name":"read_many_files"'),
    );
    expect(readsIn(harness, one, many).reads.slice(0, 2)).toMatchObject([
      { path: 'ends.md', done: true, content: null },
      { path: 'b.md', done: true, content: null },
    ]);
  });

  test('a result without text is a problem for reads alone', () => {
    const odd = changed(one, (line) => line.replaceAll('{"output":"one\\n\\n\\n"}', '{"picture":"…"}'));
    const { reads, problems } = readsIn(harness, one, odd);
    expect(reads[2]).toMatchObject({ path: 'blank-end.md', done: true, startLine: null, content: null });
    expect(problems).toEqual([expect.objectContaining({ affects: ['reads'] })]);
  });

  test('a file that begins as a cut one does is shown as it is', () => {
    const text = readsOf(harness, 'read-part').reads[0];
    const header =
      '\\nIMPORTANT: The file content has been truncated.\\nStatus: Showing lines 3-6 of 13 total lines.\\n';
    const file = `${header}Action: none\\n\\n--- FILE CONTENT (truncated) ---\\nx`;
    const fake = changed(one, (line) => line.replaceAll('{"output":"one\\n\\n\\n"}', `{"output":"${file}"}`));
    expect(readsIn(harness, one, fake).reads[2]).toMatchObject({ startLine: 1, content: JSON.parse(`"${file}"`) });
    expect(text?.content).not.toContain('IMPORTANT');
  });
});
