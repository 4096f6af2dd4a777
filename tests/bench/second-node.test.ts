import { describe, expect, it } from 'vitest';
import { secondNode } from '../../tools/bench/second-node.ts';
import { temporaryFolder } from '../repo/tree.ts';

describe('secondNode', () => {
  it('is the program that was named', () => {
    expect(secondNode(temporaryFolder(), '/opt/node24/bin/node')).toEqual({ program: '/opt/node24/bin/node' });
  });
});
