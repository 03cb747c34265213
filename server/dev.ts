import { createServer } from 'node:http';

import { createApp } from './http/app.ts';
import { openDatabase } from './postgres/database.ts';
import { hostRefusal } from './http/hosts.ts';
import { live } from './lifetime.ts';
import { close, listen } from './http/listen.ts';
import { printSetupLink, printStartProblems } from './operator-messages.ts';
import { readSettings } from './settings/settings.ts';
import { startVite } from './http/vite.ts';

process.env.NODE_ENV = 'development';

await live(async (lifetime) => {
  const settings = readSettings();
  const { soleProcess } = await openDatabase(settings, lifetime, { exclusive: true });

  const httpServer = createServer();
  const vite = await startVite(httpServer);
  lifetime.atEnd(() => vite.close());
  const { entry } = await vite.build();
  const { TRUST_PROXY: trustProxy, APP_URL: appUrl, ALLOWED_HOSTS: allowed } = settings;
  const app = createApp({
    build: vite.build,
    mode: 'development',
    log: entry.module.log,
    trustProxy,
    appUrl,
    refuseHost: hostRefusal({ appUrl, allowed, trustProxy }, entry.module.log),
    assets: { middleware: vite.middleware },
  });
  httpServer.on('request', app);
  const running = await entry.module.start({ httpServer, soleProcess, jobs: settings.WORKERS });
  lifetime.atEnd(() => close(httpServer, running));
  lifetime.check();

  const address = await listen(httpServer, settings.PORT, settings.HOST);
  console.log(`Brandwright is ready at ${address} (development)`);
  printStartProblems(entry.module);
  printSetupLink(running, appUrl ?? address);
});
