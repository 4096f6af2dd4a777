/** Constants that the bundler and the test runner put into the code (tools/build-dist.ts, vitest.config.ts). */

/** The version in package.json. */
declare const __OPERANT_VERSION__: string;

/** The evaluator digest: `sha256:<hex>` (tools/evaluator.ts). */
declare const __OPERANT_EVALUATOR__: string;
