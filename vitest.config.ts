import { defineConfig } from 'vitest/config';
import { definedConstants } from './tools/constants.ts';

const MINUTE = 60_000;

export default defineConfig({
  define: definedConstants(import.meta.dirname),
  test: {
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/real/**'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'real',
          include: ['tests/real/**/*.test.ts'],
          maxWorkers: 1,
          fileParallelism: false,
          testTimeout: 10 * MINUTE,
          hookTimeout: 15 * MINUTE,
        },
      },
    ],
  },
});
