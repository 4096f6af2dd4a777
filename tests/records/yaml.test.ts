import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { OperantConfig } from '../../records/config.ts';
import { formatProblem } from '../../records/errors.ts';
import { parseYaml } from '../../records/yaml.ts';
import { MAX_YAML } from '../../records/yaml-quick.ts';

const Planted = z.strictObject({
  name: z.string().min(2),
  count: z.int().min(1).max(10),
  mode: z.enum(['fast', 'slow']).optional(),
  on: z.boolean().optional(),
  list: z.array(z.strictObject({ title: z.string(), size: z.int().optional() })).optional(),
  limits: z.record(z.string(), z.int()).optional(),
});

const GOOD = 'name: ab\ncount: 1\n';

/** The problems of a text as people read them. */
function problems(text: string, schema: z.ZodType = Planted): readonly string[] {
  const parsed = parseYaml(schema, text, 'a.yaml');
  return parsed.ok ? [] : parsed.problems.map(formatProblem);
}

describe('parseYaml', () => {
  it('returns the value of a good file', () => {
    expect(parseYaml(Planted, `# note\n${GOOD}list:\n  - title: "a: b"\n    size: 0x10\n`, 'a.yaml')).toEqual({
      ok: true,
      value: { name: 'ab', count: 1, list: [{ title: 'a: b', size: 16 }] },
    });
  });

  it.each([
    ['CRLF line ends', GOOD.replaceAll('\n', '\r\n')],
    ['no final line feed', GOOD.trimEnd()],
    ['a byte order mark', `\uFEFF${GOOD}`],
    ['a document mark', `---\n${GOOD}`],
    ['a version directive', `%YAML 1.2\n---\n${GOOD}`],
    ['flow style', '{ name: ab, "count": 1 }'],
  ])('reads %s', (_, text) => {
    expect(parseYaml(Planted, text, 'a.yaml')).toEqual({ ok: true, value: { name: 'ab', count: 1 } });
  });

  it.each([
    ['yes', '"yes"'],
    ['on', '"on"'],
    ['off', '"off"'],
    ['TRUE', 'true'],
    ['True', 'true'],
  ])('takes %s by the core schema of YAML 1.2', (word, value) => {
    const found = problems(`${GOOD}on: ${word}\n`);
    expect(found).toEqual(value === 'true' ? [] : [`a.yaml:3:5: on: expected boolean, found ${value}`]);
  });

  it.each([
    ['2026-01-31', 'string'],
    ['1_000', 'string'],
    ['0777', 'number'],
    ['1:30', 'string'],
  ])('takes %s as a %s', (text, type) => {
    const parsed = parseYaml(z.strictObject({ a: z.unknown() }), `a: ${text}`, 'a.yaml');
    expect(parsed.ok && typeof parsed.value.a).toBe(type);
  });

  describe('places', () => {
    it.each<[string, string, readonly string[]]>([
      ['an unknown key', `${GOOD}nme: x\n`, ['a.yaml:3:1: Unknown key "nme"; did you mean "name"?']],
      [
        'an unknown key that is near nothing',
        `${GOOD}zebra: x\n`,
        ['a.yaml:3:1: Unknown key "zebra"; known keys: name, count, mode, on, list, limits'],
      ],
      [
        'an unknown key in a list',
        `${GOOD}list:\n  - title: a\n  - title: b\n    siz: 1\n`,
        ['a.yaml:6:5: Unknown key "siz"; did you mean "size"?'],
      ],
      ['a wrong type', 'name: ab\ncount: many\n', ['a.yaml:2:8: count: expected number, found "many"']],
      ['a fraction', 'name: ab\ncount: 1.5\n', ['a.yaml:2:8: count: expected int, found 1.5']],
      [
        'a number out of range',
        'name: ab\ncount: 11\n',
        ['a.yaml:2:8: count: Too big: expected number to be <=10, found 11'],
      ],
      [
        'a short text',
        'name: a\ncount: 1\n',
        ['a.yaml:1:7: name: Too small: expected string to have >=2 characters, found "a"'],
      ],
      ['a null', 'name:\ncount: 1\n', ['a.yaml:1:6: name: expected string, found null']],
      ['a missing key', 'count: 1\n', ['a.yaml:1:1: name: expected string, found nothing']],
      [
        'a word near a known one',
        `${GOOD}mode: fat\n`,
        ['a.yaml:3:7: mode: expected fast or slow, found "fat"; did you mean "fast"?'],
      ],
      ['a word near none', `${GOOD}mode: medium\n`, ['a.yaml:3:7: mode: expected fast or slow, found "medium"']],
      ['a list for a text', 'name: [a, b]\ncount: 1\n', ['a.yaml:1:1: name: expected string, found a list of 2']],
      ['a mapping for a list', `${GOOD}list: {a: 1}\n`, ['a.yaml:3:1: list: expected array, found a mapping']],
      ['an entry of a list', `${GOOD}list:\n  - title: a\n  - 3\n`, ['a.yaml:5:5: list.1: expected object, found 3']],
      [
        'a missing key of an entry',
        `${GOOD}list:\n  - size: 1\n`,
        ['a.yaml:4:5: list.0.title: expected string, found nothing'],
      ],
      [
        'a value under a free key',
        `${GOOD}limits:\n  a: 1\n  b: x\n`,
        ['a.yaml:5:6: limits.b: expected number, found "x"'],
      ],
      [
        'a key of letters that take two bytes',
        'näme: äö\ncount: 1\nname: ab\nzä: 1',
        [
          'a.yaml:1:1: Unknown key "näme"; did you mean "name"?',
          'a.yaml:4:1: Unknown key "zä"; known keys: name, count, mode, on, list, limits',
        ],
      ],
      ['a scalar document', 'just text', ['a.yaml:1:1: the document: expected object, found "just text"']],
      ['a list document', '- a\n', ['a.yaml:1:1: the document: expected object, found a list of 1']],
      ['an empty file', '', ['a.yaml:1:1: Expected a mapping, found an empty file']],
      ['a file of comments', '# a\n\n# b\n', ['a.yaml:1:1: Expected a mapping, found an empty file']],
    ])('%s', (_, text, expected) => {
      expect(problems(text)).toEqual(expected);
    });

    it('long values are cut, so that one problem is one line', () => {
      const [found] = problems(`name: ab\ncount: ${'x'.repeat(50_000)}\n`);
      expect(found).toMatch(/^a\.yaml:2:8: count: expected number, found "x{56}…$/);
    });
  });

  describe('refuses', () => {
    it.each<[string, string, readonly string[]]>([
      ['a repeated key', 'name: ab\ncount: 1\nname: cd\n', ['a.yaml:3:1: Expected each key once, found "name" again']],
      [
        'a repeated key in flow style',
        `${GOOD}limits: {a: 1, "a": 2}\n`,
        ['a.yaml:3:16: Expected each key once, found "a" again'],
      ],
      [
        'keys that are equal as text',
        `${GOOD}limits: {1: 1, "1": 2}\n`,
        ['a.yaml:3:16: Expected each key once, found "1" again'],
      ],
      [
        'an anchor',
        'name: &n ab\ncount: 1\n',
        ['a.yaml:1:10: Expected plain values, found the anchor &n; write the value out'],
      ],
      [
        'an alias',
        'name: &n ab\ncount: *n\n',
        [
          'a.yaml:1:10: Expected plain values, found the anchor &n; write the value out',
          'a.yaml:2:8: Expected plain values, found the alias *n; write the value out',
        ],
      ],
      [
        'a merge key',
        'name: ab\ncount: 1\n<<: {on: true}\n',
        ['a.yaml:3:1: Unknown key "<<"; known keys: name, count, mode, on, list, limits'],
      ],
      ['a mapping as a key', '? {a: 1}\n: 2\n', ['a.yaml:1:3: Expected a plain text key, found a collection']],
      [
        'the key __proto__',
        `${GOOD}limits: {__proto__: 1}\n`,
        ['a.yaml:3:10: Expected a plain text key, found "__proto__"'],
      ],
      ['a second document', `${GOOD}---\nname: cd\n`, ['a.yaml:3:1: Expected one document, found another']],
    ])('%s', (_, text, expected) => {
      expect(problems(text)).toEqual(expected);
    });

    it.each([
      ['a tag of one’s own', `${GOOD}mode: !own fast\n`, 3, 7, '!own'],
      ['a tag of a language', 'name: !!js/function "x"\ncount: 1\n', 1, 7, 'js/function'],
      ['binary', 'name: !!binary "aGk="\ncount: 1\n', 1, 16, 'binary'],
      ['a set', `${GOOD}limits: !!set {a}\n`, 3, 15, 'set'],
      ['a tab as indentation', 'name: ab\ncount: 1\nlist:\n\t- title: a\n', 4, 1, 'Tabs'],
      ['an open quote', 'name: "ab\ncount: 1\n', 3, 1, 'Missing closing'],
      ['an open bracket', `${GOOD}list: [\n`, 4, 1, 'Flow sequence'],
      ['a value after a value', 'name: "ab" cd\ncount: 1\n', 1, 12, 'Unexpected'],
      ['an escape that is none', 'name: "\\q1"\ncount: 1\n', 1, 8, 'Invalid escape'],
      ['an unknown directive', `%OWN 1\n---\n${GOOD}`, 1, 1, 'Unknown directive'],
      ['another YAML version', `%YAML 3.7\n---\n${GOOD}`, 1, 7, 'Unsupported YAML version'],
      ['an alias of nothing', 'name: *none\ncount: 1\n', 1, 7, 'none'],
    ])('%s, with its place', (_, text, line, column, words) => {
      const parsed = parseYaml(Planted, text, 'a.yaml');
      const found = parsed.ok ? [] : parsed.problems;
      expect(found).toContainEqual({
        file: 'a.yaml',
        line,
        column,
        message: expect.stringContaining(words),
      });
    });
  });

  it('tells every problem at once, in the order of the file', () => {
    const text = 'nmae: x\ncount: 99\nmode: fat\nlist:\n  - titel: a\n  - title: 7\nlimits:\n  a: x\nzz: 1\n';
    expect(problems(text)).toEqual([
      'a.yaml:1:1: name: expected string, found nothing',
      'a.yaml:1:1: Unknown key "nmae"; did you mean "name"?',
      'a.yaml:2:8: count: Too big: expected number to be <=10, found 99',
      'a.yaml:3:7: mode: expected fast or slow, found "fat"; did you mean "fast"?',
      'a.yaml:5:5: list.0.title: expected string, found nothing',
      'a.yaml:5:5: Unknown key "titel"; did you mean "title"?',
      'a.yaml:6:12: list.1.title: expected string, found 7',
      'a.yaml:8:6: limits.a: expected number, found "x"',
      'a.yaml:9:1: Unknown key "zz"; known keys: name, count, mode, on, list, limits',
    ]);
  });

  it('names the nearest key and word of a real document', () => {
    const text =
      'schema: operant.config/v1\nagent:\n  harnes: x\nsuites:\n  - suite: s\n    conditions: [explict]\nisolation: dokker\n';
    expect(problems(text, OperantConfig)).toEqual([
      'a.yaml:2:1: agent.harness: expected string, found nothing',
      'a.yaml:3:3: Unknown key "harnes"; did you mean "harness"?',
      'a.yaml:6:18: suites.0.conditions.0: expected explicit or inactive or baseline, found "explict"; did you mean "explicit"?',
      'a.yaml:7:12: isolation: expected none or bubblewrap or docker or external, found "dokker"; did you mean "docker"?',
    ]);
  });

  it('takes 64 KiB and refuses one character more', () => {
    const fill = (length: number) => `${GOOD}# `.padEnd(length, 'x');
    expect(problems(fill(MAX_YAML))).toEqual([]);
    expect(problems(fill(MAX_YAML + 1))).toEqual(['a.yaml: Expected at most 64 KiB of YAML, found 65 KiB']);
  });
});
