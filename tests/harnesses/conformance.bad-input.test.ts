/** Records as no CLI writes them, read from disk as a trial's are: the line is told, and nothing else changes. */
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HARNESSES } from '../../harnesses/index.ts';
import type { Harness, NativeFile } from '../../records/harness.ts';
import type { EvidenceProblem, Observation, Trace } from '../../records/observation.ts';
import { MAX_LINE, nativeFilesOf } from '../../runner/native-files.ts';
import { ENDED_WELL } from './fixtures.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures', 'harnesses');
const IDS = ['claude', 'codex', 'gemini', 'opencode'];

let trial = '';
beforeEach(() => {
  trial = mkdtempSync(join(tmpdir(), 'operant-bad-'));
});
afterEach(() => rmSync(trial, { recursive: true, force: true }));

function harnessOf(id: string): Harness {
  const found = HARNESSES.get(id);
  if (found === undefined) throw new Error(`no harness ${id}`);
  return found;
}

/** Puts a capture into the trial folder; the paths of its records, of which the last is the log where it has one. */
function records(id: string, name = 'success', folder = trial): string[] {
  cpSync(join(FIXTURES, id, name), folder, { recursive: true });
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return ['stdout.raw', ...paths.filter((path) => path.endsWith('.jsonl'))];
}

/** Puts a capture with one log into the trial folder; the path of that log. */
function capture(id: string, name = 'success', folder = trial): string {
  const [, log, another] = records(id, name, folder);
  if (log === undefined || another !== undefined) throw new Error(`${id}/${name} has no log, or several`);
  return log;
}

const decode = (id: string): Trace => harnessOf(id).decode(nativeFilesOf(trial));

/** The trace without one line's problems, as it was before that line stood there. */
function without(trace: Trace, file: string, line: number): Trace {
  const before = <T extends Observation | EvidenceProblem>(one: T): T => {
    const { ref } = one;
    if (ref === null || ref.file !== file || ref.line < line) return one;
    return { ...one, ref: { file, line: ref.line - 1 } };
  };
  return {
    ...trace,
    observations: trace.observations.map(before),
    problems: trace.problems.filter(({ ref }) => ref?.file !== file || ref.line !== line).map(before),
  };
}

/** Puts a line before the one with that number. */
function insert(file: string, line: number, bytes: Buffer): void {
  const lines = readFileSync(join(trial, file), 'utf8').split('\n');
  const [head, tail] = [lines.slice(0, line - 1), lines.slice(line - 1)];
  const parts = [Buffer.from(`${head.join('\n')}\n`), bytes, Buffer.from(`\n${tail.join('\n')}`)];
  writeFileSync(join(trial, file), Buffer.concat(parts));
}

const LINES: readonly (readonly [string, () => Buffer])[] = [
  ['malformed', () => Buffer.from('{"type": nothing}')],
  ['truncated', () => Buffer.from('{"type":"assistant","message":{"content":[{"type":"to')],
  [
    'binary',
    () => Buffer.from(Array.from({ length: 512 }, (_, at) => ((at * 7 + 128) % 256 === 10 ? 0 : (at * 7 + 128) % 256))),
  ],
  ['too long', () => Buffer.alloc(MAX_LINE + 1, 'x')],
  ['an array', () => Buffer.from('[{"type":"item.completed"}]')],
  ['without a type', () => Buffer.from('{"command":"git push --force"}')],
];

describe.each([...IDS, 'pi'])('%s', (id) => {
  test.each(LINES)('a line that is %s is a problem with its number, in each record', (_, bytes) => {
    const files = records(id);
    const before = decode(id);
    expect(before.problems).toEqual([]);
    for (const file of files) {
      const line = 6;
      insert(file, line, bytes());
      const after = decode(id);
      const told = after.problems.filter(({ ref }) => ref?.file === file && ref.line === line);
      expect(told.length).toBeGreaterThan(0);
      for (const { affects } of told)
        expect(affects).toEqual(expect.arrayContaining(['commands', 'reads', 'edits', 'usage']));
      expect(without(after, file, line)).toEqual(before);
      expect(harnessOf(id).usage(after).coverage).toBe('lower_bound');
      cpSync(join(FIXTURES, id, 'success'), trial, { recursive: true });
    }
  });
});

describe.each(IDS)('%s', (id) => {
  test('a line that the log was cut in is told; what stands before it is as it was', () => {
    const log = capture(id);
    const before = decode(id);
    appendFileSync(join(trial, log), '{"type":"assis');
    const after = decode(id);
    const added = after.problems.map(({ message, ref }) => [message, ref?.file]);
    expect(added).toEqual([['the file ends inside a line', log]]);
    expect(after.observations).toEqual(before.observations);
    expect(harnessOf(id).usage(after).coverage).toBe('lower_bound');
  });

  test('a log that grows while it is read is read to its end, also where it was torn inside a line', () => {
    const log = capture(id);
    const before = decode(id);
    const whole = readFileSync(join(trial, log));
    const torn = Math.floor(whole.length * 0.6);
    writeFileSync(join(trial, log), whole.subarray(0, torn));
    let grown = false;
    const growing = nativeFilesOf(trial).map((file): NativeFile => {
      if (file.path !== log) return file;
      return {
        ...file,
        lines: function* () {
          for (const line of file.lines()) {
            if (!grown) appendFileSync(join(trial, log), whole.subarray(torn));
            grown = true;
            yield line;
          }
        },
      };
    });
    expect(harnessOf(id).decode(growing)).toEqual(before);
  });

  test('a log that stops where the run went on hides what it may lack, and is no success', () => {
    const log = capture(id);
    const lines = readFileSync(join(trial, log), 'utf8').split('\n');
    writeFileSync(join(trial, log), `${lines.slice(0, Math.floor(lines.length * 0.6)).join('\n')}\n`);
    const after = decode(id);
    const hidden = new Set(after.problems.flatMap(({ affects }) => affects));
    expect([...hidden]).toEqual(expect.arrayContaining(['commands', 'reads', 'messages', 'terminal']));
    expect(harnessOf(id).terminal(after, ENDED_WELL).state).toBe('blocked');
  });

  test('a log that is a link is not followed: it is as if there were none', () => {
    const log = capture(id);
    const elsewhere = mkdtempSync(join(tmpdir(), 'operant-elsewhere-'));
    try {
      renameSync(join(trial, log), join(elsewhere, 'log.jsonl'));
      const missing = decode(id);
      symlinkSync(join(elsewhere, 'log.jsonl'), join(trial, log));
      expect(decode(id)).toEqual(missing);
      expect(missing.problems.flatMap(({ affects }) => affects)).toEqual(expect.arrayContaining(['commands', 'reads']));
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });

  test('the log of another run is named, ignored, and hides nothing', () => {
    capture(id);
    const before = decode(id);
    const elsewhere = mkdtempSync(join(tmpdir(), 'operant-elsewhere-'));
    try {
      const foreign = capture(id, 'empty-answer', elsewhere);
      cpSync(join(elsewhere, foreign), join(trial, foreign.replace('.jsonl', '-foreign.jsonl')));
      const after = decode(id);
      const ref = { file: foreign.replace('.jsonl', '-foreign.jsonl'), line: 1 };
      const message = expect.stringMatching(/another session/);
      expect(after.problems).toEqual([{ ref, message, affects: [] }]);
      expect(after.observations).toEqual(before.observations);
      expect(harnessOf(id).usage(after)).toEqual(harnessOf(id).usage(before));
      expect(harnessOf(id).terminal(after, ENDED_WELL)).toEqual(harnessOf(id).terminal(before, ENDED_WELL));
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });
});
