/** What OpenCode's own tools put before the model, over captures of the real program. */
import { describe, expect, test } from 'vitest';
import { harness } from '../../../harnesses/opencode/index.ts';
import { HUGE_FILES, LONG_FILES, READ_FILES, SKILL_NAME, SKILL_TEXT } from '../../real/setup/read-scenarios.ts';
import { fixture } from '../fixtures.ts';
import { changed, FAILED, part, readsIn, readsOf, shown, withoutFrontMatter } from '../reads.ts';

const at = (name: string): string => `/workspace/${name}`;
const { 'ends.md': ends = '', 'crlf.md': crlf = '' } = READ_FILES;
const { 'long.md': long = '' } = LONG_FILES;
const { 'huge.md': huge = '' } = HUGE_FILES;
const PART = Array.from({ length: 12 }, (_, n) => `part ${n + 1}\n`).join('');
const unended = (text: string): string => text.replace(/\n$/, '');

describe('opencode', () => {
  test('shows whole files line by line, without a trace of a final newline or of carriage returns', () => {
    const files = { ...READ_FILES, 'crlf.md': crlf.replaceAll('\r', '') };
    const { reads, problems } = readsOf(harness, 'reads');
    expect(reads).toMatchObject(Object.entries(files).map(([path, text]) => shown(at(path), unended(text))));
    expect(problems).toEqual([]);
  });

  test('shows parts with their first line; what was not asked for is not cut', () => {
    expect(readsOf(harness, 'read-part').reads).toMatchObject([
      shown(at('part.md'), part(PART, 3, 6), { startLine: 3 }),
      shown(at('part.md'), part(PART, 7, 12), { startLine: 7 }),
      shown(at('part.md'), part(PART, 1, 2)),
    ]);
  });

  test('a file that is not there failed, and so did a part beyond the end of a file', () => {
    expect(readsOf(harness, 'read-missing').reads).toMatchObject([
      { path: 'missing.md', ...FAILED },
      { path: 'part.md', ...FAILED },
    ]);
  });

  test('cuts after two thousand lines, after so many bytes, and within long lines, of which `truncated` is silent', () => {
    const { reads } = readsOf(harness, 'read-cut');
    expect(reads).toMatchObject([
      shown(at('long.md'), part(long, 1, 2000), { cut: true }),
      { path: at('wide.md'), done: true, startLine: 1, cut: true },
      shown(at('long.md'), part(long, 2001, 2100), { startLine: 2001 }),
      shown(at('long.md'), part(long, 1, 2000), { cut: true }),
    ]);
    expect(reads[1]?.content).toMatch(/\(line truncated to 2000 chars\)\nlast$/);
    const [capped] = readsOf(harness, 'read-huge').reads;
    expect([capped?.cut, huge.startsWith(`${capped?.content}\n`)]).toEqual([true, true]);
  });

  test('delegates read in their own sessions', () => {
    const { reads } = readsOf(harness, 'read-delegate');
    const expected = [shown(at('ends.md'), unended(ends)), shown(at('ends.md'), part(ends, 2, 3), { startLine: 2 })];
    expect(reads).toHaveLength(2);
    expect(reads).toEqual(expect.arrayContaining(expected.map((one) => expect.objectContaining(one))));
  });

  test('a skill that the model called is shown without its front matter and last newline', () => {
    const content = withoutFrontMatter(SKILL_TEXT).trim();
    const path = at(`.agents/skills/${SKILL_NAME}/SKILL.md`);
    expect(readsOf(harness, 'skill-chosen').reads).toMatchObject([
      { via: 'skill', skill: SKILL_NAME, path, done: true, startLine: null, content, cut: null },
      { via: 'skill', skill: 'no-such-skill', path: null, ...FAILED },
    ]);
  });
});

describe('what cannot be told', () => {
  const one = fixture('opencode', 'reads');

  test.each([
    ['numbers with a gap', '2: 第二行', '7: 第二行'],
    ['an end that the tool does not write', '(End of file - total 5 lines)', 'The end.'],
    ['a head that the tool does not write', '<type>file</type>', '<type>stream</type>'],
  ])('%s is a problem for reads alone', (_, from, to) => {
    const odd = changed(one, (line, path) => (path === 'stdout.raw' ? line : line.replaceAll(from, to)));
    const { reads, problems } = readsIn(harness, one, odd);
    expect(reads[0]).toMatchObject({ path: at('ends.md'), done: true, startLine: null, content: null, cut: null });
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.every(({ affects }) => affects.length === 1 && affects[0] === 'reads')).toBe(true);
  });

  test('a folder is no text', () => {
    const folder = changed(one, (line, path) =>
      path === 'stdout.raw'
        ? line
        : line
            .replaceAll('<type>file</type>', '<type>directory</type>')
            .replaceAll('"type":"file"', '"type":"directory"'),
    );
    const { reads, problems } = readsIn(harness, one, folder);
    expect(reads.every(({ content }) => content === null)).toBe(true);
    expect(problems).toEqual([]);
  });

  test('a read whose end the log lacks had not ended', () => {
    const [first] = one.files.filter(({ path }) => path !== 'stdout.raw');
    const lines = first?.lines.filter((line) => !(line.includes('"read"') && line.includes('"completed"'))) ?? [];
    const files = one.files.map((file) => (file === first ? { ...file, lines } : file));
    const { reads, problems } = readsIn(harness, one, files);
    expect(reads.every(({ done, content }) => done === null && content === null)).toBe(true);
    expect(problems.some(({ affects }) => affects.includes('reads'))).toBe(true);
  });
});
