import { describe, expect, it } from 'vitest';
import type { Grader } from '../../../records/workflow.ts';
import { judgeOutcome } from '../../../scorers/workflow/outcome.ts';
import { evidenceOf, only } from './outcome-evidence.ts';

const RATIONALE: Grader = {
  kind: 'rationale',
  id: 'rationale',
  path: 'why.json',
  options: 2,
  fields: ['gains', 'costs'],
  minimum: 40,
};
const PROMPT = 'Some notices can never be mailed, and they go round for ever, which nobody on the desk can see at all.';
const GIVEN = { 'README.md': 'A lease exists for workers that die: another worker takes over when it has run out.' };
const options = [
  {
    id: 'store',
    gains: 'Claiming stays as quick as it was before.',
    costs: 'Two writes must agree when power goes away.',
  },
  {
    id: 'flag',
    gains: 'One single write sets a letter aside at once.',
    costs: 'Each search walks past whatever was buried.',
  },
];
const RIGHT = { options, choice: 'store' };

function judged(json: unknown) {
  const files = { 'why.json': typeof json === 'string' ? json : JSON.stringify(json) };
  return only(
    judgeOutcome({
      ...evidenceOf([RATIONALE], { files, given: GIVEN }),
      task: { prompt: PROMPT, outcome: [RATIONALE] },
    }),
  );
}

const withField = (value: unknown) => ({ ...RIGHT, options: [options[0], { ...options[1], costs: value }] });

describe('a rationale', () => {
  it('passes with options in words of its own and a choice among them', () => {
    expect(judged(RIGHT)).toMatchObject({ status: 'passed', refs: [{ file: 'outcome/files/why.json', line: 1 }] });
    expect(judged({ ...RIGHT, options: [...options, { ...options[0], id: 'no' }] }).status).toBe('failed');
  });

  it.each<[string, unknown, string]>([
    ['prose', 'I took the store.', 'is not plain JSON'],
    ['a list', options, 'expected at least 2 options, found 0'],
    ['one option', { ...RIGHT, options: [options[0]] }, 'expected at least 2 options, found 1'],
    [
      'one id for two',
      { ...RIGHT, options: [options[0], { ...options[1], id: 'store' }] },
      'expected an id of its own',
    ],
    [
      'an option without id',
      { ...RIGHT, options: [options[0], { ...options[1], id: ' ' }] },
      'expected an id of its own',
    ],
    ['no choice', { options }, 'expected as choice the id of an option, found nothing'],
    ['a choice of neither', { options, choice: 'both' }, 'expected as choice the id of an option, found "both"'],
    ['a field left out', withField(undefined), 'options 2, costs: expected a text, found nothing'],
    ['a list for a text', withField(['slow']), 'options 2, costs: expected a text'],
    ['a short text', withField('It is slow.'), 'expected at least 40 characters'],
    ['filling', withField('slow '.repeat(20)), 'expected at least 40 characters'],
    ['white space', withField(' '.repeat(80)), 'expected at least 40 characters'],
    ['a text that stands elsewhere', withField(options[0]?.costs), 'expected a text that stands nowhere else'],
    ['the same text in other letters', withField(options[0]?.costs.toUpperCase()), 'stands nowhere else'],
    ['the prompt', withField(PROMPT.slice(0, 60)), 'found words copied'],
    ['the prompt with other marks', withField(PROMPT.slice(0, 62).replaceAll(' ', ' - ')), 'found words copied'],
    ['a file that was given', withField(GIVEN['README.md']), 'found words copied'],
  ])('fails with %s', (_name, json, words) => {
    const check = judged(json);
    expect(check.status).toBe('failed');
    expect(check.because).toContain(words);
  });

  it('may quote a few words', () => {
    expect(
      judged(withField('That notices can never be mailed stays visible to the desk, in a list by age.')).status,
    ).toBe('passed');
  });
});
