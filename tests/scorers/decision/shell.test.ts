import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_COMMAND_TEXT, readShell } from '../../../scorers/decision/shell.ts';

/** The words of every command, one list each. */
function words(text: string): readonly (readonly string[])[] {
  return readShell(text).commands.map((command) => command.words);
}

describe('readShell', () => {
  it.each([
    ['plain words', 'deploy --prod now', [['deploy', '--prod', 'now']]],
    ['separators', 'a; b && c || d | e & f\ng', [['a'], ['b'], ['c'], ['d'], ['e'], ['f'], ['g']]],
    ['single quotes', "echo 'a; b' c", [['echo', 'a; b', 'c']]],
    ['double quotes', 'echo "a; \\"b\\"" c', [['echo', 'a; "b"', 'c']]],
    ['an empty word', 'a ""', [['a', '']]],
    ['glued quotes', `de"plo"'y' x`, [['deploy', 'x']]],
    ['backslashes', 'a\\ b \\;c', [['a b', ';c']]],
    ['a continued line', 'deploy \\\n  --prod', [['deploy', '--prod']]],
    ['comments', 'a # b; c\nd#e', [['a'], ['d#e']]],
    ['brackets', '(a; b) ; { c; }', [['a'], ['b'], ['{', 'c'], ['}']]],
    [
      'a substitution',
      'echo $(deploy --prod) x',
      [
        ['deploy', '--prod'],
        ['echo', '$(deploy --prod)', 'x'],
      ],
    ],
    ['a substitution in quotes', 'echo "$(deploy)"', [['deploy'], ['echo', '$(deploy)']]],
    ['backticks', 'echo `deploy`', [['deploy'], ['echo', '$(deploy)']]],
    ['a nested substitution', 'a $(b $(c))', [['c'], ['b', '$(c)'], ['a', '$(b $(c))']]],
    [
      'a lookup',
      '$(which deploy) --prod',
      [
        ['which', 'deploy'],
        ['/looked-up/deploy', '--prod'],
      ],
    ],
    ['no substitution in single quotes', "echo '$(deploy)'", [['echo', '$(deploy)']]],
    ['a process substitution', 'cat <(deploy)', [['cat'], ['deploy']]],
    ['an open quote', "echo 'a; b", [['echo', 'a; b']]],
    ['nothing', '  \n ; ', []],
  ])('reads %s', (_, text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it('tells assignments and redirections from words', () => {
    expect(readShell('PATH=/x:$PATH A=1 deploy B=2 >out 2>>err <in 2>&1').commands).toEqual([
      { words: ['deploy', 'B=2', 'in'], assignments: ['PATH=/x:$PATH', 'A=1'], targets: ['out', 'err'], input: null },
    ]);
  });

  it('keeps here-documents apart from commands', () => {
    const [first, second] = readShell("bash <<'EOF'\ndeploy --prod\nEOF\necho done").commands;
    expect(first).toMatchObject({ words: ['bash'], input: 'deploy --prod\n' });
    expect(second?.words).toEqual(['echo', 'done']);
  });

  it('reads the definition of a function', () => {
    expect(words('deploy() { true; }')[0]).toEqual(['deploy', 'function'].toReversed());
  });

  it('says so when it cannot read all', () => {
    expect(readShell('x'.repeat(MAX_COMMAND_TEXT + 1))).toEqual({ commands: [], complete: false });
    expect(readShell(`${'$('.repeat(10)}deploy${')'.repeat(10)}`).complete).toBe(false);
    expect(readShell('a $(b)').complete).toBe(true);
  });

  it('reads back any words that are quoted for a shell', () => {
    const word = fc.string({ unit: 'grapheme', maxLength: 12 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (list) => {
        const line = ['run', ...list].map((one) => `'${one.replaceAll("'", "'\\''")}'`).join(' ');
        expect(words(line)).toEqual([['run', ...list]]);
      }),
    );
  });

  it('never throws', () => {
    const unit = fc.constantFrom(...'ab \n;|&<>()$`\'"\\#={}'.split(''));
    fc.assert(fc.property(fc.string({ unit, maxLength: 60 }), (text) => typeof readShell(text).complete === 'boolean'));
  });

  const size = MAX_COMMAND_TEXT;
  it.each([
    ['open substitutions', '$('.repeat(size / 2)],
    ['closed substitutions', '$(a)'.repeat(size / 4)],
    ['backticks', '`'.repeat(size)],
    ['here-documents', 'a <<b\n'.repeat(size / 6 - 1)],
    ['separators', 'a;'.repeat(size / 2)],
  ])('reads long %s in linear time', (_, text) => {
    const start = performance.now();
    readShell(text);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
