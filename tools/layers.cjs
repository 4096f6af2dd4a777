/**
 * Import rules (docs/architecture.md). Imports go down only:
 *   floor 1 records statistics · floor 2 harnesses corpus scorers thresholds bench-results render
 *   floor 2½ github · floor 3 runner · floor 4 cli action bot
 * tests/repo/layers.test.ts plants a fault for every rule.
 */
const GROUND = 'records|statistics';
const STAGES = 'harnesses|corpus|scorers|thresholds|bench-results|render';
const SHELLS = 'cli|action|bot';
const OURS = `^(${GROUND}|${STAGES}|github|runner|${SHELLS}|tools|tests|fixtures|dist)/`;
const PURE = `^(${GROUND}|${STAGES})/`;

/**
 * The page of a results branch: a program of its own that lies with the other renderings. It verifies the ledger that it
 * draws by the rules of bench-results/, which must not be written twice.
 */
const DASHBOARD = '^render/dashboard/';

const TEST_TOOLS = [
  '@biomejs',
  '@pydantic',
  '@types',
  'ajv',
  'axe-core',
  'dependency-cruiser',
  'emulate',
  'esbuild',
  'fast-check',
  'json-canonicalize',
  'playwright-core',
  'tsx',
  'typescript',
  'vitest',
].join('|');

/** A rule that fails the check: `because` is shown to the person who broke it. */
function forbid(name, because, from, to) {
  return { name, severity: 'error', comment: because, from, to };
}

module.exports = {
  forbidden: [
    forbid('no-circles', 'A circle has no order to read it in', {}, { circular: true }),
    forbid('resolvable', 'An import that cannot be resolved', {}, { couldNotResolve: true }),
    forbid(
      'records-are-the-bottom',
      'records/ imports nothing else of ours',
      { path: '^records/' },
      { path: OURS, pathNot: '^records/' },
    ),
    forbid(
      'statistics-on-records',
      'statistics/ imports itself and records/ only',
      { path: '^statistics/' },
      { path: OURS, pathNot: '^(statistics|records)/' },
    ),
    forbid(
      'stage-on-ground',
      'A floor-2 folder imports itself and floor 1, never a neighbour or a floor above',
      { path: `^(${STAGES})/`, pathNot: DASHBOARD },
      { path: OURS, pathNot: `^($1|${GROUND})/` },
    ),
    forbid(
      'dashboard-on-ledger',
      'render/dashboard/ imports render/, bench-results/ and floor 1, nothing else',
      { path: DASHBOARD },
      { path: OURS, pathNot: `^(render|bench-results|${GROUND})/` },
    ),
    forbid(
      'dashboard-without-node',
      'What reaches a browser never hashes with Node: the rules of a chain take their hash from outside',
      { path: DASHBOARD },
      { path: '^bench-results/(receipt|chain|verify|tail)\\.ts$' },
    ),
    forbid(
      'dashboard-alone',
      'render/dashboard/ is a program of its own, for browsers: nothing else imports it',
      { pathNot: '^(render/dashboard|tools|tests)/' },
      { path: DASHBOARD },
    ),
    forbid(
      'harness-alone',
      'A harness never imports another harness; what they share stands in harnesses/ itself or harnesses/shared/',
      { path: '^harnesses/([^/]+)/' },
      { path: '^harnesses/[^/]+/', pathNot: '^harnesses/($1|shared)/' },
    ),
    forbid(
      'github-on-ground',
      'github/ imports itself and floor 1 only',
      { path: '^github/' },
      { path: OURS, pathNot: `^(github|${GROUND})/` },
    ),
    forbid(
      'runner-below-shells',
      'runner/ imports floors 1 and 2, github/ and itself, never a shell',
      { path: '^runner/' },
      { path: OURS, pathNot: `^(runner|github|${GROUND}|${STAGES})/` },
    ),
    forbid(
      'shells-apart',
      'A shell imports floors 1 to 3 and itself, never another shell',
      { path: `^(${SHELLS})/` },
      { path: OURS, pathNot: `^($1|runner|github|${GROUND}|${STAGES})/` },
    ),
    forbid(
      'no-harness-in-shells',
      'A shell hands the list of harnesses (harnesses/index.ts, or the plain facts of harnesses/facts.ts) to runner/, and reaches into none of them',
      { path: `^(${SHELLS})/` },
      { path: '^harnesses/', pathNot: '^harnesses/(?:index|facts)\\.ts$' },
    ),
    forbid(
      'pure-no-node',
      'Floors 1 and 2 import no Node module but node:path (its posix part)',
      { path: PURE, pathNot: '^records/digest\\.ts$' },
      { dependencyTypes: ['core'], pathNot: '^(node:)?path(/posix)?$' },
    ),
    forbid(
      'digest-crypto-only',
      'records/digest.ts imports node:crypto and no other Node module',
      { path: '^records/digest\\.ts$' },
      { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    ),
    forbid(
      'pure-no-shell-packages',
      'Floors 1 and 2 import no package that talks to the world',
      { path: PURE },
      { path: '(^|/)node_modules/(@actions/|@octokit/|(probot|commander|yauzl|undici|execa)(/|$))' },
    ),
    forbid(
      'pure-no-shell-packages-unresolved',
      'Floors 1 and 2 import no package that talks to the world',
      { path: PURE },
      { path: '^(@actions/|@octokit/|(probot|commander|yauzl|undici|execa)(/|$))' },
    ),
    forbid(
      'probot-in-bot',
      'Only bot/ imports probot; the Action must not carry it',
      { pathNot: '^bot/' },
      { path: '(^|/)node_modules/probot/|^probot(/|$)' },
    ),
    forbid(
      'no-test-tools',
      'The product imports no build or test tool',
      { path: `^(${GROUND}|${STAGES}|github|runner|${SHELLS})/` },
      { path: `(^|/)node_modules/(${TEST_TOOLS})(/|$)` },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.cjs', '.js', '.json', '.d.ts'],
    },
  },
};
