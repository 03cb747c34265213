import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { readPassword } from './postgres-cluster.ts';
import { connectionUrl } from './postmaster.ts';
import { StartupError } from '../startup-error.ts';

const RETRY_MS = 100;
/** It may be starting or recovering from a crash. */
const READY_MS = 60_000;

/**
 * Uses the PostgreSQL that another container runs on the same volume, through its socket. It takes no lock that would keep that
 * one from stopping, and stops nothing itself.
 * @throws StartupError
 */
export async function borrowPostgres(wanted: {
  directory: string;
  port: number;
  onLost: ((reason: StartupError) => void) | undefined;
}): Promise<{ url: string; alone: boolean; stop(): Promise<void> }> {
  const { directory, port, onLost } = wanted;
  const url = connectionUrl({ directory, password: await readPassword(directory) }, port);
  const client = await connect(url);
  let ending = false;
  client.once('end', () => {
    if (ending) return;
    onLost?.(
      new StartupError(
        "The database stopped with the container that runs it. Whatever this command hadn't finished was undone.",
      ),
    );
  });
  return {
    url,
    alone: false,
    async stop() {
      ending = true;
      await client.end().catch(() => {
        // It's already closed.
      });
    },
  };
}

async function connect(url: string): Promise<pg.Client> {
  const until = performance.now() + READY_MS;
  for (;;) {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: `brandwright ${process.pid} beside`,
    });
    // The 'end' event handles a lost connection.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (cause) {
      await client.end().catch(() => {
        // It was never connected.
      });
      if (performance.now() > until) {
        throw new StartupError(
          `The database runs in another container and can't be reached from this one (${(cause as Error).message}): ` +
            'run the command in that container.',
          { cause },
        );
      }
    }
    await sleep(RETRY_MS);
  }
}
