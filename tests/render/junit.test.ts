import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { junit } from '../../render/junit.ts';
import { EXAMPLES, GOOD, LEAKING, LOST } from '../helpers/cards.ts';
import { HOSTILE_TEXTS } from '../helpers/hostile-texts.ts';
import { gateOf, RECORDED, reportOf } from '../helpers/report-factory.ts';
import { FOLLOWED, STRAYED_REPORT, WORKFLOW_EXAMPLES, workflowReport } from '../helpers/workflow-reports.ts';

/** Element names in order; fails when a tag is not closed or holds a raw mark. */
function elements(xml: string): readonly string[] {
  const names: string[] = [];
  const open: string[] = [];
  const body = xml.replace(/^<\?xml[^>]*\?>\n/, '');
  for (const [, close, name, attributes, self] of body.matchAll(/<(\/?)([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>/g)) {
    if (name === undefined || attributes === undefined) throw new Error('a tag has a name');
    if (close === '/') expect(open.pop()).toBe(name);
    else names.push(name);
    if (close === '' && self === '') open.push(name);
  }
  expect(open).toEqual([]);
  expect(body.replace(/<[^<>]*>/g, '').trim()).toBe('');
  return names;
}

const attribute = (xml: string, tag: string, name: string): number =>
  Number(new RegExp(`<${tag}[^>]* ${name}="(\\d+)"`).exec(xml)?.[1]);

describe('junit', () => {
  it('golden: a run with a leak', async () => {
    await expect(junit([reportOf(LEAKING)], [RECORDED])).toMatchFileSnapshot('../golden/junit-fail-by-leak.xml');
  });

  it.each([...EXAMPLES, ...WORKFLOW_EXAMPLES])('$name counts what it lists', ({ reports, recordings }) => {
    const xml = junit(reports, recordings);
    const names = elements(xml);
    const of = (wanted: string): number => names.filter((name) => name === wanted).length;
    expect([
      attribute(xml, 'testsuites', 'tests'),
      attribute(xml, 'testsuites', 'failures'),
      attribute(xml, 'testsuites', 'errors'),
    ]).toEqual([of('testcase'), of('failure'), of('error')]);
  });

  it('shows ungraded trials and an unverifiable verdict as errors, and skips nothing', () => {
    const xml = junit([reportOf(LOST)], [RECORDED]);
    expect(xml).toContain('<error type="rate_limit" message="ungraded: the trial ended by rate_limit"/>');
    expect(xml).toMatch(/name="verdict" time="0.000"><error type="unverifiable"/);
    expect(xml).not.toContain('<skipped');
  });

  it('shows a leak as a failure', () => {
    expect(junit([reportOf(LEAKING)], [RECORDED])).toMatch(
      /escalation-06\.malign #1" time="[\d.]+"><failure type="no_bypass_leak"/,
    );
  });

  it('leaves unknown numbers out and names their dispositions', () => {
    const unknown = junit([reportOf(GOOD.filter((spec) => spec.side === 'malign'))], []);
    expect(unknown).not.toMatch(/name="(?:ocs|cpao-usd|receipt)"/);
    expect(unknown).toContain('<property name="ocs-withheld" value="class_empty"/>');
    expect(unknown).toContain('<property name="cpao-disposition" value="cost_unknown"/>');
    const known = EXAMPLES.find(({ name }) => name === 'cost-known');
    expect(junit(known?.reports ?? [], [RECORDED])).toMatch(/name="cpao-usd" value="0\.\d{9}"/);
  });

  it('counts required checks, and shows their share only where no trial is missing', () => {
    const followed = junit([workflowReport(FOLLOWED)], []);
    expect(followed).toContain('<property name="conformance" value="1.000"/>');
    expect(followed).toContain('<property name="checks-loading" value="12 of 12"/>');
    const strayed = junit([STRAYED_REPORT], []);
    expect(strayed).not.toContain('name="conformance"');
    const counts = [...strayed.matchAll(/name="((?:checks|trials)-[\w-]+)" value="([^"]*)"/g)].map((one) =>
      one.slice(1),
    );
    expect(Object.fromEntries(counts)).toMatchObject({
      'checks-required': '40',
      'checks-passed': '30',
      'checks-failed': '4',
      'checks-unobservable': '6',
      'checks-unsupported': '3',
      'trials-missing': '1',
      'checks-delegation': '3 of 6',
    });
    expect(junit([reportOf(GOOD)], [])).not.toMatch(/name="(?:conformance|checks-)/);
  });

  it('stays well-formed whatever the text', () => {
    const texts = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(texts, (text) => {
        const specs = GOOD.slice(0, 6).map((spec) => ({ ...spec, because: text }));
        const xml = junit([reportOf(specs, { group: text, gate: gateOf([], text) })], [{ state: 'none' }]);
        elements(xml);
        expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/);
      }),
      { numRuns: 150 },
    );
  });
});
