import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort, startApp } from '../../harness/app-process.ts';
import { test as journey } from './journey.ts';
import { TEST_HANG_MS } from '../../harness/eventually.ts';

/** The built app as developers may start it: everywhere but in production the design pages are there. */
export const test = journey.extend<object, { designUrl: string }>({
  designUrl: [
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-design-'));
      chmodSync(dataDir, 0o711);
      const app = await startApp({ dataDir, port: await freePort(), env: { NODE_ENV: 'test' } });
      await use(app.url);
      await app.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: TEST_HANG_MS },
  ],
  baseURL: async ({ designUrl }, use) => use(designUrl),
});
