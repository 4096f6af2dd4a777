/** operant badge: the badge of a suite, and the line that shows it in a README. */
import type { Command } from 'commander';
import { UsageError } from '../../records/errors.ts';
import { EXIT } from '../../records/exit-codes.ts';
import type { Badges } from '../../runner/badge.ts';
import { integer, oneOf } from '../options.ts';
import type { Shell } from '../shell.ts';

const FORMATS = ['markdown', 'json', 'svg'] as const;

interface Options {
  readonly suite?: string;
  readonly maxAge: number;
  readonly format: (typeof FORMATS)[number];
  readonly json?: boolean;
}

export function define(parent: Command, shell: Shell, done: (exit: number) => void): void {
  parent
    .command('badge')
    .description('Make the badge of a suite from a ledger that verifies, or print the line that shows it')
    .argument('<ledger>', 'a folder, a .jsonl file, or git:REMOTE#BRANCH')
    .option('--suite <id>', 'the suite; needed for json and svg where the ledger has several')
    .option('--max-age <days>', 'older results are shown as stale', integer(0, 3650), 30)
    .option('--format <format>', 'markdown (for a README), json (for shields.io), svg', oneOf(FORMATS), 'markdown')
    .option('--json', 'the same as --format json')
    .addHelpText(
      'after',
      '\nA ledger that does not verify gives a grey badge and exit 2.\n\nExample:\n  operant badge git:https://github.com/OWNER/REPO#bench-results --suite decision-core',
    )
    .action(async (ledger: string, options: Options) => {
      const { badgesOfLedger } = await import('../../runner/badge.ts');
      const found = await badgesOfLedger(shell.context, ledger, options.suite ?? null, options.maxAge);
      const format = options.json === true ? 'json' : options.format;
      if (format === 'markdown') await printSnippets(shell, found);
      else await printBadge(shell, found, format);
      if (found.broken !== null) throw found.broken;
      done(EXIT.pass);
    });
}

async function printSnippets(shell: Shell, { badges, origin }: Badges): Promise<void> {
  const { badgeSnippet, placeOfOrigin } = await import('../../render/badge-snippet.ts');
  const place = placeOfOrigin(origin);
  for (const { suite, badge } of badges) {
    const { badge: line, picture } = badgeSnippet(suite, place);
    shell.print(line);
    shell.error(`${suite}: ${badge.message}`);
    if (place === null) shell.error(`  Make the picture with --suite ${suite} --format svg > badges/${suite}.svg`);
    else shell.error(`  In a private repository, or without shields.io: ${picture}`);
  }
}

async function printBadge(shell: Shell, { badges }: Badges, format: 'json' | 'svg'): Promise<void> {
  const [only, ...others] = badges;
  if (only === undefined || others.length > 0) {
    const names = badges.map(({ suite }) => suite).join(', ');
    throw new UsageError('A badge is of one suite', `Name one with --suite. The ledger has: ${names}.`);
  }
  if (format === 'json') {
    const { badgeText } = await import('../../bench-results/badge.ts');
    return shell.print(badgeText(only.badge));
  }
  const { badgeSvg } = await import('../../render/badge-svg.ts');
  const { label, message, color } = only.badge;
  return shell.print(badgeSvg({ label, message, color }));
}
