import { InvalidArgumentError } from 'commander';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CONDITIONS,
  collect,
  conditionsOf,
  endpointUrl,
  integer,
  LANES,
  oneOf,
  shard,
  usd,
} from '../../cli/options.ts';
import { UsageError } from '../../records/errors.ts';
import { Condition, Lane } from '../../records/terms.ts';

describe('integer', () => {
  const parse = integer(1, 10);

  it.each(['1', '10', '007'])('takes %s', (text) => {
    expect(parse(text)).toBe(Number(text));
  });

  it.each(['0', '11', '-1', '+1', '1.0', '1e1', '0x1', ' 1', '1 ', '', 'one', '９', '1_0', '9'.repeat(30), 'NaN'])(
    'refuses "%s", with the range and what was found',
    (text) => {
      expect(() => parse(text)).toThrow(InvalidArgumentError);
      expect(() => parse(text)).toThrow(`Expected a whole number from 1 to 10, found "${text}".`);
    },
  );

  it('takes exactly the numbers of its range', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), fc.integer({ min: -10, max: 2000 }), (a, b, value) => {
        const [min, max] = [Math.min(a, b), Math.max(a, b)];
        const inside = value >= min && value <= max;
        if (inside) expect(integer(min, max)(String(value))).toBe(value);
        else expect(() => integer(min, max)(String(value))).toThrow(InvalidArgumentError);
      }),
    );
  });
});

describe('usd', () => {
  it.each([
    ['5', 5_000_000_000],
    ['2.50', 2_500_000_000],
    ['0.000000001', 1],
    ['0.1', 100_000_000],
    ['999999.999999999', 999_999_999_999_999],
  ])('%s is %i nano-USD', (text, nano) => {
    expect(usd(text)).toBe(nano);
  });

  it.each(['0', '0.0', '0.000000000'])('refuses %s: a budget is above 0', (text) => {
    expect(() => usd(text)).toThrow(/budget above 0/);
  });

  it.each(['-1', '$5', '5 USD', '1,5', '1e3', '.5', '5.', '0.0000000001', '1000000', '', 'free', 'Infinity'])(
    'refuses "%s"',
    (text) => {
      expect(() => usd(text)).toThrow(/Expected dollars such as 2\.50/);
    },
  );

  it('is exact', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), (nano) => {
        const text = `${Math.floor(nano / 1e9)}.${String(nano % 1e9).padStart(9, '0')}`;
        expect(usd(text)).toBe(nano);
      }),
    );
  });
});

describe('shard', () => {
  it.each([
    ['1/1', { index: 1, of: 1 }],
    ['2/8', { index: 2, of: 8 }],
    ['9999/9999', { index: 9999, of: 9999 }],
  ])('%s', (text, value) => {
    expect(shard(text)).toEqual(value);
  });

  it.each(['0/1', '1/0', '2/1', '1', '1/', '/1', '1/2/3', '-1/2', '1.0/2', 'a/b', '1 / 2', '1/10000'])(
    'refuses "%s"',
    (text) => {
      expect(() => shard(text)).toThrow(/Expected a shard such as 2\/8/);
    },
  );
});

describe('oneOf', () => {
  it('takes its words, exactly', () => {
    expect(oneOf(LANES)('direct')).toBe('direct');
    for (const text of ['Direct', 'dir', '', 'direct ', '__proto__']) {
      expect(() => oneOf(LANES)(text)).toThrow(`Expected proxy or direct or local, found "${text}".`);
    }
  });
});

describe('CONDITIONS and LANES', () => {
  it('are the words of the glossary, and "all"', () => {
    expect([...CONDITIONS]).toEqual([...Condition.options, 'all']);
    expect([...LANES]).toEqual(Lane.options);
  });
});

describe('conditionsOf', () => {
  it('of all are all, of one is that one', () => {
    expect(conditionsOf('all')).toEqual(Condition.options);
    expect(Condition.options.map(conditionsOf)).toEqual(Condition.options.map((word) => [word]));
  });
});

describe('collect', () => {
  it('keeps what came before', () => {
    expect(collect('b', collect('a'))).toEqual(['a', 'b']);
  });
});

describe('endpointUrl', () => {
  it.each([
    ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
    ['https://host/v1///', 'https://host/v1'],
    ['http://[::1]:80', 'http://[::1]:80'],
  ])('takes %s', (text, url) => {
    expect(endpointUrl(text)).toBe(url);
  });

  it.each(['localhost:8080', 'ftp://host/', 'file:///etc/passwd', '/v1', '', 'http://'])('refuses "%s"', (text) => {
    expect(() => endpointUrl(text)).toThrow(InvalidArgumentError);
  });

  it.each(['http://user:secret@host/', 'http://token@host/'])('refuses %s without repeating the password', (text) => {
    expect(() => endpointUrl(text)).toThrow(UsageError);
    try {
      endpointUrl(text);
    } catch (error) {
      expect(String(error)).not.toMatch(/secret|token/);
    }
  });
});
