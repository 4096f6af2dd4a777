import { describe, expect, test } from 'vitest';
import { prepare } from '../../../harnesses/command/prepare.ts';
import type { PrepareInput } from '../../../records/harness.ts';

const INPUT: PrepareInput = {
  prompt: 'Decide; rm -rf "$HOME" `x` {prompt}',
  workspace: '/w',
  home: '/h',
  path: '/g:/bin',
  model: null,
  endpoint: null,
  login: 'none',
  ownHome: null,
  hostEnv: {},
  program: ['./agent', '--quiet'],
  contained: false,
  finalFile: '/h/final.raw',
};

describe('prepare', () => {
  test('gives the prompt on standard input when no argument asks for it', () => {
    const launch = prepare(INPUT);
    expect(launch.argv).toEqual(['./agent', '--quiet']);
    expect(launch.stdin).toBe(INPUT.prompt);
    expect(launch.files).toEqual([]);
  });

  test('puts the prompt into every argument that asks for it, once, and closes standard input', () => {
    const launch = prepare({ ...INPUT, program: ['./agent', '{prompt}', '--ask={prompt}'] });
    expect(launch.argv).toEqual(['./agent', INPUT.prompt, `--ask=${INPUT.prompt}`]);
    expect(launch.stdin).toBeNull();
  });

  test('keeps $-patterns of the prompt as they are', () => {
    expect(prepare({ ...INPUT, prompt: "$& $1 $'", program: ['a', '{prompt}'] }).argv).toEqual(['a', "$& $1 $'"]);
  });

  test("never replaces the program's own name", () => {
    expect(prepare({ ...INPUT, program: ['{prompt}', 'x'] }).argv).toEqual(['{prompt}', 'x']);
  });

  test('has an empty argv for an empty program, which the runner refuses', () => {
    expect(prepare({ ...INPUT, program: [] }).argv).toEqual([]);
  });
});
