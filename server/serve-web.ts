import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { BUILD_FILE } from './build.ts';
import { runScript } from './child.ts';
import { openDatabase } from './postgres/database.ts';
import { live } from './lifetime.ts';
import { readSettings } from './settings/settings.ts';

const QUIET_LOG = new URL('./http/web-log.ts', import.meta.url).href;

process.env.NODE_ENV ||= 'production';

// `npm run serve:web`: the build behind Remix's own server, without sockets.
await live(async (lifetime) => {
  const settings = readSettings();
  await openDatabase(settings, lifetime);
  const packageFile = createRequire(import.meta.url).resolve('@remix-run/serve/package.json');
  const cli = join(dirname(packageFile), 'dist/cli.js');
  lifetime.end(
    await runScript(lifetime, ['--import', QUIET_LOG, cli, BUILD_FILE], {
      PORT: String(settings.PORT),
      HOST: settings.HOST,
    }),
  );
});
