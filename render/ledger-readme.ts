/**
 * README.md of a ledger, for the person who opens the branch: the latest rows, and what lies here. A private repository
 * without Pages has its page in this. It is written anew with every row and does not grow.
 */
import type { GroupAxes, Point } from '../records/comparison-parts.ts';
import { type LedgerOrigin, shardFile } from '../records/ledger.ts';
import type { Receipt } from '../records/scalars.ts';
import { cpaoText, groupText, ocsText, startText, successText, verdictText } from './compare-text.ts';
import { code, link } from './escape.ts';
import { repositoryUrl } from './github-links.ts';
import { page, table } from './markdown.ts';
import { count, outOf, plural } from './numbers.ts';

/** So many of the latest rows are shown at most. */
export const README_ROWS = 20;

/** One of the latest rows. */
export interface ReadmeRow {
  readonly suite: string;
  readonly axes: GroupAxes;
  readonly point: Point;
  /** owner/name of the repository that was judged; null when it is not known. */
  readonly repository: string | null;
}

/** What the text is made from. */
export interface ReadmeFacts {
  readonly origin: LedgerOrigin;
  /** The latest row first. */
  readonly rows: readonly ReadmeRow[];
  readonly count: number;
  readonly head: Receipt;
  /** Whether the dashboard lies beside it. */
  readonly hasDashboard: boolean;
}

/** The text of README.md. */
export function ledgerReadme(facts: ReadmeFacts): string {
  const { origin, rows } = facts;
  const isBranch = origin.includes('/refs/heads/');
  const kind = isBranch ? 'This branch is a ledger' : 'This is a ledger';
  const apart = isBranch ? ' It shares no history with the code.' : '';
  return page([
    '# Results',
    `${kind} of graded runs, written by Operant for ${code(origin, 400)}.${apart}`,
    `${plural(facts.count, 'row')}, head ${code(facts.head)}`,
    '## Latest rows',
    table(
      HEADS,
      ['r', 'l', 'l', 'l', 'l', 'l', 'r', 'r', 'r', 'l'],
      rows.map((row) => cells(row, origin)),
    ),
    more(facts),
    dashboard(facts.hasDashboard, isBranch),
    '## Files',
    table(['Here', 'What'], ['l', 'l'], files(facts.hasDashboard)),
    `Every row carries a receipt over all of its fields and over the receipt of the row before. Check them with:`,
    `    operant verify ${isBranch ? 'git:REMOTE#bench-results' : 'LEDGER'}`,
    PROOF,
  ]);
}

const HEADS = ['Row', 'Executed (UTC)', 'Suite', 'Group', 'Verdict', 'Headline', 'Success', 'CPAO', 'Graded', 'Judged'];

const PROOF = `A receipt proves that a row was not changed relative to a head that you already trust, such as the one printed in a
report card. It does not prove who wrote the row, that no row was withheld, or that the evidence is true. Do not edit
these files by hand and do not rewrite them: either breaks the chain, and the ledger stops verifying.`;

function cells({ suite, axes, point, repository }: ReadmeRow, origin: LedgerOrigin): readonly string[] {
  const { seq } = point.row;
  return [
    `[${seq}](${shardFile(seq)})`,
    startText(point.row),
    code(suite),
    groupText(axes, code),
    verdictText(point),
    headline(point),
    successText(point),
    cpaoText(point),
    outOf(point.counts.graded, point.counts.planned),
    judged(point, repository, origin),
  ];
}

/** OCS of a decision suite, else the required checks; a dash where a suite has neither. */
function headline(point: Point): string {
  const ocs = ocsText(point);
  if (ocs !== null) return `OCS ${point.ocs?.value === null ? code(ocs) : ocs}`;
  const checks = point.conformance;
  return checks === null ? '–' : `checks ${outOf(checks.passed, checks.required)}`;
}

/** The pull request or branch and the commit; linked where the ledger and the repository are on GitHub. */
function judged({ row }: Point, repository: string | null, origin: LedgerOrigin): string {
  const { kind, ref, sha, number, side } = row.subject;
  const base = origin.startsWith('github.com/') ? repositoryUrl(repository) : null;
  const linked = (label: string, path: string): string =>
    base === null ? code(label) : link(label, `${base}/${path}`);
  const name = ref?.replace(/^refs\/(?:heads|tags)\//, '') ?? kind;
  const what = number === null ? code(name, 60) : linked(`PR ${number}`, `pull/${number}`);
  const commit = sha === null ? [] : [linked(sha.slice(0, 7), `commit/${sha}`)];
  return [what, ...(side === 'base' ? ['base'] : []), ...commit].join(' ');
}

/** Where the rows before the shown ones are. */
function more({ rows, count: all }: ReadmeFacts): string {
  const earlier = all - rows.length;
  return earlier === 0 ? '' : `${count(earlier)} earlier ${earlier === 1 ? 'row' : 'rows'}: [ledger](ledger).`;
}

function dashboard(hasDashboard: boolean, isBranch: boolean): string {
  const opened = `\`operant dashboard ${isBranch ? 'git:REMOTE#bench-results' : 'LEDGER'}\``;
  if (!hasDashboard) return `Trends, tasks and every row in detail: ${opened}.`;
  const where = isBranch ? 'served by GitHub Pages, or opened with' : 'opened with';
  return `Trends, tasks and every row in detail: [index.html](index.html), ${where} ${opened}.`;
}

function files(hasDashboard: boolean): readonly (readonly string[])[] {
  return [
    ['[`ledger/`](ledger)', 'the rows, 100 in a file, one line of canonical JSON each'],
    ['[`HEAD.json`](HEAD.json)', 'how many rows there are and the receipt of the last one'],
    ['[`checkpoint`](checkpoint)', 'the same as a note that can be signed'],
    ['`executions/`', 'which row holds which execution, so that nothing is counted twice'],
    ['`suites/`', "what the places in a row's `tasks` stand for"],
    ['`badges/`', 'badges of the suites, for shields.io and as pictures'],
    ...(hasDashboard ? [['[`index.html`](index.html)', 'the dashboard, which verifies the rows in the browser']] : []),
  ];
}
