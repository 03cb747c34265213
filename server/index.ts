import { createApp } from './http/app.ts';
import { CLIENT_DIRECTORY, loadBuild } from './build.ts';
import { openDatabase } from './postgres/database.ts';
import { live } from './lifetime.ts';
import { hostRefusal } from './http/hosts.ts';
import { createHttpServer, publicAddressKey } from './http/http-server.ts';
import { close, listen } from './http/listen.ts';
import { printSetupLink, printStartProblems } from './operator-messages.ts';
import { readSettings, refuseObjectsOnDisk } from './settings/settings.ts';

process.env.NODE_ENV ||= 'production';

await live(async (lifetime) => {
  const settings = readSettings();
  refuseObjectsOnDisk(settings, { several: !settings.WORKERS });
  const { soleProcess } = await openDatabase(settings, lifetime, { exclusive: true });

  const build = await loadBuild();
  const { log, addressKey } = build.entry.module;
  const { TRUST_PROXY: trustProxy, APP_URL: appUrl, ALLOWED_HOSTS: allowed } = settings;
  const refuseHost = hostRefusal({ appUrl, allowed, trustProxy }, log);
  const app = createApp({
    build: () => Promise.resolve(build),
    mode: 'production',
    log,
    trustProxy,
    appUrl,
    refuseHost,
    assets: { directory: CLIENT_DIRECTORY },
  });
  // Behind a proxy, all connections come from the proxy.
  const isCounted = trustProxy === 0 && settings.RATE_LIMITS;
  const httpServer = createHttpServer(
    { log, refuseHost, ...(isCounted && { addressKey: publicAddressKey(addressKey) }) },
    app,
  );
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
  printStartProblems(build.entry.module);
  printSetupLink(running, appUrl ?? address);
});
