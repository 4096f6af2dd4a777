/**
 * A writer as a program of its own, for tests that race or kill writers:
 * `node writer.mjs LEDGER PREFIX FIRST COUNT BUDGET_MS [SUITE_TASKS]` appends COUNT rows and prints one outcome a line.
 */
import { openLedger } from '../../runner/ledger/open.ts';
import { bodyFor, contextFor } from './rows.ts';

const [name = '', prefix = '', first = '0', count = '1', budget = '90000'] = process.argv.slice(2);
const ledger = openLedger(name, { budgetMs: Number(budget) });
console.log('ready');
for (let row = Number(first); row < Number(first) + Number(count); row++) {
  const outcome = await ledger.append(bodyFor(`${prefix}-${row}`), contextFor());
  const detail =
    outcome.kind === 'unrecorded' ? outcome.code : outcome.kind === 'refused' ? outcome.refusal.code : outcome.count;
  console.log(`${outcome.kind} ${prefix}-${row} ${detail}`);
}
