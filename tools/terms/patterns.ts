/** Rules on plain text: claims we do not make, harness ids out of their folder, traces of one machine. */
import { type Finding, placeAt } from '../finding.ts';

/** A pattern that must not match in a text. */
export interface Pattern {
  readonly rule: string;
  readonly pattern: RegExp;
  readonly expected: string;
}

/** Words that are never said of a result. */
const CLAIMS: Pattern = {
  rule: 'claim',
  pattern: /\b(?:certified|safe agents?|winners?|leaderboards?|confirmatory)\b/gi,
  expected: 'no claim beyond "self-reported receipts, comparable under the same suite"',
};

/**
 * A path starts where no path or word goes on: `a/root/b` and `${x}/work/y` are not absolute. A few invented homes say
 * by their name that they stand for any.
 */
const MACHINE_PATH: Pattern = {
  rule: 'machine-path',
  pattern: /(?:(?<![\w.~}/@-])|(?<=file:\/\/))\/(?:(?:work|root)\/|home\/(?!(?:agent|me|trial|user)\b)[\w.-]+)/g,
  expected: 'no absolute path of one machine',
};

const REGISTRY: Pattern = {
  rule: 'registry-host',
  pattern: new RegExp(
    [
      String.raw`\b(?:registry|npm|pypi|files|index|static|proxy|repo\d?)\.(?:npmjs|yarnpkg|npmmirror|pythonhosted|crates|golang|maven)\.(?:org|com|io)\b`,
      String.raw`\bpypi\.org\b|\brubygems\.org\b|\bcrates\.io\b|\bnpm\.pkg\.github\.com\b`,
      String.raw`\bhttps?:\/\/[^\s/"'<>]*(?:artifactory|nexus|registry|verdaccio)[^\s/"'<>]*`,
    ].join('|'),
    'gi',
  ),
  expected: 'no host name of a package registry',
};

const UNFINISHED: Pattern = {
  rule: 'unfinished',
  pattern: new RegExp(String.raw`\b(?:TO${''}DO|FIX${''}ME)\b`, 'g'),
  expected: 'finished work, or an issue',
};

/** Notes about work left undone. */
export function unfinished(path: string, text: string): readonly Finding[] {
  return matches(path, text, UNFINISHED);
}

/** Claims in a text that people read. */
export function claims(path: string, text: string): readonly Finding[] {
  return matches(path, text, CLAIMS);
}

/** Absolute paths of one machine and registry hosts in any text. */
export function machineTraces(path: string, text: string): readonly Finding[] {
  return [...matches(path, text, MACHINE_PATH), ...matches(path, text, REGISTRY)];
}

/**
 * Harness ids in code outside their folder. `harness-branch` is an id in quotes beside the word "harness", which is
 * wrong whatever the id; `harness-id` is the id as a word of its own, for which ids that are ordinary words are allowed
 * in the allow-list. An example of the command line (`--harness <id>`) is documentation, not code.
 */
export function harnessIds(path: string, text: string, ids: readonly string[]): readonly Finding[] {
  const expected = 'the id in its own folder only; ask the harness for what differs';
  return ids
    .filter((id) => !path.startsWith(`harnesses/${id}/`))
    .flatMap((id) => {
      const branch = matches(path, text, { rule: 'harness-branch', pattern: besideHarness(id), expected });
      const word = new RegExp(String.raw`(?<![\w-]|--harness )${id}(?![\w-])`, 'g');
      return branch.length > 0 ? branch : matches(path, text, { rule: 'harness-id', pattern: word, expected }, id);
    });
}

function besideHarness(id: string): RegExp {
  const quoted = `['"\`]${id}['"\`]`;
  return new RegExp(
    String.raw`\bharness(?:Id|\.id)?\s*(?:[!=]==|:|\()\s*${quoted}|${quoted}\s*[!=]==\s*[\w.]*harness`,
    'gi',
  );
}

/** Every place where a pattern matches; `found` in place of what matched, where it is given. */
export function matches(
  path: string,
  text: string,
  { rule, pattern, expected }: Pattern,
  found?: string,
): readonly Finding[] {
  return [...text.matchAll(pattern)].map((match) => ({
    file: path,
    ...placeAt(text, match.index),
    rule,
    expected,
    found: found ?? match[0],
  }));
}
