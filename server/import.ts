import { once } from 'node:events';

import { loadBuild, type AppEntry } from './build.ts';

// One step of one import, in a process that app/features/transfer starts with the app's environment. The export is
// untrusted: this process may be killed at any moment, and the app goes on.

const GRACE_MS = 3_000;

// At Ctrl-C, and where a service manager signals a whole group, the app is told as well and stops this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

process.once('disconnect', () => setTimeout(() => process.exit(1), GRACE_MS).unref());

const told = once(process, 'message');
const { driveInOwnProcess } = await loadEntry();
const [message] = (await told) as [Parameters<typeof driveInOwnProcess>[0]];
await driveInOwnProcess(message);
process.exit(0);

/** Development and tests have no build, or an old one. */
async function loadEntry(): Promise<Pick<AppEntry, 'driveInOwnProcess'>> {
  if (process.env.NODE_ENV === 'production') return (await loadBuild()).entry.module;
  const { loadSources } = await import('./http/vite.ts');
  return loadSources();
}
