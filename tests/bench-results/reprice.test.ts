import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repriceRows } from '../../bench-results/reprice.ts';
import { Catalog } from '../../records/catalog.ts';
import type { RepricedRow } from '../../records/repricing.ts';
import type { Row, RowBody } from '../../records/row.ts';
import { priceTrial } from '../../scorers/pricing/price-trial.ts';
import { type Measured, measuredRows, ones } from '../helpers/measured-rows.ts';

/** One model at 2 and 8 USD per million tokens, cached reads at 0.5; another that is dear above 1,000 input tokens. */
const catalog = Catalog.parse({
  schema: 'operant.price-catalog/v1',
  date: '2026-03-01',
  source: { package: 'test', version: '1', integrity: 'none' },
  providers: [
    {
      id: 'maker',
      names: ['maker'],
      basis: 'list',
      models: [
        model('plain', 2_000_000),
        model('tiered', { base: 2_000_000, tiers: [{ aboveInput: 1000, rate: 4_000_000 }] }),
      ],
    },
  ],
});

function model(id: string, input: unknown) {
  const rates = { input, output: 8_000_000, cacheRead: 500_000, cacheWrite5m: null, cacheWrite1h: null };
  const prices = [{ from: null, window: null, rates }];
  return { id, aliases: [], near: [], own: true, withheld: null, prices };
}

const usage: RowBody['usage'] = {
  uncachedInput: 1_000_000,
  cacheRead: 2_000_000,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  output: 500_000,
  reasoningWithinOutput: 0,
};

function repriced(measured: Partial<Measured>): RepricedRow {
  const agent = { lane: 'proxy' as const, modelRequested: 'plain', ...measured.agent };
  const rows = measuredRows({
    name: 'a',
    accepted: ones(6, 8),
    ...measured,
    agent,
    changes: { usage, usageSource: 'meter', ...measured.changes },
  });
  const [only] = repriceRows(rows, (used, facts) =>
    priceTrial(used, { ...facts, provider: null, serviceTier: null }, catalog),
  );
  if (only === undefined) throw new Error('no row');
  return only;
}

const cost = (dispositions: RowBody['cost']['dispositions']): Partial<Row> => ({
  cost: { disposition: 'cost_unknown', nanoUsd: null, priced: 0, rateBasis: null, dispositions, graderNanoUsd: null },
});

describe('repriceRows', () => {
  it('prices the tokens of a row: 1 M at 2, 2 M cached at 0.5 and 0.5 M at 8 are 7 USD, over 6 accepted', () => {
    expect(repriced({})).toMatchObject({
      reason: null,
      repriced: {
        nanoUsd: 7_000_000_000,
        cpao: { disposition: 'known', nanoUsd: 1_166_666_667 },
        rateBasis: 'list',
      },
    });
  });

  it('keeps what the row has recorded beside it', () => {
    const line = repriced({ costs: ones(8, 8) });
    expect(line.recorded).toMatchObject({ nanoUsd: 8, cpao: { nanoUsd: 1 }, rateBasis: 'list' });
    expect(line.recorded.catalog).toMatch(/^sha256:/);
  });

  it('has no cost per accepted outcome where nothing was accepted', () => {
    expect(repriced({ accepted: ones(0, 8) }).repriced?.cpao).toEqual({
      disposition: 'no_accepted_outcomes',
      nanoUsd: null,
    });
  });

  it.each<[string, Partial<Measured>, string]>([
    ['the usage of a trial is missing', { changes: { usage: null } }, 'unknown_usage'],
    ['the local lane has no meter', { agent: { lane: 'local' } }, 'unmetered_local_lane'],
    ['the local lane shows no usage', { agent: { lane: 'local' }, changes: { usage: null } }, 'unmetered_local_lane'],
    ['a subscription paid', { changes: cost({ unmetered_subscription: 8 }) }, 'unmetered_subscription'],
    ['several models answered', { agent: { modelsObserved: ['plain', 'tiered'] } }, 'several_models'],
    ['no model is named', { agent: { modelRequested: null } }, 'unknown_model'],
    ['the catalog lacks the model', { agent: { modelRequested: 'other' } }, 'unknown_model'],
    ['the size of requests decides the price', { agent: { modelRequested: 'tiered' } }, 'tier_unresolved'],
    ['trials had a tier without a price', { changes: cost({ tier_unresolved: 1 }) }, 'tier_unresolved'],
    ['cached reads were not reported', { changes: { usage: { ...usage, cacheRead: null } } }, 'usage_incomplete'],
  ])('says why not where %s', (_, measured, reason) => {
    const line = repriced(measured);
    expect(line).toMatchObject({ repriced: null, reason });
    expect(line.detail).not.toBe('');
  });

  it('takes the model that answered before the one that was asked for', () => {
    expect(repriced({ agent: { modelRequested: 'alias-of-it', modelsObserved: ['plain'] } }).reason).toBeNull();
  });

  it('lists rows in the order of execution', () => {
    const rows = measuredRows(
      { name: 'late', accepted: [1, 1], changes: { startedAt: '2026-03-09T00:00:00.000Z' } },
      { name: 'early', accepted: [1, 1], changes: { startedAt: '2026-03-01T00:00:00.000Z' } },
    );
    const lines = repriceRows(rows, () => {
      throw new Error('a row without usage asks for no price');
    });
    expect(lines.map(({ row }) => row.seq)).toEqual([1, 0]);
  });

  it('works with the snapshot that ships', () => {
    const folder = join(import.meta.dirname, '../../scorers/rates');
    const file = readdirSync(folder).find((name) => /^\d{4}.*\.json$/.test(name)) ?? '';
    const shipped = Catalog.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    const priced = shipped.providers
      .flatMap(({ models }) => models)
      .find(
        ({ own, prices, withheld }) =>
          own && withheld === null && prices.length === 1 && typeof prices[0]?.rates.input === 'number',
      );
    const rows = measuredRows({
      name: 'a',
      accepted: ones(6, 8),
      agent: { lane: 'proxy', modelRequested: priced?.id ?? null },
      changes: { usage },
    });
    const [line] = repriceRows(rows, (used, facts) =>
      priceTrial(used, { ...facts, provider: null, serviceTier: null }, shipped),
    );
    expect(line?.reason).toBeNull();
    expect(line?.repriced?.nanoUsd).toBeGreaterThan(0);
  });
});
