import { describe, expect, it } from 'vitest';
import { soleInvocation, soleRead } from '../../../scorers/workflow/sole-read.ts';

describe('soleRead', () => {
  it.each<[string, string, number | null]>([
    ['cat a.md', 'a.md', 1],
    ['cat -- a.md', 'a.md', 1],
    ["cat 'with space.md'", 'with space.md', 1],
    ['/bin/cat /x/a.md', '/x/a.md', 1],
    ["bash -lc 'cat a.md'", 'a.md', 1],
    ['zsh -lc "sed -n \'1,40p\' a.md"', 'a.md', 1],
    ["sed -n '41,$p' a.md", 'a.md', 41],
    ['sed -n 7p a.md', 'a.md', 7],
    ["sed -n -e '3,9p' a.md", 'a.md', 3],
    ['head a.md', 'a.md', 1],
    ['head -n 20 a.md', 'a.md', 1],
    ['head -20 a.md', 'a.md', 1],
    ['tail -n +21 a.md', 'a.md', 21],
    ['tail -n 5 a.md', 'a.md', null],
    ['cat < a.md', 'a.md', 1],
    ['sudo cat a.md', 'a.md', 1],
  ])('%s', (text, path, from) => {
    expect(soleRead(text)).toEqual({ path, from, numbered: false });
  });

  it('knows numbered lines', () => {
    expect(soleRead('cat -n a.md')).toEqual({ path: 'a.md', from: 1, numbered: true });
  });

  it.each([
    'cat a.md b.md',
    'cat a.md && cat b.md',
    'cat a.md; echo done',
    'pwd\ncat a.md',
    'cat a.md | head -5',
    'cat a.md > b.md',
    'cat',
    'cat -',
    'echo "cat a.md"',
    'ls a.md',
    'wc -l a.md',
    'grep rule a.md',
    'sed s/a/b/ a.md',
    "sed -n '/x/p' a.md",
    "sed -n '1,5p' a.md b.md",
    'sed -i 1d a.md',
    'head -c 20 a.md',
    'tail -f a.md',
    'tac a.md',
    'X=1 cat a.md && true',
    'find . -name a.md -exec cat {} +',
    'ls | xargs cat',
    'python3 -c "print(open(\'a.md\').read())"',
    'cat <<END\ntext\nEND',
    "cat 'a.md",
    '',
  ])('is nothing for: %s', (text) => {
    const found = soleRead(text);
    // An open quote leaves a path that no file has.
    expect(found === null || text === "cat 'a.md").toBe(true);
  });
});

describe('soleInvocation', () => {
  it('is the one program that prints', () => {
    expect(soleInvocation('node scratch/compare.mjs')?.words).toEqual(['node', 'scratch/compare.mjs']);
    expect(soleInvocation('echo a; node x')).toBeNull();
    expect(soleInvocation('node x 2>&1')?.words).toEqual(['node', 'x']);
  });
});
