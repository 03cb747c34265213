import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

/** A machine that others share stalls for seconds at times: what needed a second go says so and is no failure. */
const retry = process.env.CI ? 2 : 0;

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
          include: ['app/**/*.test.{ts,tsx}', 'server/**/*.test.ts', 'scripts/**/*.test.ts'],
          setupFiles: ['tests/setup/fast-check.ts'],
          env: { NODE_ENV: 'test', LOG_LEVEL: 'silent' },
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/integration/setup/database.ts'],
          setupFiles: ['tests/setup/fast-check.ts', 'tests/integration/setup/clone.ts'],
          env: {
            NODE_ENV: 'test',
            LOG_LEVEL: 'silent',
            RATE_LIMITS: 'true',
            SESSION_SECRET: 'the secret of the integration tests',
            ENCRYPTION_KEY: 'the key of all the integration tests',
          },
          testTimeout: 30_000,
          hookTimeout: 60_000,
          retry,
        },
      },
      {
        test: {
          name: 'process',
          include: ['tests/process/**/*.test.ts'],
          // They start whole processes: two at a time, with nothing else going on.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
          retry,
        },
      },
      {
        test: {
          // By `npm run test:long` only. They mostly wait for what a dead process held to be given up.
          name: 'kill-points',
          include: ['tests/faults/kill-points/**/*.test.ts'],
          env: { TEST_PART: 'long' },
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          testTimeout: 180_000,
          hookTimeout: 120_000,
          retry,
        },
      },
      {
        test: {
          // By `npm run test:long` only: every release that there ever was, and what may go wrong around the app.
          name: 'long',
          include: [
            'tests/long/**/*.test.ts',
            'tests/faults/**/*.test.ts',
            // With all that it can send.
            'tests/process/fuzz.test.ts',
          ],
          exclude: ['tests/faults/kill-points/**'],
          env: { TEST_PART: 'long' },
          fileParallelism: false,
          sequence: { groupOrder: 3 },
          testTimeout: 180_000,
          hookTimeout: 120_000,
          retry,
        },
      },
    ],
  },
});
