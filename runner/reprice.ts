/** Shows the rows of a verified ledger by the prices of another catalog. Nothing is written. */
import { resolve } from 'node:path';
import { repriceRows } from '../bench-results/reprice.ts';
import { Catalog, catalogDigest } from '../records/catalog.ts';
import { EvidenceError, UsageError } from '../records/errors.ts';
import type { Repricing } from '../records/repricing.ts';
import { priceTrial } from '../scorers/pricing/price-trial.ts';
import { readVerified } from './compare.ts';
import type { Context } from './context.ts';
import { readDocument } from './files.ts';
import { openLedger } from './ledger/open.ts';

/**
 * The view. Throws a UsageError when the file is no price catalog, and an EvidenceError when the ledger does not verify.
 */
export async function repriceLedger(context: Context, spec: string, catalogFile: string): Promise<Repricing> {
  const catalog = readCatalog(resolve(context.cwd, catalogFile));
  const ledger = openLedger(spec, { env: context.env, interrupt: context.interrupt });
  const { rows, count, head } = await readVerified(context, ledger);
  const { source, date } = catalog;
  return {
    schema: 'operant.repricing/v1',
    ledger: { count, head },
    catalog: { digest: catalogDigest(catalog), source: `${source.package} ${source.version}, ${date}` },
    rows: repriceRows(rows, (usage, facts) =>
      priceTrial(usage, { ...facts, provider: null, serviceTier: null }, catalog),
    ),
  };
}

function readCatalog(path: string): Catalog {
  try {
    return readDocument(path, Catalog, 'a price catalog');
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    throw new UsageError(error.message, 'Name a price catalog: JSON with the schema operant.price-catalog/v1.');
  }
}
