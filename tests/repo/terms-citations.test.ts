import { describe, expect, it } from 'vitest';
import { checkTerms } from '../../tools/check-terms.ts';
import { tree } from './tree.ts';

/** Findings in a tree that holds one planted file, as `line:column rule found`. */
function found(path: string, text: string, others: Readonly<Record<string, string>> = {}): readonly string[] {
  return checkTerms(tree({ ...others, [path]: text })).map(
    (finding) => `${finding.file}:${finding.line}:${finding.column} ${finding.rule} ${finding.found}`,
  );
}

/** Written so that this file does not hold what it plants. */
const section = '\u00a7';

describe('checkTerms() on citations', () => {
  it.each([
    [`// See design ${section}8.`, `design ${section}8`],
    [`// See the design.md ${section} 8.`, `design.md ${section} 8`],
    [`// security.md ${section}4.3 lists them.`, `security.md ${section}`],
    [`// As in ${section}4.2 of it.`, `${section}4.2`],
    [`// ${'R'}219 asks for this.`, `${'R'}219`],
    [`// Never dropped (${'T'}31).`, `${'T'}31`],
    [`// ${'W'}12, and more.`, `${'W'}12`],
    [`// ${'R'}217-226`, `${'R'}217`],
  ])('names the citation in %s', (text, citation) => {
    const place = text.indexOf(citation) + 1;
    for (const path of ['runner/a.ts', 'tests/a.test.ts', 'docs/a.md']) {
      expect(found(path, `x\n${text}\n`).slice(0, 1)).toEqual([`${path}:2:${place} dangling-citation ${citation}`]);
    }
    expect(found('fixtures/a.ts', `${text}\n`)).toEqual([]);
  });

  it.each([
    `// RFC 8785 ${section}3.2.2.2, and ${section}3.2.3.`,
    '// Tiers T1, T2 and T3.',
    "const at = '2026-03-01T10:00:00.000Z';",
    ['const at = `$', '{day}T10:00:00.000Z`;'].join(''),
    '// An invariant (I5), in docs/invariants.md.',
  ])('lets %s pass', (text) => {
    expect(found('runner/a.ts', `${text}\n`, { 'docs/invariants.md': '' })).toEqual([]);
  });

  it.each(['runner/a.ts', 'tools/a.ts', 'docs/b.md'])('names a page that %s cites and that does not exist', (path) => {
    expect(found(path, 'See docs/absent.md.\n')).toEqual([`${path}:1:5 absent-page docs/absent.md`]);
    expect(found(path, 'See docs/here.md.\n', { 'docs/here.md': '' })).toEqual([]);
  });
});
