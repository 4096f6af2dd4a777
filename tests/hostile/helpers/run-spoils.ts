/** Ways to alter a run folder, from a careless hand to someone who knows the formats. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { writeIndex } from '../../../runner/trial-files.ts';
import { content, type Spoil } from './spoil.ts';

/** A run folder and the folder of one of its trials. */
export interface Target {
  readonly run: string;
  readonly trial: string;
  /** The folder of the trial of a case. */
  readonly trialOf: (id: string) => string;
}

export interface Hostile {
  readonly name: string;
  readonly spoil: (target: Target) => void | Promise<void>;
  readonly command?: 'report' | 'regrade' | 'resume';
  /** Exit codes that are right; 2 and 64 when absent. */
  readonly exits?: readonly number[];
}

export const inTrial =
  (file: string, spoil: Spoil) =>
  ({ trial }: Target) =>
    spoil(join(trial, file));
export const inRun =
  (file: string, spoil: Spoil) =>
  ({ run }: Target) =>
    spoil(join(run, file));

/** Changes a JSON document as someone with an editor would. */
export function edit(change: (document: Record<string, unknown>) => unknown): Spoil {
  return content((valid) =>
    JSON.stringify(change(z.record(z.string(), z.unknown()).parse(JSON.parse(valid))), null, 2),
  );
}

/** A change of evidence with an index that fits it. */
export function coherent(file: string, spoil: Spoil) {
  return ({ trial }: Target) => {
    spoil(join(trial, file));
    const { trialId, execution } = z
      .looseObject({ trialId: z.string(), execution: z.int() })
      .parse(JSON.parse(readFileSync(join(trial, 'index.json'), 'utf8')));
    rmSync(join(trial, 'index.json'));
    writeIndex(trial, trialId, execution);
  };
}

/** Turns a rejected result into an accepted one, checks included. */
export function accept(path: string): void {
  content((valid) =>
    valid.replaceAll('"failed"', '"passed"').replace(/"outcome": \{[^}]*\}/, '"outcome": { "state": "accepted" }'),
  )(path);
}

/** Takes a trial out of the plan, and its folder with it or not. */
export function dropTrial(name: string, folderToo: boolean) {
  return ({ run, trialOf }: Target) => {
    const plan = z.looseObject({ plan: z.looseObject({ trials: z.array(z.looseObject({ case: z.string() })) }) });
    const path = join(run, 'run.json');
    const document = plan.parse(JSON.parse(readFileSync(path, 'utf8')));
    const trials = document.plan.trials.filter((trial) => trial.case !== name);
    rmSync(path);
    writeFileSync(path, JSON.stringify({ ...document, plan: { ...document.plan, trials } }));
    if (folderToo) rmSync(trialOf(name), { recursive: true });
  };
}
