import { lexer } from 'marked';
import { describe, expect, it } from 'vitest';
import { badgeSnippet, placeOfOrigin } from '../../render/badge-snippet.ts';
import { nodes } from '../helpers/markdown-ast.ts';

describe('placeOfOrigin', () => {
  it.each([
    ['github.com/owner/repo/refs/heads/bench-results', { owner: 'owner', repository: 'repo', branch: 'bench-results' }],
    ['github.com/owner/repo/refs/heads/a/b', { owner: 'owner', repository: 'repo', branch: 'a/b' }],
    ['gitlab.example/owner/repo/refs/heads/main', null],
    ['local/ledger', null],
    ['github.com/owner/refs/heads/main', null],
    ['github.com/owner/repo/refs/tags/v1', null],
    ['github.com//repo/refs/heads/main', null],
  ])('reads %s', (origin, place) => {
    expect(placeOfOrigin(origin)).toEqual(place);
  });
});

describe('badgeSnippet', () => {
  const place = { owner: 'owner', repository: 'repo', branch: 'bench-results' };

  it('shows the badge of the branch through shields.io, linked to the branch', () => {
    const { badge, picture } = badgeSnippet('decision-core', place);
    expect(badge).toBe(
      '[![Operant decision-core](https://img.shields.io/endpoint?url=https%3A%2F%2Fraw.githubusercontent.com%2Fowner%2Frepo%2Fbench-results%2Fbadges%2Fdecision-core.json)](https://github.com/owner/repo/tree/bench-results)',
    );
    expect(picture).toBe(
      '[![Operant decision-core](https://github.com/owner/repo/raw/bench-results/badges/decision-core.svg)](https://github.com/owner/repo/tree/bench-results)',
    );
  });

  it('shows a picture beside the README elsewhere', () => {
    expect(badgeSnippet('decision-core', null).badge).toBe('![Operant decision-core](badges/decision-core.svg)');
  });

  it('stays one link whatever the names are', () => {
    const odd = { owner: 'o](x)', repository: 'r)"<', branch: 'a b/(c)' };
    const all = nodes(lexer(badgeSnippet('decision-core', odd).badge));
    expect(all.filter(({ type }) => type === 'link')).toHaveLength(1);
    expect(all.filter(({ type }) => type === 'image')).toHaveLength(1);
    expect(all.filter(({ type }) => type === 'html')).toEqual([]);
  });
});
