import { describe, expect, it } from 'vitest';
import { badgeSvg } from '../../render/badge-svg.ts';
import { HOSTILE_TEXTS } from '../helpers/hostile-texts.ts';

describe('badgeSvg', () => {
  it('is a picture with a title, by itself', () => {
    const svg = badgeSvg({ label: 'decision-core', message: 'pass · OCS −0.143 · n=60', color: 'brightgreen' });
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*role="img" aria-label="decision-core: pass/,
    );
    expect(svg).toContain('<title>decision-core: pass · OCS −0.143 · n=60</title>');
    expect(svg.endsWith('</svg>\n')).toBe(true);
    expect(svg.match(/https?:/g)).toEqual(['http:']);
    expect(svg).not.toMatch(/<(?:image|script|style|use|foreignObject)|href=|url\((?!#)/);
  });

  it.each([
    ['brightgreen', '#4b0'],
    ['red', '#dd4343'],
    ['lightgrey', '#939393'],
    ['orange', '#ea7233'],
  ])('knows the colour %s', (color, shade) => {
    expect(badgeSvg({ label: 'a', message: 'b', color })).toContain(`fill="${shade}"`);
  });

  it.each(HOSTILE_TEXTS)('shows %j as text', (text) => {
    const svg = badgeSvg({ label: text, message: text, color: 'red' });
    const tags = new Set([...svg.matchAll(/<\/?([a-zA-Z]+)/g)].map(([, tag]) => tag));
    const ours = [
      'svg',
      'title',
      'filter',
      'feGaussianBlur',
      'linearGradient',
      'stop',
      'clipPath',
      'rect',
      'g',
      'text',
    ];
    expect([...tags].filter((tag) => tag === undefined || !ours.includes(tag))).toEqual([]);
    expect(svg).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    // Quoted values away, what is left of a tag is names alone.
    expect(svg.replaceAll(/"[^"<>]*"/g, '""')).not.toMatch(/<[^>]*\s(?:on\w+|href|style|src)=/);
  });

  it('cuts long text, so that the picture stays a badge', () => {
    const svg = badgeSvg({ label: 'a', message: 'x'.repeat(5000), color: 'red' });
    expect(svg.length).toBeLessThan(4000);
  });
});
