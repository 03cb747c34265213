import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';

import { createServer, type Connect } from 'vite';

import type * as lifecycle from '../../app/lifecycle.server.ts';
import type { AppBuild } from '../build.ts';

export interface DevelopmentBuild {
  middleware: Connect.Server;
  /** The build of the sources as they are now. */
  build: () => Promise<AppBuild>;
  close: () => Promise<void>;
}

/** Vite inside this server: modules on demand and hot updates, over the app's own port. */
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

/** What the app gives to the server, from its sources, for a process that serves no pages. */
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

/** Remix's compiler ends the process at the first signal, in the middle of this server's own shutdown. */
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
