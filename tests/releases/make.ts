import { mkdtempSync, chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { runAdmin } from '../harness/admin-command.ts';
import { freePort, startApp } from '../harness/app-process.ts';
import { live } from '../harness/lived-account.ts';

// `npm run release-backup`: a backup of an account that used this version, which every later version must restore
// (`npm run test:long`). Run it at each release; it contains no secrets.

const here = dirname(fileURLToPath(import.meta.url));
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-release-'));
chmodSync(dataDir, 0o711);
try {
  const app = await startApp({ dataDir, port: await freePort() });
  const lived = await live(app.url);
  await runAdmin(dataDir, 'create-user', 'admin@example.com', '--admin', '--verified');
  console.log(await runAdmin(dataDir, 'backup', join(here, `${version}.backup`)));
  await app.stop();
  writeFileSync(join(here, `${version}.json`), `${JSON.stringify(lived, null, 2)}\n`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
