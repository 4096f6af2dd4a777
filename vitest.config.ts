import { defineConfig } from 'vitest/config';
import { definedConstants } from './tools/constants.ts';

const MINUTE = 60_000;

/** Tests see the same git on every machine: no settings of the person or the system, no prompt. */
const PINNED_GIT = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' };

const SLOW = 'tests/**/*.slow.test.ts';

export default defineConfig({
  define: definedConstants(import.meta.dirname),
  test: {
    pool: 'forks',
    maxWorkers: 2,
    env: PINNED_GIT,
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/real/**', SLOW],
          globalSetup: ['./tools/test-setup.ts'],
          // Files of a worker share its process and its modules, which saves a third of the time. So no test replaces a
          // module or leaves the process changed.
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      // The rest of what the quick tests take a handful of: all attacks, kills and races.
      {
        extends: true,
        test: {
          name: 'slow',
          include: [SLOW],
          globalSetup: ['./tools/test-setup.ts'],
          testTimeout: 2 * MINUTE,
          hookTimeout: 5 * MINUTE,
        },
      },
      {
        extends: true,
        test: {
          name: 'real',
          include: ['tests/real/**/*.test.ts'],
          globalSetup: ['./tools/test-setup-real.ts'],
          maxWorkers: 1,
          fileParallelism: false,
          testTimeout: 10 * MINUTE,
          hookTimeout: 15 * MINUTE,
        },
      },
    ],
  },
});
