import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogDigest } from '../../records/catalog.ts';
import { digestOf } from '../../records/digest.ts';
import { buildCatalog, catalogFiles } from '../../tools/build-catalog.ts';
import { CURRENT, SHIPPED } from '../scorers/pricing/shipped.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FILE = resolve(ROOT, 'scorers/rates', CURRENT.file);

describe('the shipped snapshot', () => {
  it('is what buildCatalog makes of the installed source, byte for byte, twice', () => {
    const [first, second] = [1, 2].map(() => catalogFiles(buildCatalog(ROOT, SHIPPED.date)));
    expect(second).toEqual(first);
    expect(first?.get(CURRENT.file)).toBe(readFileSync(FILE, 'utf8'));
    expect(first?.get('current.json')).toBe(readFileSync(resolve(FILE, '../current.json'), 'utf8'));
  });

  it('carries its digest in its name and in current.json', () => {
    expect(digestOf(readFileSync(FILE))).toBe(CURRENT.digest);
    expect(catalogDigest(SHIPPED)).toBe(CURRENT.digest);
    expect(CURRENT.file).toBe(`${SHIPPED.date}-${CURRENT.digest.slice(7, 19)}.json`);
    expect(statSync(FILE).size).toBeLessThan(600_000);
  });

  it('says where it comes from', () => {
    expect(SHIPPED.source.package).toBe('@pydantic/genai-prices');
    expect(SHIPPED.source.integrity).toMatch(/^sha512-/);
    expect(readFileSync(resolve(ROOT, 'package-lock.json'), 'utf8')).toContain(SHIPPED.source.integrity);
  });

  it('lists no id twice in one provider, and no provider name twice', () => {
    for (const provider of SHIPPED.providers) {
      const ids = provider.models.flatMap((model) => [model.id, ...model.aliases]);
      expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    }
    const names = SHIPPED.providers.flatMap((provider) => provider.names);
    expect(new Set(names).size).toBe(names.length);
  });

  it('prices no reseller storage fee as cache writes', () => {
    const reseller = SHIPPED.providers.find((provider) => provider.id === 'openrouter');
    const flash = reseller?.models.find((model) => model.id === 'google/gemini-3.5-flash');
    expect(flash?.prices.map((price) => price.rates.cacheWrite5m)).toEqual([null]);
  });

  it('keeps regional prices above the list', () => {
    const regional = SHIPPED.providers
      .find((provider) => provider.id === 'aws')
      ?.models.find((model) => model.id === 'regional.anthropic.claude-sonnet-4-5-20250929-v1:0');
    expect(regional?.prices[0]?.rates).toMatchObject({ input: 3_300_000, output: 16_500_000 });
  });
});
