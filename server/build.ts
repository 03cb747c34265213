import { fileURLToPath } from 'node:url';

import type { ServerBuild } from '@remix-run/node';

import type * as entry from '../app/entry.server.tsx';
import { StartupError } from './startup-error.ts';

/** What app/entry.server.tsx exports for the server, besides Remix's own exports. */
export type AppEntry = typeof entry;

export interface AppBuild extends ServerBuild {
  entry: { module: AppEntry };
}

export const BUILD_FILE = fileURLToPath(new URL('../build/server/index.js', import.meta.url));
export const CLIENT_DIRECTORY = fileURLToPath(new URL('../build/client', import.meta.url));

/** Loads the production build. Its modules read the environment while loading, so DATABASE_URL must be set. */
export async function loadBuild(): Promise<AppBuild> {
  try {
    return (await import(BUILD_FILE)) as AppBuild;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') {
      const missing = (cause as { url?: string }).url;
      if (missing?.endsWith('/build/server/index.js')) {
        throw new StartupError('There is no build yet: run "npm start", which creates it.', {
          cause,
        });
      }
    }
    throw cause;
  }
}
