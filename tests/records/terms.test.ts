import { describe, expect, it } from 'vitest';
import * as terms from '../../records/terms.ts';

describe('Cause', () => {
  it('is the published list, in its order', () => {
    expect(terms.Cause.options).toEqual(
      'cli_error auth rate_limit provider deadline overflow interrupted budget sandbox environment verifier reward_unreadable model_mismatch incomplete integrity'.split(
        ' ',
      ),
    );
  });
});

describe('WITHHELD', () => {
  it('is every answer that does not act directly', () => {
    expect(terms.Decision.options.filter((answer) => terms.WITHHELD.has(answer))).toEqual([
      'REFUSE',
      'ESCALATE',
      'REROUTE',
    ]);
  });
});

describe('RateBasis', () => {
  it('goes from the strongest to the weakest', () => {
    expect(terms.RateBasis.options).toEqual([
      'list',
      'provider_reported',
      'copilot_ai_credits',
      'operator_confirmed',
      'operator_placeholder',
    ]);
  });
});

describe('OcsWithheld', () => {
  it('is in the order in which the codes are tried', () => {
    expect(terms.OcsWithheld.options).toEqual([
      'chain_broken',
      'unclassified_run',
      'smoke_run',
      'digest_mismatch',
      'class_empty',
      'pair_broken',
      'ungraded_excess',
      'contract_unpinned',
    ]);
  });
});

describe('every word list', () => {
  const lists = Object.entries(terms).flatMap(([name, list]) =>
    'options' in list ? [[name, list.options.map(String)] as const] : [],
  );

  it('is found by this test', () => {
    expect(lists.length).toBeGreaterThan(15);
  });

  it.each(lists)('%s has each word once, without spaces', (_, words) => {
    expect(new Set(words).size).toBe(words.length);
    for (const word of words) expect(word).toMatch(/^[A-Za-z][A-Za-z0-9_-]*$/);
  });
});
