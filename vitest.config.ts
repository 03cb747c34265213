import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

import { HANG, TEST_HANG_MS } from './tests/harness/eventually.ts';

/** A machine that others share stalls for seconds at times: what needed a second go says so and is no failure. */
const retry = process.env.CI ? 2 : 0;

/** They end a hang and measure nothing: a machine may be busy with other work for minutes. */
const limits = {
  testTimeout: TEST_HANG_MS,
  hookTimeout: TEST_HANG_MS,
  expect: { poll: HANG },
};

/** With all, or more, of what `npm test` sends only a share of, and the memory that large accounts take. */
const MEASURED = [
  'tests/process/fuzz.test.ts',
  'tests/process/event-loop.test.ts',
  'tests/long/*-memory.test.ts',
];

const alias = { '~': fileURLToPath(new URL('./app', import.meta.url)) };

export default defineConfig({
  resolve: { alias },
  test: {
    // Of few cores the default leaves one alone: with two, nothing would run beside anything.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: [
            'app/**/*.test.{ts,tsx}',
            'server/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/samples/**/*.test.ts',
          ],
          setupFiles: ['tests/setup/fast-check.ts', 'tests/setup/hang-limits.ts'],
          env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
          ...limits,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/integration/setup/database.ts'],
          setupFiles: [
            'tests/setup/fast-check.ts',
            'tests/setup/hang-limits.ts',
            'tests/integration/setup/clone.ts',
          ],
          env: {
            NODE_ENV: 'test',
            LOG_LEVEL: 'silent',
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
          include: ['tests/process/**/*.test.ts'],
          setupFiles: ['tests/setup/hang-limits.ts'],
          // They start whole processes, with nothing else going on, and some of them wait for a minute.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          ...limits,
          retry,
        },
      },
      {
        test: {
          // By `npm run test:long` only: where a process may die, what may go wrong around the app, and every release
          // that there ever was. Much of it waits.
          name: 'long',
          include: ['tests/faults/**/*.test.ts', 'tests/long/**/*.test.ts'],
          exclude: MEASURED,
          setupFiles: ['tests/setup/hang-limits.ts'],
          env: { TEST_PART: 'long' },
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          ...limits,
          retry,
        },
      },
      {
        test: {
          // By `npm run test:long` only: what is measured, with nothing beside it.
          name: 'measured',
          include: MEASURED,
          setupFiles: ['tests/setup/hang-limits.ts'],
          env: { TEST_PART: 'long' },
          fileParallelism: false,
          sequence: { groupOrder: 3 },
          ...limits,
          retry,
        },
      },
    ],
  },
});
