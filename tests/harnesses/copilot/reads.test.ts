/** What Copilot's own tools put before the model, over captures of the real program. */
import { describe, expect, test } from 'vitest';
import { harness } from '../../../harnesses/copilot/index.ts';
import { HUGE_FILES, LONG_FILES, READ_FILES, SKILL_NAME, SKILL_TEXT } from '../../real/setup/read-scenarios.ts';
import { fixture } from '../fixtures.ts';
import { changed, FAILED, part, readsIn, readsOf, shown, withoutFrontMatter } from '../reads.ts';

const { 'ends.md': ends = '' } = READ_FILES;
const { 'long.md': long = '', 'wide.md': wide = '' } = LONG_FILES;
const { 'huge.md': huge = '' } = HUGE_FILES;
const PART = Array.from({ length: 12 }, (_, n) => `part ${n + 1}\n`).join('');

/** Nothing of the file was shown, under the word `success`. */
const WITHHELD = { done: true, startLine: null, content: '', cut: true };

describe('copilot', () => {
  test('shows whole files to the byte: no line numbers, carriage returns and the last newline as they are', () => {
    const { reads, problems } = readsOf(harness, 'reads');
    expect(reads).toMatchObject(Object.entries(READ_FILES).map(([path, text]) => shown(path, text)));
    expect(problems).toEqual([]);
  });

  test('an empty file, which the model is shown as a difference of nothing, has no text', () => {
    const { files } = fixture('copilot', 'reads');
    expect(JSON.stringify(files)).toContain('@@ -1,0 +1,0 @@');
    expect(readsOf(harness, 'reads').reads).toContainEqual(expect.objectContaining({ path: 'empty.md', content: '' }));
  });

  test('shows parts with their first line; the last newline only at the end of the file', () => {
    expect(readsOf(harness, 'read-part').reads).toMatchObject([
      shown('part.md', part(PART, 3, 6), { startLine: 3 }),
      shown('part.md', `${part(PART, 7, 12)}\n`, { startLine: 7 }),
      shown('part.md', part(PART, 1, 2)),
    ]);
  });

  test('a file that is not there failed, and so did a part beyond the end of a file', () => {
    expect(readsOf(harness, 'read-missing').reads).toMatchObject([
      { path: 'missing.md', ...FAILED },
      { path: 'part.md', ...FAILED },
    ]);
  });

  test('a file that is too large succeeds, and none of it was shown', () => {
    const one = fixture('copilot', 'read-huge');
    expect(JSON.stringify(one.files)).toContain('File too large to read at once');
    expect(readsIn(harness, one)).toMatchObject({ reads: [{ path: 'huge.md', ...WITHHELD }], problems: [] });
    const silent = changed(one, (line) => line.replaceAll('"largeOutputAvoided":"true",', ''));
    expect(readsIn(harness, one, silent).reads).toMatchObject([{ path: 'huge.md', ...WITHHELD }]);
  });

  test('a range that is too large is cut: the line that was broken off is not taken as shown', () => {
    const { reads, problems } = readsOf(harness, 'read-range-cut');
    expect(reads).toMatchObject([
      { path: 'huge.md', done: true, startLine: 1, cut: true },
      shown('huge.md', `${part(huge, 3590, 3600)}\n`, { startLine: 3590 }),
    ]);
    const content = reads[0]?.content ?? '';
    expect(huge.startsWith(content)).toBe(true);
    expect(content).toMatch(/^line 1,.*\nline 2,[\s\S]*\n$/);
    expect(problems).toEqual([]);
  });

  test('long and wide files below the limit are shown whole', () => {
    expect(readsOf(harness, 'read-cut').reads).toMatchObject([
      shown('long.md', long),
      shown('wide.md', wide),
      shown('long.md', part(long, 2001, 2100), { startLine: 2001 }),
      shown('long.md', long),
    ]);
  });

  test('delegates read under their own ids', () => {
    const { reads } = readsOf(harness, 'read-delegate');
    const expected = [shown('ends.md', ends), shown('ends.md', part(ends, 2, 3), { startLine: 2 })];
    expect(reads).toHaveLength(2);
    expect(reads).toEqual(expect.arrayContaining(expected.map((one) => expect.objectContaining(one))));
    expect(new Set(reads.map(({ thread }) => thread)).size).toBe(2);
  });

  test('a skill that the model called is shown without its front matter; one that there is not failed', () => {
    const path = `/workspace/.github/skills/${SKILL_NAME}/SKILL.md`;
    const { reads, problems } = readsOf(harness, 'skill-chosen');
    expect(reads).toMatchObject([
      { via: 'skill', skill: SKILL_NAME, path, done: true, content: withoutFrontMatter(SKILL_TEXT) },
      { via: 'skill', skill: 'no-such-skill', path: null, ...FAILED },
    ]);
    expect(problems).toEqual([]);
  });

  test('a file outside the workspace that the permissions keep was not read', () => {
    expect(readsOf(harness, 'limited').reads).toMatchObject([{ path: '/etc/hostname', ...FAILED }]);
  });

  test('a text that stands in an unknown form is a problem, and not taken as shown', () => {
    const one = fixture('copilot', 'read-part');
    const lost = changed(one, (line) => line.replaceAll('"result":{"content":', '"result":{"contents":'));
    const { reads, problems } = readsIn(harness, one, lost);
    expect(reads.map(({ content }) => content)).toEqual([null, null, null]);
    expect(problems.filter(({ affects }) => affects.includes('reads'))).toHaveLength(3);
  });
});
