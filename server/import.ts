import { once } from 'node:events';

import { loadBuild, type AppEntry } from './build.ts';

// One step of one import, in a process that features/import-export starts with the app's environment. The export is
// untrusted, so this process may be killed at any moment while the app continues.

const GRACE_MS = 3_000;

// Ctrl-C and service managers signal the whole group: the app gets the signal too, and stops this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

process.once('disconnect', () => setTimeout(() => process.exit(1), GRACE_MS).unref());

const received = once(process, 'message');
const { runImportInOwnProcess } = await loadEntry();
const [message] = (await received) as [Parameters<typeof runImportInOwnProcess>[0]];
await runImportInOwnProcess(message);
process.exit(0);

/** In development and tests there is no build, or an old one. */
async function loadEntry(): Promise<Pick<AppEntry, 'runImportInOwnProcess'>> {
  if (process.env.NODE_ENV === 'production') return (await loadBuild()).entry.module;
  const { loadSources } = await import('./http/vite.ts');
  return loadSources();
}
