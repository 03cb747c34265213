import pg from 'pg';

import { openPool } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';

const MIN_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;

/**
 * Listens for notifications on a channel, over a connection of its own, which is opened again when it is lost. `onReady` is
 * called each time that it starts listening: earlier notifications were missed.
 */
export async function listen(
  channel: string,
  onNotification: (payload: string) => void,
  onReady: () => void,
): Promise<{ close(): Promise<void> }> {
  const pool = openPool(1);
  let client: pg.PoolClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let waitMs = MIN_WAIT_MS;
  let closed = false;

  async function connect(): Promise<void> {
    const next = await pool.connect();
    try {
      // SQL: Prisma Client has no notifications.
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      next.release(true);
      throw error;
    }
    if (closed) return next.release(true);
    client = next;
    waitMs = MIN_WAIT_MS;
    next.on('notification', ({ payload }) => onNotification(payload ?? ''));
    next.once('end', onEnd);
    onReady();
  }

  function onEnd(): void {
    client?.release(true);
    client = undefined;
    reconnect();
  }

  function reconnect(): void {
    if (closed) return;
    timer = setTimeout(() => {
      connect().catch((err: unknown) => {
        log.warn({ err, channel }, 'cannot listen, trying again');
        reconnect();
      });
    }, waitMs).unref();
    waitMs = Math.min(2 * waitMs, MAX_WAIT_MS);
  }

  try {
    await connect();
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      client?.off('end', onEnd);
      client?.release(true);
      client = undefined;
      await pool.end();
    },
  };
}
