import { defineConfig } from 'playwright/test';

import { HANG_MS, TEST_HANG_MS } from './tests/harness/eventually.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/setup/start-app.ts',
  // Two cores run the app, its database, the fake provider, and the browsers.
  workers: 2,
  fullyParallel: true,
  // Limits only end hangs: the machine may be busy with other work for minutes.
  timeout: TEST_HANG_MS,
  expect: { timeout: HANG_MS },
  forbidOnly: !!process.env.CI,
  // If everything is broken, each journey would wait for its limit three times.
  maxFailures: process.env.CI ? 5 : 0,
  // A shared machine sometimes stalls for seconds. A test that passes on a retry is reported as flaky.
  retries: process.env.CI ? 2 : 0,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      // Optimizing the code of pages that live for seconds, and a separate process for drawing, would take a tenth of the
      // journeys' processor time.
      args: ['--js-flags=--no-opt --no-maglev', '--in-process-gpu'],
    },
    // Recording makes every journey half as long again: only a retry is recorded, or a run with `--trace=on`.
    trace: 'on-first-retry',
  },
});
