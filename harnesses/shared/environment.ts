/** The environment that every harness starts its program with: nothing is inherited, everything is listed. */
import type { PrepareInput } from '../../records/harness.ts';

/** What of {@link PrepareInput} the environment is made from. */
export type EnvironmentInput = Pick<PrepareInput, 'path' | 'home' | 'hostEnv'>;

/**
 * PATH (guarded commands first), the trial's home, a plain terminal, UTC, and the host variables that the caller let
 * through. A fixed name wins over a host variable of the same name, so that no host setting moves the home or PATH.
 */
export function baseEnvironment(input: EnvironmentInput): Readonly<Record<string, string>> {
  return {
    ...input.hostEnv,
    PATH: input.path,
    HOME: input.home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
    TZ: 'UTC',
    CI: '1',
  };
}
