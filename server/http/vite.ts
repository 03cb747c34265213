import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';

import { createServer, type Connect } from 'vite';

import type * as lifecycle from '../../app/lifecycle.server.ts';
import type { AppBuild } from '../build.ts';

export interface DevelopmentBuild {
  middleware: Connect.Server;
  /** The build of the current sources. */
  build: () => Promise<AppBuild>;
  close: () => Promise<void>;
}

/** Starts Vite inside this server: modules on demand and hot updates on the app's own port. */
export async function startVite(httpServer: Server): Promise<DevelopmentBuild> {
  const dropSignalHandlers = signalHandlersAddedFromNowOn();
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: httpServer } },
  });
  dropSignalHandlers();
  return {
    middleware: vite.middlewares,
    build: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<AppBuild>,
    close: () => vite.close(),
  };
}

/** Loads the app's server exports from the sources, for a process that serves no pages. */
export async function loadSources(): Promise<typeof lifecycle> {
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    cacheDir: '.cache/vite-sources',
    resolve: { alias: { '~': fileURLToPath(new URL('../../app', import.meta.url)) } },
    optimizeDeps: { noDiscovery: true, entries: [] },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  return vite.ssrLoadModule('/app/lifecycle.server.ts') as Promise<typeof lifecycle>;
}

/** Returns a function that removes signal handlers added since: Remix's compiler would end the process mid-shutdown. */
function signalHandlersAddedFromNowOn(): () => void {
  const before = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => ({
    signal,
    known: new Set(process.listeners(signal)),
  }));
  return () => {
    for (const { signal, known } of before) {
      for (const listener of process.listeners(signal)) {
        if (!known.has(listener)) process.off(signal, listener);
      }
    }
  };
}
