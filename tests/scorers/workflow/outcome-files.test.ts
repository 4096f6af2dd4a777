import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../records/digest.ts';
import type { Grader } from '../../../records/workflow.ts';
import { judgeOutcome, type OutcomeEvidence } from '../../../scorers/workflow/outcome.ts';
import { evidenceOf, fileEntry, only } from './outcome-evidence.ts';

const FILE: Grader = { kind: 'file', id: 'note', path: 'a/note.txt', text: 'caf\u00e9\nsecond\n' };
const REPLY: Grader = { kind: 'reply', id: 'reply', text: 'posted' };
const ANSWERS: Grader = {
  kind: 'answers',
  id: 'diagnosis',
  path: 'answer.json',
  values: { '/cause/H1': false, '/times/0': 6400, '/a~1b': null },
  citations: [{ at: '/line', places: [{ file: 'src/a.mjs', lines: [2] }] }],
};
const GIVEN = { 'src/a.mjs': 'one\n  two;\nthree\n', 'src/b.mjs': 'one\n  two;\n' };
const RIGHT = {
  cause: { H1: false },
  times: [6400],
  'a/b': null,
  line: { file: 'src/a.mjs', line: 2, text: 'two;' },
};

describe('a file', () => {
  const judged = (text: string, changes: Partial<OutcomeEvidence> = {}) =>
    only(judgeOutcome(evidenceOf([FILE], { files: { 'a/note.txt': text }, ...changes })));

  it('passes with exactly its bytes', () => {
    expect(judged(FILE.text)).toMatchObject({
      id: 'note',
      layer: 'outcome',
      status: 'passed',
      required: true,
      refs: [{ file: 'outcome/files/a/note.txt', line: 1 }],
    });
  });

  it.each([
    ['caf\u00e9\nsecond', 2, 'line 2: expected "second\\n", found "second"'],
    ['caf\u00e9\r\nsecond\n', 1, 'line 1: expected "café\\n", found "café\\r\\n"'],
    ['caf\u00e9\nsecond\n\n', 3, 'line 3: expected "the end", found "\\n"'],
    ['', 1, 'line 1: expected "café\\n", found ""'],
    ['cafe\u0301\nsecond\n', 1, 'line 1: expected'],
  ])('fails with %j and names the line', (text, line, words) => {
    const check = judged(text);
    expect(check).toMatchObject({ status: 'failed', refs: [{ line }] });
    expect(check.because).toContain(words);
  });

  it('is decided by its digest where its text was not kept', () => {
    const kept = { deliverables: new Map() };
    expect(judged(FILE.text, kept).status).toBe('passed');
    expect(judged('other', kept)).toMatchObject({ status: 'failed' });
  });

  it('cannot be decided with neither, nor where the two contradict each other', () => {
    const entry = { ...fileEntry('a/note.txt', FILE.text), digest: null };
    const after = { complete: true, entries: [entry] };
    expect(judged(FILE.text, { after, deliverables: new Map() }).status).toBe('unobservable');
    expect(judged(FILE.text, { after }).status).toBe('passed');
    const swapped = { after: { complete: true, entries: [fileEntry('a/note.txt', 'other')] } };
    expect(judged(FILE.text, swapped).status).toBe('unobservable');
  });
});

describe('a deliverable that is not there', () => {
  const graders: readonly Grader[] = [FILE, ANSWERS];
  const statuses = (changes: Partial<OutcomeEvidence>) =>
    judgeOutcome(evidenceOf(graders, changes)).map(({ status }) => status);

  it('fails in a whole list of a trial that ran to its end', () => {
    expect(statuses({})).toEqual(['failed', 'failed']);
  });

  it('is unobservable where the list is cut, or the trial was', () => {
    expect(statuses({ after: { complete: false, entries: [] } })).toEqual(['unobservable', 'unobservable']);
    expect(statuses({ blocked: true })).toEqual(['unobservable', 'unobservable']);
  });

  it.each(['folder', 'link', 'other'] as const)('fails where a %s stands in its place', (type) => {
    const entries = ['a/note.txt', 'answer.json'].map((path) => ({ path, type, size: 0, digest: null }));
    expect(statuses({ after: { complete: true, entries } })).toEqual(['failed', 'failed']);
  });

  it('fails where it is too large, and is unobservable where its copy is lost', () => {
    const large = { ...fileEntry('answer.json', '{}'), size: 256 * 1024 + 1 };
    const judged = (entry: typeof large) =>
      only(judgeOutcome(evidenceOf([ANSWERS], { after: { complete: true, entries: [entry] } })));
    expect(judged(large)).toMatchObject({ status: 'failed', because: expect.stringContaining('262145') });
    expect(judged(fileEntry('answer.json', '{}')).status).toBe('unobservable');
  });
});

describe('a reply', () => {
  const judged = (finalText: string | null, blocked = false) =>
    only(judgeOutcome(evidenceOf([REPLY], { finalText, blocked }))).status;

  it.each(['posted', ' posted\n', 'posted\r\n'])('passes as %j', (text) => expect(judged(text)).toBe('passed'));

  it.each(['Posted', 'posted.', 'posted posted', '', '`posted`', 'Done: posted'])('fails as %j', (text) =>
    expect(judged(text)).toBe('failed'),
  );

  it('is unobservable where none is known, or the trial was blocked', () => {
    expect([judged(null), judged('posted', true), judged('other', true)]).toEqual([
      'unobservable',
      'unobservable',
      'unobservable',
    ]);
  });
});

describe('answers', () => {
  const judged = (text: string) =>
    only(judgeOutcome(evidenceOf([ANSWERS], { given: GIVEN, files: { 'answer.json': text } })));
  const changed = (changes: object) => judged(JSON.stringify({ ...RIGHT, ...changes }));

  it('pass with every value and citation', () => {
    expect(changed({})).toMatchObject({ status: 'passed', because: 'answer.json: 3 values and 1 citations are right' });
    expect(changed({ more: 1 }).status).toBe('passed');
    expect(changed({ line: { ...RIGHT.line, text: '  two;  ' } }).status).toBe('passed');
  });

  it.each([
    ['a denied cause', { cause: { H1: true } }, '/cause/H1: expected false, found true'],
    ['a number as text', { times: ['6400'] }, '/times/0: expected 6400, found "6400"'],
    ['another number', { times: [6400.5] }, '/times/0: expected 6400, found 6400.5'],
    ['a value left out', { times: [] }, '/times/0: expected 6400, found nothing'],
    ['null left out', { 'a/b': undefined }, '/a~1b: expected null, found nothing'],
    ['a list for an object', { cause: [false] }, '/cause/H1: expected false, found nothing'],
    ['no citation', { line: undefined }, '/line: expected {file, line, text}, found null'],
    ['words for a citation', { line: 'src/a.mjs:2' }, '/line: expected {file, line, text}'],
    ['a line as text', { line: { ...RIGHT.line, line: '2' } }, '/line: expected {file, line, text}'],
    ['a file that is not there', { line: { ...RIGHT.line, file: 'src/c.mjs' } }, 'expected a file of the workspace'],
    ['a file of every object', { line: { ...RIGHT.line, file: 'toString' } }, 'expected a file of the workspace'],
    ['a line that is not there', { line: { ...RIGHT.line, line: 9 } }, 'expected a line of src/a.mjs, found 9 of 4'],
    ['line 0', { line: { ...RIGHT.line, line: 0 } }, 'expected a line of src/a.mjs, found 0 of 4'],
    ['half a line', { line: { ...RIGHT.line, line: 1.5 } }, 'expected a line of src/a.mjs'],
    ['other words', { line: { ...RIGHT.line, text: 'two' } }, 'line 2, "two;", found "two"'],
    ['another place', { line: { file: 'src/b.mjs', line: 2, text: 'two;' } }, 'is not the place'],
    ['another line', { line: { file: 'src/a.mjs', line: 1, text: 'one' } }, 'is not the place'],
  ])('fail with %s', (_name, changes, words) => {
    const check = changed(changes);
    expect(check).toMatchObject({ status: 'failed', refs: [{ file: 'outcome/files/answer.json', line: 1 }] });
    expect(check.because).toContain(words);
  });

  it.each(['', 'H1 is false', '{', '[6400]', 'null', '{"a":1,"a":2}', '\ufeff{}', '{"__proto__":{}}'])(
    'fail as %j',
    (text) => expect(judged(text).status).toBe('failed'),
  );

  it('fail as bytes that are no text', () => {
    const deliverables = new Map([['answer.json', null]]);
    const after = { complete: true, entries: [fileEntry('answer.json', '{}')] };
    expect(only(judgeOutcome(evidenceOf([ANSWERS], { deliverables, after }))).status).toBe('failed');
  });

  it('are not judged by a copy that is not what was found', () => {
    const after = { complete: true, entries: [{ ...fileEntry('answer.json', '{}'), digest: digestOf('[]') }] };
    const check = only(judgeOutcome(evidenceOf([ANSWERS], { files: { 'answer.json': '{}' }, after })));
    expect(check.status).toBe('unobservable');
  });

  it('hide nothing in what they tell', () => {
    expect(changed({ times: ['\u202e\u001b[2J'] }).because).toContain('"\\u{202e}\\u001b[2J"');
  });
});
