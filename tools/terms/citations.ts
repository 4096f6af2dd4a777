/** What a comment or a page may cite: documents of this repository, and public standards. Nothing else can be looked up. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../finding.ts';
import { matches, type Pattern } from './patterns.ts';

const EXPECTED = 'something a reader can look up: an invariant (docs/invariants.md), a decision, a page, or a standard';

/** Sections by number are those of an RFC that is named shortly before, on the same line. */
const SECTION: Pattern = {
  rule: 'dangling-citation',
  pattern: /\bdesign(?:\.md)? ?§ ?\d*|\b[\w-]+\.md,? §|(?<!\bRFC \d[^\n]{0,40})§ ?\d[\d.]*/gi,
  expected: EXPECTED,
};

/** Numbers of requirements and threats, such as a letter and `123`. T1 to T3 are tiers of cases; `T10:00` is a time. */
const NUMBERED: Pattern = {
  rule: 'dangling-citation',
  pattern: /(?<![\w}$.'"`/-])(?:[RW]\d{1,3}|T(?:[4-9]|[1-9]\d{1,2}))(?!\w|[:.]\d|['"`])/g,
  expected: EXPECTED,
};

const PAGE = /(?<![\w./-])docs\/[\w/-]+\.(?:md|json)\b/g;

/** Citations of sections and numbers that belong to no document a reader has. */
export function danglingCitations(path: string, text: string): readonly Finding[] {
  return [...matches(path, text, SECTION), ...matches(path, text, NUMBERED)];
}

/** Pages below docs/ that a text names and that do not exist in the tree under `root`. */
export function absentPages(root: string, path: string, text: string): readonly Finding[] {
  const named = matches(path, text, { rule: 'absent-page', pattern: PAGE, expected: 'a page that exists' });
  return named.filter(({ found }) => !existsSync(join(root, found)));
}
