import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { startEmbeddedPostgres } from '../../server/embedded.ts';
import { postgresOf, query, temporaryDataDir } from './setup.ts';

/** Null over a socket. */
const FROM = 'SELECT inet_client_addr()::text AS "from"';

const socketsIn = (dataDir: string) =>
  readdirSync(join(dataDir, 'postgres')).filter((name) => /^\.s\.PGSQL\.\d+$/.test(name));

it('the built-in PostgreSQL is reached by a socket in its own directory, also when it has come back', async () => {
  const dataDir = temporaryDataDir();
  const embedded = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(await query(embedded.url, FROM)).toEqual([{ from: null }]);
  const sockets = socketsIn(dataDir);
  expect(sockets).toHaveLength(1);

  const { pid } = postgresOf(dataDir);
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => query(embedded.url, FROM).catch(() => null), { timeout: 30_000 })
    .toEqual([{ from: null }]);
  expect(postgresOf(dataDir).pid).not.toBe(pid);
  expect(socketsIn(dataDir)).toEqual(sockets);
  await embedded.stop();
  expect(socketsIn(dataDir)).toEqual([]);
});

it('where its path is too long for a socket, by its port', async () => {
  const dataDir = join(temporaryDataDir(), 'a-directory-with-a-long-name'.repeat(4));
  const embedded = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(await query(embedded.url, FROM)).toEqual([{ from: '127.0.0.1/32' }]);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(true);
  expect(socketsIn(dataDir)).toEqual([]);
  await embedded.stop();
});
