/** Styles for terminals. */
import pc from 'picocolors';
import type { Verdict } from '../records/terms.ts';

/** The few styles a card uses. Without colour each returns its text unchanged. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly verdict: (verdict: Verdict, text: string) => string;
}

/** Styles with or without colour. */
export function paint(color: boolean): Paint {
  const ink = pc.createColors(color);
  const byVerdict = { pass: ink.green, fail: ink.red, unverifiable: ink.yellow };
  return {
    bold: (text) => ink.bold(text),
    dim: (text) => ink.dim(text),
    red: (text) => ink.red(text),
    yellow: (text) => ink.yellow(text),
    verdict: (verdict, text) => ink.bold(byVerdict[verdict](text)),
  };
}
