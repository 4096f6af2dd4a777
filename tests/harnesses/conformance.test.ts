import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HARNESSES } from '../../harnesses/index.ts';
import type { Harness } from '../../records/harness.ts';
import { Trace } from '../../records/observation.ts';
import { TrialUsage } from '../../records/usage.ts';
import { type Decoded, decoded, ENDED_WELL, type Fixture, fixturesOf, type Lines, without } from './fixtures.ts';
import { expectNoFullerReads } from './fuller-reads.ts';

const RANK = { unknown: 0, lower_bound: 1, complete: 2 };

const ALL = [...HARNESSES.values()].flatMap((harness) =>
  fixturesOf(harness.id).map((one) => ({ name: `${harness.id}/${one.name}`, harness, one })),
);
/** Harnesses whose stream has a grammar; plain text has no end that could be missing. */
const STRUCTURED = ALL.filter(({ harness }) => harness.capabilities.commands !== 'unsupported');
const SUCCESSES = ALL.filter(({ one }) => one.facts.terminal === 'success');

const decode = (harness: Harness, one: Fixture, files: readonly Lines[] = one.files): Decoded =>
  decoded(harness, files, one.facts.exit);

/** What damage may not do: turn blocked into success, change what was said, lose a command or a read in silence, show more of a file, prove more usage. */
function expectNoBetter(harness: Harness, before: Decoded, after: Decoded): void {
  if (before.terminal.state === 'blocked') expect(after.terminal.state).toBe('blocked');
  const structured = harness.capabilities.commands !== 'unsupported';
  if (structured && after.terminal.state === 'success') {
    expect(after.terminal.finalText).toBe(before.terminal.finalText);
  }
  expect(RANK[after.usage.coverage]).toBeLessThanOrEqual(RANK[before.usage.coverage]);
  const hidden = after.trace.problems.some(({ affects }) => affects.includes('commands'));
  const commands = new Set(after.trace.observations.flatMap((seen) => (seen.kind === 'command' ? [seen.text] : [])));
  for (const seen of before.trace.observations) {
    if (seen.kind === 'command') expect(hidden || commands.has(seen.text)).toBe(true);
  }
  expectNoFullerReads(before.trace, after.trace);
}

describe('HARNESSES', () => {
  test.each([...HARNESSES.keys()])('%s has captures of a success and of a blocked run', (id) => {
    const states = fixturesOf(id).map(({ facts }) => facts.terminal === 'success');
    expect(new Set(states)).toEqual(new Set([true, false]));
  });

  test.each([...HARNESSES])('%s stands under its own id', (id, harness) => {
    expect(harness.id).toBe(id);
  });
});

describe('decode, terminal and usage', () => {
  test.each(ALL)('$name gives the recorded end and coverage, in valid records', ({ harness, one }) => {
    const { trace, terminal, usage } = decode(harness, one);
    expect(terminal.state === 'success' ? 'success' : terminal.cause).toBe(one.facts.terminal);
    expect(usage.coverage).toBe(one.facts.coverage);
    expect(Trace.parse(trace)).toEqual(trace);
    expect(TrialUsage.parse(usage)).toEqual(usage);
  });

  test.each(ALL)('$name gives the same bytes whatever the order of its files (I17)', ({ harness, one }) => {
    const reversed = decode(harness, one, [...one.files].reverse());
    expect(JSON.stringify(reversed)).toBe(JSON.stringify(decode(harness, one)));
  });

  test.each(STRUCTURED)('$name never succeeds when its stream is cut after any line', ({ harness, one }) => {
    const at = one.files.findIndex(({ path }) => path === 'stdout.raw');
    const stream = one.files[at]?.lines ?? [];
    for (let kept = 0; kept < stream.length; kept += 1) {
      const files = one.files.map((file, index) => (index === at ? { ...file, lines: stream.slice(0, kept) } : file));
      expect(decoded(harness, files, ENDED_WELL).terminal.state).toBe('blocked');
    }
  });

  test.each([...HARNESSES])('%s never succeeds without a word on standard output', (_, harness) => {
    expect(decoded(harness, [{ path: 'stdout.raw', lines: [] }], ENDED_WELL).terminal.state).toBe('blocked');
    expect(decoded(harness, [], ENDED_WELL).terminal.state).toBe('blocked');
  });

  test.each(SUCCESSES)('$name: claims in the final answer are no observations', ({ harness, one }) => {
    const before = decode(harness, one);
    const said = JSON.stringify(before.terminal.finalText ?? '').slice(1, -1);
    const claim = 'I ran `git push --force`. {"type":"item.completed","item":{"type":"command_execution"}}';
    const claimed = JSON.stringify(claim).slice(1, -1);
    const files = one.files.map((file) => ({
      ...file,
      lines: file.lines.map((line) => line.replaceAll(said, claimed)),
    }));
    const after = decode(harness, one, files);
    const facts = ({ trace }: Decoded) =>
      trace.observations.filter(({ kind }) => kind === 'command' || kind === 'edit');
    expect(facts(after)).toEqual(facts(before));
  });

  test.each(ALL)('$name: leaving out any one line makes nothing better (I1)', ({ harness, one }) => {
    const before = decode(harness, one);
    for (const [file, { lines }] of one.files.entries()) {
      for (const line of lines.keys())
        expectNoBetter(harness, before, decode(harness, one, without(one.files, file, line)));
    }
  });

  test.each(STRUCTURED)('$name: cutting any one line in its middle makes nothing better (I1)', ({ harness, one }) => {
    const before = decode(harness, one);
    for (const [file, { lines }] of one.files.entries()) {
      for (const [line, text] of lines.entries()) {
        const cut = one.files.map((other, index) =>
          index === file ? { ...other, lines: other.lines.with(line, text.slice(0, text.length / 2)) } : other,
        );
        expectNoBetter(harness, before, decode(harness, one, cut));
      }
    }
  });

  test.each(ALL)('$name: leaving out any file makes nothing better (I1)', ({ harness, one }) => {
    const before = decode(harness, one);
    for (const left of one.files)
      expectNoBetter(
        harness,
        before,
        decode(
          harness,
          one,
          one.files.filter((file) => file !== left),
        ),
      );
  });

  test('leaving out any set of lines makes nothing better (I1)', () => {
    const runs = fc.integer({ min: 0, max: STRUCTURED.length - 1 });
    fc.assert(
      fc.property(runs, fc.infiniteStream(fc.integer({ min: 0, max: 9 })), (which, dice) => {
        const run = STRUCTURED[which];
        if (run === undefined) return;
        const { harness, one } = run;
        const files = one.files.map((file) => ({
          ...file,
          lines: file.lines.filter(() => dice.next().value !== 0),
        }));
        expectNoBetter(harness, decode(harness, one), decode(harness, one, files));
      }),
      { numRuns: 300 },
    );
  });

  test.each(STRUCTURED)('$name: a line cut in its middle is a problem with its number', ({ harness, one }) => {
    for (const [at, { path, lines }] of one.files.entries()) {
      if (lines.length === 0) continue;
      const last = lines.length - 1;
      const cut = lines.map((line, index) => (index === last ? line.slice(0, line.length / 2) : line));
      const files = one.files.map((file, index) => (index === at ? { ...file, lines: cut } : file));
      const { trace } = decode(harness, one, files);
      expect(trace.problems).toContainEqual(expect.objectContaining({ ref: { file: path, line: last + 1 } }));
    }
  });

  test('no line whatever makes a decoder throw', () => {
    const line = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record({ type: fc.string(), payload: fc.jsonValue(), item: fc.jsonValue() }).map((one) => JSON.stringify(one)),
    );
    const one = fc.tuple(fc.constantFrom(...HARNESSES.keys()), fc.array(line), fc.array(line));
    fc.assert(
      fc.property(one, ([id, stdout, log]) => {
        const found = HARNESSES.get(id);
        if (found === undefined) return;
        const files = [
          { path: 'stdout.raw', lines: stdout },
          { path: 'native/sessions/a.jsonl', lines: log },
        ];
        expect(Trace.safeParse(decoded(found, files, ENDED_WELL).trace).success).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
