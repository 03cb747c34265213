import { defineConfig } from 'playwright/test';

import { HANG_MS, TEST_HANG_MS } from './tests/harness/eventually.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/setup/start-app.ts',
  // Two cores carry the app, its database, the provider and the browsers.
  workers: 2,
  fullyParallel: true,
  // They end a hang and measure nothing: a machine may be busy with other work for minutes.
  timeout: TEST_HANG_MS,
  expect: { timeout: HANG_MS },
  forbidOnly: !!process.env.CI,
  // When nothing works, each would wait for its limit, three times over.
  maxFailures: process.env.CI ? 5 : 0,
  // A machine that others share stalls for seconds at times; a test that needed a second go is reported as flaky.
  retries: process.env.CI ? 2 : 0,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' },
    // Recording everything makes each journey slower: where it may run again, the second go is recorded.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
  },
});
