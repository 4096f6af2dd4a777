/** Option values of the command line: ranges and word lists, refused with one clear sentence (exit 64). */
import { InvalidArgumentError } from 'commander';
import { UsageError } from '../records/errors.ts';
import type { Condition, Invocation, Lane } from '../records/terms.ts';

/** A parser for whole numbers in a range. */
export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isNaN(value) || value < min || value > max) {
      throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}, found "${text}".`);
    }
    return value;
  };
}

/** A parser for US dollars, into nano-USD: up to 9 decimals, no exponent. */
export function usd(text: string): number {
  const match = /^(\d{1,6})(?:\.(\d{1,9}))?$/.exec(text);
  if (match === null) throw new InvalidArgumentError(`Expected dollars such as 2.50, found "${text}".`);
  const nano = Number(match[1]) * 1e9 + Number((match[2] ?? '').padEnd(9, '0'));
  if (nano === 0) throw new InvalidArgumentError('Expected a budget above 0.');
  return nano;
}

/** A parser for `i/n`. */
export function shard(text: string): { index: number; of: number } {
  const match = /^(\d{1,4})\/(\d{1,4})$/.exec(text);
  const [index, of] = [Number(match?.[1] ?? 0), Number(match?.[2] ?? 0)];
  if (index < 1 || of < 1 || index > of)
    throw new InvalidArgumentError(`Expected a shard such as 2/8, found "${text}".`);
  return { index, of };
}

/** A parser that takes one of several words. */
export function oneOf<T extends string>(words: readonly T[]): (text: string) => T {
  return (text) => {
    const found = words.find((word) => word === text);
    if (found === undefined) throw new InvalidArgumentError(`Expected ${words.join(' or ')}, found "${text}".`);
    return found;
  };
}

/** Collects a repeatable option. */
export function collect(text: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, text];
}

export const CONDITIONS: readonly (Condition | 'all')[] = ['explicit', 'inactive', 'baseline', 'all'];
export const INVOCATIONS: readonly Invocation[] = ['dollar', 'slash', 'file-path', 'name-only'];
export const LANES: readonly Lane[] = ['proxy', 'direct', 'local'];

/** The conditions that a word stands for. */
export function conditionsOf(word: Condition | 'all'): Condition[] {
  return word === 'all' ? ['explicit', 'inactive', 'baseline'] : [word];
}

/** An endpoint must be an http(s) URL without credentials in it. */
export function endpointUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new InvalidArgumentError(`Expected a URL such as http://127.0.0.1:8080/v1, found "${text}".`);
  }
  if (!/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError(`Expected http or https, found "${url.protocol}".`);
  if (url.username !== '' || url.password !== '')
    throw new UsageError('The endpoint holds a password', 'Give the key in OPERANT_ENDPOINT_KEY instead.');
  return text.replace(/\/+$/, '');
}
