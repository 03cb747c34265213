import { createServer } from 'node:http';

import { createApp } from './app.ts';
import { CLIENT_DIRECTORY, loadBuild } from './build.ts';
import { openDatabase } from './database.ts';
import { live } from './lifetime.ts';
import { close, listen } from './listen.ts';
import { tellOfFirstRun } from './first-run.ts';
import { refuseObjectsOnDisk } from './object-place.ts';
import { reportProblems } from './report-problems.ts';
import { readSettings } from './settings.ts';

process.env.NODE_ENV ||= 'production';

await live(async (lifetime) => {
  const settings = readSettings();
  refuseObjectsOnDisk(settings, { several: !settings.WORKERS });
  const { soleProcess } = await openDatabase(settings, lifetime, { exclusive: true });

  const build = await loadBuild();
  const app = createApp({
    build: () => Promise.resolve(build),
    mode: 'production',
    log: build.entry.module.log,
    trustProxy: settings.TRUST_PROXY,
    appUrl: settings.APP_URL,
    assets: { directory: CLIENT_DIRECTORY },
  });
  const httpServer = createServer(app);
  const running = await build.entry.module.start({
    httpServer,
    soleProcess,
    jobs: settings.WORKERS,
  });
  const delayMs = settings.SHUTDOWN_DELAY * 1_000;
  lifetime.allow(delayMs);
  lifetime.atEnd(() => close(httpServer, running, delayMs));
  lifetime.check();

  const address = await listen(httpServer, settings.PORT, settings.HOST);
  console.log(`Brandwright is ready at ${address}`);
  reportProblems(build.entry.module);
  tellOfFirstRun(running, settings.APP_URL ?? address);
});
