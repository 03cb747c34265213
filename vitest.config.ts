import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

import { HANG, LONG_TEST_HANG_MS, TEST_HANG_MS } from './tests/harness/eventually.ts';
import { SlowestFirst } from './tests/setup/slowest-first.ts';

/** A shared machine sometimes stalls for seconds. A test that passes on a retry is reported and doesn't fail the run. */
const retry = process.env.CI ? 2 : 0;

/** Limits only end hangs: the machine may be busy with other work for minutes. */
const limits = {
  testTimeout: TEST_HANG_MS,
  hookTimeout: TEST_HANG_MS,
  expect: { poll: HANG },
};

/** How long the event loop is held by the longest text, in the milliseconds that nothing else takes. */
const LOOP = 'app/hostile-texts.test.ts';

/** Where CI's time is limited, the slow tests that come last are skipped once it is up. */
const runner = './tests/setup/until-time-is-up.ts';

/** The same of every address; the process tests send a share of it. */
const MEASURED = 'tests/process/event-loop.test.ts';
const FUZZING = 'tests/process/fuzz.test.ts';

const alias = { '~': fileURLToPath(new URL('./app', import.meta.url)) };

// A project's own `exclude` would replace the one of the command line (`scripts/slow-tests.mjs`).
export default defineConfig({
  resolve: { alias },
  test: {
    // Some tests wait for a while, so there is one more at a time than there are cores. The default is one fewer.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          isolate: false,
          sequence: { setupFiles: 'list' },
          include: [
            'app/**/*.test.{ts,tsx}',
            'server/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/samples/**/*.test.ts',
            'tests/eval/**/*.test.ts',
            `!${LOOP}`,
          ],
          setupFiles: [
            'tests/setup/fresh-modules.ts',
            'tests/setup/fast-check.ts',
            'tests/setup/hang-limits.ts',
          ],
          env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
          ...limits,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'loop',
          include: [LOOP],
          env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
          sequence: { groupOrder: 3 },
          ...limits,
          retry,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          isolate: false,
          sequence: { setupFiles: 'list' },
          include: ['tests/integration/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/integration/setup/database.ts'],
          setupFiles: [
            'tests/setup/fresh-modules.ts',
            'tests/setup/fast-check.ts',
            'tests/setup/hang-limits.ts',
            'tests/integration/setup/clone.ts',
          ],
          env: {
            NODE_ENV: 'test',
            LOG_LEVEL: 'silent',
            NODE_COMPILE_CACHE: '.cache/compiled',
            RATE_LIMITS: 'true',
            SESSION_SECRET: 'the secret of the integration tests',
            ENCRYPTION_KEY: 'the key of all the integration tests',
          },
          ...limits,
          retry,
        },
      },
      {
        test: {
          name: 'process',
          include: ['tests/process/**/*.test.ts', `!${FUZZING}`],
          setupFiles: ['tests/setup/hang-limits.ts'],
          sequence: { groupOrder: 1 },
          ...limits,
          retry,
        },
      },
      {
        test: {
          // Only in `npm run test:long`: kill points, faults of outside systems, and every earlier release. Much of it
          // is waiting.
          name: 'long',
          runner,
          include: ['tests/faults/**/*.test.ts', 'tests/long/**/*.test.ts', FUZZING],
          setupFiles: ['tests/setup/hang-limits.ts'],
          maxWorkers: availableParallelism() + 2,
          sequence: { groupOrder: 2 },
          ...limits,
          testTimeout: LONG_TEST_HANG_MS,
          // Each try may take a quarter of an hour.
          retry: Math.min(retry, 1),
        },
      },
      {
        test: {
          // Only in `npm run test:long`: measurements, so nothing else may run at the same time.
          name: 'measured',
          runner,
          include: [MEASURED],
          setupFiles: ['tests/setup/hang-limits.ts'],
          env: { TEST_PART: 'long' },
          fileParallelism: false,
          sequence: { groupOrder: 4 },
          ...limits,
          testTimeout: LONG_TEST_HANG_MS,
          retry,
        },
      },
    ],
  },
});
