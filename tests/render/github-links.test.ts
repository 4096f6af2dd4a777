import { describe, expect, it } from 'vitest';
import { repositoryUrl } from '../../render/github-links.ts';

describe('repositoryUrl()', () => {
  it.each(['owner/repository', 'Owner-1/re.po_1', 'o/.github'])('leads to %s', (name) => {
    expect(repositoryUrl(name)).toBe(`https://github.com/${name}`);
  });

  it.each([
    null,
    '',
    'owner',
    'owner/',
    '/name',
    'a/b/c',
    'owner/..',
    'owner/.',
    '../x',
    '-o/x',
    'o/x?y',
    'o/x#y',
    'o/ x',
    'javascript:alert(1)',
    'evil.example/x',
    `${'a'.repeat(200)}/x`,
  ])('leads nowhere for %j', (name) => {
    expect(repositoryUrl(name)).toBeNull();
  });
});
