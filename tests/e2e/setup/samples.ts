import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { buildSamples } from '../../../scripts/build.mjs';
import { contentSecurityPolicy } from '../../../server/http/security.ts';
import { TEST_HANG_MS } from '../../harness/eventually.ts';
import { test as journey } from './journey.ts';

const NONCE = 'samples';

/** Serves tests/samples below /samples; the app serves everything else that they load. */
export const test = journey.extend<object, { samples: string }>({
  samples: [
    async ({}, use) => use(join(await buildSamples(), 'client')),
    { scope: 'worker', timeout: TEST_HANG_MS },
  ],
  context: async ({ context, samples }, use) => {
    const page = readFileSync(join(samples, 'index.html'), 'utf8').replaceAll(
      /<(script|link rel="modulepreload")/g,
      `<$1 nonce="${NONCE}"`,
    );
    await context.route(
      ({ pathname }) => /^\/samples(\/|$)/.test(pathname),
      (route) => {
        const { pathname } = new URL(route.request().url());
        if (pathname.startsWith('/samples/assets/')) {
          return route.fulfill({ path: join(samples, pathname.replace('/samples/', '')) });
        }
        return route.fulfill({
          contentType: 'text/html',
          headers: { 'Content-Security-Policy': contentSecurityPolicy(NONCE, 'production') },
          body: page,
        });
      },
    );
    await use(context);
  },
});
