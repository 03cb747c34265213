import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { startEmbeddedPostgres } from '../../server/postgres/embedded.ts';
import { postgresOf, query, temporaryDataDir } from './setup.ts';

/** Returns null when connected through a socket. */
const FROM = 'SELECT inet_client_addr()::text AS "from"';

const socketsIn = (dataDir: string) =>
  readdirSync(join(dataDir, 'postgres')).filter((name) => /^\.s\.PGSQL\.\d+$/.test(name));

it('reaches the built-in PostgreSQL by a socket in its own directory, also after a restart', async () => {
  const dataDir = temporaryDataDir();
  const embedded = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(await query(embedded.url, FROM)).toEqual([{ from: null }]);
  const sockets = socketsIn(dataDir);
  expect(sockets).toHaveLength(1);
  // Damage on the disk would be noticed.
  expect(await query(embedded.url, 'SHOW data_checksums')).toEqual([{ data_checksums: 'on' }]);

  const { pid } = postgresOf(dataDir);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => query(embedded.url, FROM).catch(() => null)).toEqual([{ from: null }]);
  expect(postgresOf(dataDir).pid).not.toBe(pid);
  expect(socketsIn(dataDir)).toEqual(sockets);
  await embedded.stop();
  expect(socketsIn(dataDir)).toEqual([]);
});

it('reaches it by its port when the path is too long for a socket', async () => {
  const dataDir = join(temporaryDataDir(), 'a-directory-with-a-long-name'.repeat(4));
  const embedded = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(await query(embedded.url, FROM)).toEqual([{ from: '127.0.0.1/32' }]);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(true);
  expect(socketsIn(dataDir)).toEqual([]);
  await embedded.stop();
});

it('quotes why PostgreSQL refuses to start, and releases the directory', async () => {
  const dataDir = temporaryDataDir();
  await (await startEmbeddedPostgres({ dataDir, durable: false })).stop();
  const configuration = join(dataDir, 'postgres/postgresql.conf');
  const content = readFileSync(configuration, 'utf8');

  rmSync(configuration);
  await expect(startEmbeddedPostgres({ dataDir, durable: false })).rejects.toThrow(
    /^PostgreSQL could not start\. It says: "postgres: could not access the server configuration file .*: No such file or directory" More is in \S+\.$/,
  );
  // The last lines of its log count, however long the log is.
  writeFileSync(configuration, `${'no_such_parameter = banana\n'.repeat(500)}${content}`);
  await expect(startEmbeddedPostgres({ dataDir, durable: false })).rejects.toThrow(
    /It says: "configuration file .* contains errors" More is in/,
  );
  expect(readdirSync(dataDir)).not.toContain('postgres.owner');

  writeFileSync(configuration, content);
  await (await startEmbeddedPostgres({ dataDir, durable: false })).stop();
});
