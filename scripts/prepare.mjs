import { join } from 'node:path';

import { buildApp, isBuilt } from './build.mjs';
import { generateClient, isGenerated } from './generate.mjs';
import { installPackages, whatIsMissing } from './install.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { root } from './root.mjs';

/**
 * Prepares the checkout for its commands: packages, the generated database client, and on request the
 * production build. Returns quickly when nothing has changed.
 * @param {{ build: boolean }} wanted
 */
export async function prepare(wanted) {
  if (isReady(wanted)) return;
  await oneAtATime(join(root, '.cache/preparing.sock'), async () => {
    const missing = whatIsMissing();
    if (missing) await installPackages(missing);
    if (!isGenerated()) await generateClient();
    if (wanted.build && !isBuilt()) await buildApp();
  });
}

/** @param {{ build: boolean }} wanted */
function isReady(wanted) {
  return !whatIsMissing() && isGenerated() && (!wanted.build || isBuilt());
}
