import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

import { findOrInstallHeadlessBrowser, installOtherEngines } from './browser.mjs';
import { buildApp, buildSamples, isBuilt } from './build.mjs';
import { Failure } from './failure.mjs';
import { readIfThere } from './fingerprint.mjs';
import { root } from './root.mjs';
import { ownEnvironment, runChild, runTool } from './run.mjs';
import { SLOW_TESTS } from './slow-tests.mjs';

/** `quick`: the tests for every change. `all`: every test. `long`: those that `quick` leaves out. */
const part = /** @type {'quick' | 'all' | 'long'} */ (process.argv[2] ?? 'quick');
const quick = part !== 'long';
const long = part !== 'quick';

/** `npm test` has a share of it, and every test the whole. */
const MEASURED = 'tests/process/event-loop.test.ts';
const RESULTS = '.cache/test-results';
const BIN = join(root, 'node_modules/.bin');

/** @typedef {{ passed: number, failed: number }} Count */

const PASSED = { passed: 1, failed: 0 };
const FAILED = { passed: 0, failed: 1 };

/** @type {Count} */
const total = { passed: 0, failed: 0 };
/**
 * All failures, repeated at the end: that's where people start to read a log.
 * @type {string[]}
 */
const failures = [];

/**
 * Runs one step, prints how long it took, and counts its result. A step that throws counts as failed; the others still run.
 * @param {string} name
 * @param {() => Promise<Count>} work
 */
async function step(name, work) {
  const started = Date.now();
  /** @type {Count} */
  let count;
  try {
    count = await work();
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    count = FAILED;
  }
  total.passed += count.passed;
  total.failed += count.failed;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (count.failed > 0) failures.push(name);
  const verdict = count.failed > 0 ? `${count.failed} FAILED` : 'ok';
  console.log(`== ${name}: ${verdict} (${seconds} s)`);
  return count;
}

/**
 * Runs a tool whose output matters only when it fails.
 * @param {string} tool
 * @param {string[]} args
 */
async function check(tool, args) {
  const { code, output } = await runTool(tool, args);
  if (code === 0) return PASSED;
  console.log(output.trimEnd());
  return FAILED;
}

/**
 * Most tools use one core, and there are at least two. List the slowest first.
 * @param {(() => Promise<unknown>)[]} works
 */
async function twoAtATime(works) {
  const left = [...works];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) await next();
  };
  await Promise.all([work(), work()]);
}

/**
 * @param {string[]} projects
 * @param {string[]} [files] arguments that choose files; without them, all run
 */
async function vitest(projects, files = []) {
  const file = `${RESULTS}/vitest.json`;
  rmSync(file, { force: true });
  const code = await runChild(
    join(BIN, 'vitest'),
    [
      'run',
      ...projects.map((project) => `--project=${project}`),
      ...files,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    ownEnvironment({ NODE_ENV: 'test' }),
  );
  /**
   * @type {{ numPassedTests?: number, numFailedTests?: number, testResults?: { name: string, status: string,
   *   message: string, assertionResults: { status: string, fullName: string }[] }[] }}
   */
  const result = JSON.parse(readIfThere(file) ?? '{}');
  for (const { name, status, message, assertionResults } of result.testResults ?? []) {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    for (const test of tests) failures.push(`${relative(root, name)}: ${test.fullName}`);
    if (status === 'failed' && tests.length === 0) {
      failures.push(`${relative(root, name)}: ${message.split('\n')[0]}`);
    }
  }
  if (Date.now() > Number(process.env.TESTS_UNTIL ?? Infinity)) {
    const tests = (result.testResults ?? []).flatMap((file) => file.assertionResults);
    const skipped = tests.filter(({ status }) => status === 'pending').length;
    console.log(`${skipped} tests were skipped, most of them because the time was up.`);
  }
  return counted(result.numPassedTests, result.numFailedTests, code);
}

/**
 * A journey tagged `@core` runs in every part, unless it is on a phone. One tagged `@quick` is a smaller version of another,
 * and one tagged `@alone` measures, so nothing runs beside it.
 * @param {string[]} which
 */
async function playwright(which) {
  const file = `${RESULTS}/playwright.json`;
  rmSync(file, { force: true });
  const CHROMIUM_PATH = await findOrInstallHeadlessBrowser();
  const code = await runChild(
    join(BIN, 'playwright'),
    ['test', '--reporter=list,json', ...which],
    ownEnvironment({ CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, file) }),
  );
  const { stats = {}, suites = [] } = JSON.parse(readIfThere(file) ?? '{}');
  noteJourneys(suites);
  // After too many failures Playwright skips the rest, which has not passed either.
  const { skipped = 0 } = stats;
  if (code !== 0 && skipped > 0) failures.push(`${skipped} journeys were not run`);
  return counted((stats.expected ?? 0) + (stats.flaky ?? 0), stats.unexpected, code);
}

/** @param {{ specs?: { file: string, title: string, ok: boolean }[], suites?: any[] }[]} suites */
function noteJourneys(suites) {
  for (const { specs = [], suites: inner = [] } of suites) {
    for (const { file, title, ok } of specs) if (!ok) failures.push(`${file}: ${title}`);
    noteJourneys(inner);
  }
}

/**
 * @param {number} passed
 * @param {number} failed
 * @param {number} code the runner's exit code
 * @returns {Count}
 */
function counted(passed = 0, failed = 0, code) {
  // A file that couldn't be loaded, an error outside any test, or no tests at all.
  const unseen = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: unseen ? 1 : failed };
}

async function build() {
  if (!isBuilt()) await buildApp();
  return PASSED;
}

/** Beforehand, because every journey would wait while the first that needs them builds them. */
async function samples() {
  await buildSamples();
  return PASSED;
}

async function engines() {
  await step('other engines', async () => {
    await installOtherEngines();
    return PASSED;
  });
}

async function budget() {
  const code = await runChild(join(BIN, 'node'), ['scripts/bundle-budget.mjs']);
  return code === 0 ? PASSED : FAILED;
}

mkdirSync(RESULTS, { recursive: true });

let runnable = false;

/** @type {(() => Promise<unknown>)[]} */
const beforehand = [
  async () => {
    const built = await step('production build', build);
    runnable = built.failed === 0;
  },
  // No core journey shows them.
  ...(long ? [() => step('samples', samples)] : []),
  () => step('lint', () => check('eslint', ['.', '--max-warnings=0'])),
  () =>
    step('types, promises, and React', () =>
      check('oxlint', ['--type-aware', '--type-check', '--deny-warnings', '.']),
    ),
  () =>
    step('format', () =>
      check('prettier', [
        '--check',
        '--log-level=warn',
        '--cache',
        '--cache-strategy=content',
        '--cache-location=.cache/prettier',
        '.',
      ]),
    ),
  () =>
    step('imports', () =>
      check('depcruise', [
        'app',
        'server',
        'tests',
        'scripts',
        'prisma',
        '--config',
        '.dependency-cruiser.cjs',
        // With what to do instead.
        '--output-type',
        'err-long',
      ]),
    ),
  () => step('unused code', () => check('knip', [])),
];
const needed = quick ? beforehand : beforehand.slice(0, 2);
// Beside the build, because it mostly waits for the network.
await twoAtATime(long && process.env.CI ? [engines, ...needed] : needed);

const files = {
  quick: SLOW_TESTS.map((file) => `--exclude=${file}`),
  // Its whole is measured at the end, with nothing beside it.
  all: [`--exclude=${MEASURED}`],
  long: SLOW_TESTS,
};
await step('unit, integration, and process tests', () =>
  vitest(['unit', 'integration', 'loop', ...(runnable ? ['process'] : [])], files[part]),
);
if (runnable) {
  if (quick) await step('bundle budget', budget);
  const journeys = {
    quick: ['--grep=@core|@quick', '--grep-invert=@phone'],
    all: ['--grep-invert=@alone|@quick'],
    long: ['--grep-invert=@alone|@quick|^(?!.*@phone).*@core'],
  };
  const steps = [() => step('journeys in a browser', () => playwright(journeys[part]))];
  // Beside the journeys, because each waits at times.
  if (long) steps.push(() => step('long tests', () => vitest(['long'])));
  await Promise.all(steps.map((run) => run()));
  if (long) {
    await step('journeys that measure', () => playwright(['--grep=@alone', '--workers=1']));
    await step('tests that measure', () => vitest(['measured']));
  }
} else {
  console.log('== whatever needs a build was not run, because there is none');
}

for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
