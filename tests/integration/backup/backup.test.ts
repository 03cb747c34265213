import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest';

import { fillQueue, readQueue } from '~/lifecycle.server';
import { diskStore } from '~/gateways/objects/disk.server';
import type { ObjectStore } from '~/gateways/objects/index.server';
import { s3Store } from '~/gateways/objects/s3.server';
import { deletionEmailJob } from '~/features/accounts/deletion/deletion-email.server';
import { enqueue, readWaiting } from '~/engine/queue/index.server';
import { prisma, sql, transaction } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';

import { backUp, type BackedUp } from '../../../server/backup/back-up.ts';
import { verifyArchive } from '../../../server/backup/read-archive.ts';
import { restore, type RestoreTarget } from '../../../server/backup/restore.ts';
import { createConversation, createMessages } from '../../factories/conversations';
import { createUser } from '../../factories/users';
import { S3_CREDENTIALS, startFakeS3 } from '../../fakes/s3.ts';
import { fillTables } from '../accounts/filled-tables';
import { databaseUrl, PREFIX } from '../setup/database';
import { emptyTables } from '../setup/empty-tables.ts';
import { HANG } from '../../harness/eventually.ts';

const KEYS = { SESSION_SECRET: 'a secret of the sessions', ENCRYPTION_KEY: 'a key of the secrets' };
const RESTORED = `${PREFIX}_restored_${process.env.VITEST_POOL_ID ?? '1'}`;
const restoredUrl = databaseUrl(inject('serverUrl'), RESTORED);
const directory = mkdtempSync(join(tmpdir(), 'brandwright-backup-'));
const signal = new AbortController().signal;

const admin = new pg.Client({ connectionString: inject('serverUrl') });
await admin.connect();
afterAll(async () => {
  await admin.query(`DROP DATABASE IF EXISTS ${RESTORED} WITH (FORCE)`);
  await admin.end();
  rmSync(directory, { recursive: true, force: true });
});

let file: string;
let files: ObjectStore;
let restoredFiles: ObjectStore;
beforeEach(async () => {
  await admin.query(`DROP DATABASE IF EXISTS ${RESTORED} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${RESTORED} TEMPLATE template0`);
  await emptyTables('users', 'audit_entries');
  // Tests disable this trigger, but a real database has it.
  await sql.query('ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_keep_all');
  const place = mkdtempSync(join(directory, 'one-'));
  file = join(place, 'all.backup');
  files = diskStore(join(place, 'objects'));
  restoredFiles = diskStore(join(place, 'restored'));
});

const source = (more: Partial<BackedUp> = {}): BackedUp => ({
  databaseUrl: process.env.DATABASE_URL!,
  keys: KEYS,
  store: files,
  readQueue,
  ...more,
});

interface Told {
  keys?: unknown;
}

const target = (more: Partial<RestoreTarget> = {}, told: Told = {}): RestoreTarget => ({
  databaseUrl: restoredUrl,
  store: restoredFiles,
  async writeKeys(keys) {
    told.keys = keys;
  },
  // The app's own queue is in the other database.
  fillQueue: () => Promise.resolve(0),
  ...more,
});

const options = { replace: false, signal, report: () => {} };

/** Every row of every table, with the tables' constraints. */
async function everything(url: string): Promise<Record<string, unknown[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const rows = async (text: string) =>
      (await client.query<{ row: unknown }>(text)).rows.map(({ row }) => row);
    const names = (await rows(
      `SELECT relname::text AS row FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
       ORDER BY 1`,
    )) as string[];
    const found: Record<string, unknown[]> = {
      names,
      rules: await rows(
        `SELECT conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text AS row
           FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1`,
      ),
      indexes: await rows(
        `SELECT indexdef AS row FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
      ),
      triggers: await rows(
        `SELECT tgname::text || tgenabled::text AS row FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`,
      ),
    };
    const passing = ['app_processes', 'rate_limits', 'socket_io_attachments'];
    for (const name of names.filter((table) => !passing.includes(table))) {
      const columns = name === '_prisma_migrations' ? 'migration_name' : 't::text';
      found[name] = await rows(`SELECT ${columns} AS row FROM "${name}" t ORDER BY 1`);
    }
    return found;
  } finally {
    await client.end();
  }
}

async function contentOf(store: ObjectStore, key: string) {
  const { body, type } = await store.get(key);
  return { type, text: Buffer.concat(await body.toArray()).toString() };
}

/** Texts that are hard for text formats. */
const NASTY = [
  'tab\there',
  'line\nbreak\r\n',
  'back\\slash \\n \\N \\.',
  '\\.',
  '\\N',
  '',
  '"quoted", \'too\'',
  'ünïcödé 🍞 \u2028',
];

test('a backup restores every table with its constraints, the files, and the keys', async () => {
  const user = await createUser();
  await fillTables(user.id);
  await createMessages(await createConversation(user), NASTY);
  await sql.query('UPDATE profile_drafts SET samples = $1::text[]', [NASTY]);
  await files.put('media/a/one', Buffer.from('a picture'), { type: 'image/png' });
  await files.put('media/a/one/small', Buffer.alloc(0), { type: 'image/webp' });
  await files.put(`long/${'k'.repeat(180)}/${'k'.repeat(180)}`, Buffer.from('long'), {
    type: 'text/plain; charset=utf-8',
  });
  const before = await everything(process.env.DATABASE_URL!);
  expect(before.messages!.length).toBeGreaterThan(NASTY.length - 1);

  const counts = await backUp(source(), file, signal);
  expect(counts).toMatchObject({ missing: [], rows: { users: 1 } });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const told: Told = {};
  await restore(target({}, told), file, options);

  expect(await everything(restoredUrl)).toEqual(before);
  expect(told.keys).toEqual(KEYS);
  expect(await contentOf(restoredFiles, 'media/a/one')).toEqual({
    type: 'image/png',
    text: 'a picture',
  });
  expect(await contentOf(restoredFiles, 'media/a/one/small')).toEqual({
    type: 'image/webp',
    text: '',
  });
  const kept = async (store: ObjectStore) => (await store.list('')).objects.map(({ key }) => key);
  expect(await kept(restoredFiles)).toEqual(await kept(files));
});

test('a backup of a directory can be restored into a bucket, and back', async () => {
  const s3 = await startFakeS3();
  onTestFinished(() => s3.close());
  const bucket = s3Store({
    bucket: s3.bucket,
    region: 'us-east-1',
    endpoint: s3.url,
    credentials: S3_CREDENTIALS,
  });
  const large = Buffer.alloc(3_000_000, 'loaf');
  await files.put('media/large', large, { type: 'image/png' });
  await backUp(source(), file, signal);
  await restore(target({ store: bucket }), file, options);
  expect((await contentOf(bucket, 'media/large')).text).toBe(large.toString());

  // And back.
  await backUp(source({ store: bucket }), file, signal);
  await restore(target(), file, { ...options, replace: true });
  expect((await contentOf(restoredFiles, 'media/large')).text).toBe(large.toString());
});

test('what is written during a backup is in it completely or not at all', async () => {
  const first = await createUser();
  let writing = true;
  let written = 0;
  async function write() {
    while (writing) {
      const user = await createUser();
      await transaction(async (tx) => {
        await tx.query(
          `INSERT INTO ledger_entries (id, user_id, kind, reference, balance_delta)
           VALUES ($1::uuid, $2::uuid, 'grant', $1::text, 7)`,
          [newId(), first.id],
        );
        await tx.query(
          'UPDATE billing_accounts SET token_balance = token_balance + 7 WHERE user_id = $1::uuid',
          [first.id],
        );
      });
      await createMessages(await createConversation(user), ['one', 'two']);
      await files.put(`media/${user.id}`, Buffer.from(user.id), { type: 'text/plain' });
      written += 1;
    }
  }
  const writers = [write(), write(), write()];
  onTestFinished(async () => {
    writing = false;
    await Promise.allSettled(writers);
  });
  await expect.poll(() => written, HANG).toBeGreaterThan(2);
  const counts = await backUp(
    source({
      // The snapshot exists, and much changes before its tables are read.
      async readQueue(client) {
        const at = written;
        await expect.poll(() => written, HANG).toBeGreaterThan(at + 2);
        return readQueue(client);
      },
    }),
    file,
    signal,
  );
  writing = false;
  await Promise.all(writers);
  expect(counts.rows.users).toBeLessThan(await prisma.user.count());

  await restore(target(), file, options);
  const client = new pg.Client({ connectionString: restoredUrl });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query(
    `SELECT token_balance AS balance, (SELECT sum(balance_delta) FROM ledger_entries l WHERE l.user_id = b.user_id) AS sum
       FROM billing_accounts b WHERE user_id = $1`,
    [first.id],
  );
  expect(Number(rows[0].balance)).toBeGreaterThan(0);
  expect(Number(rows[0].sum)).toBe(Number(rows[0].balance));
});

test('a backup file that is damaged anywhere is refused', async () => {
  const user = await createUser();
  await fillTables(user.id);
  await files.put('media/one', Buffer.from('a picture'), { type: 'image/png' });
  await backUp(source(), file, signal);
  const whole = readFileSync(file);
  const broken = join(directory, 'broken.backup');
  const contents = await verifyArchive(file);
  const refused = async (bytes: Buffer) => {
    writeFileSync(broken, bytes);
    await expect(restore(target(), broken, options)).rejects.toThrow(
      /is damaged or incomplete|isn't a Brandwright backup/,
    );
  };
  for (const length of [0, 1, 100, whole.length - 100]) await refused(whole.subarray(0, length));
  const damage = fc.record({
    at: fc.nat(whole.length - 1),
    change: fc.integer({ min: 1, max: 255 }),
    cut: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ at, change, cut }) => {
      const bytes = Buffer.from(cut ? whole.subarray(0, at) : whole);
      if (!cut) bytes[at]! ^= change;
      writeFileSync(broken, bytes);
      // Some bits only control the compression, or mark the end: then the content must be the same to the last byte.
      const read = await verifyArchive(broken).catch((error: unknown) => String(error));
      if (typeof read !== 'string') expect(read).toEqual(contents);
      else expect(read).toMatch(/is damaged or incomplete|isn't a Brandwright backup/);
    }),
  );
  await expect(restore(target(), join(directory, 'none'), options)).rejects.toThrow(
    /There's no file/,
  );
  expect((await everything(restoredUrl)).names).toEqual([]);
});

test('a database with data is refused, and with --replace it has only what the backup has', async () => {
  await createUser();
  await files.put('media/one', Buffer.from('of the backup'), { type: 'text/plain' });
  await backUp(source(), file, signal);
  const there = await createUser();
  await createConversation(there);
  await files.put('media/another', Buffer.from('too many'), { type: 'text/plain' });
  await files.put('media/one', Buffer.from('changed'), { type: 'text/plain' });

  const same = target({ databaseUrl: process.env.DATABASE_URL!, store: files, fillQueue });
  await expect(restore(same, file, options)).rejects.toThrow(
    /not empty: it holds 2 accounts, 1 conversation and \d+ rows in all\. With --replace/,
  );
  expect(await prisma.user.count()).toBe(2);

  await restore(same, file, { ...options, replace: true });
  expect(await prisma.user.count()).toBe(1);
  expect((await files.list('')).objects.map(({ key }) => key)).toEqual(['media/one']);
  expect((await contentOf(files, 'media/one')).text).toBe('of the backup');
});

test('emails that were waiting are sent after a restore, and no other job is run', async () => {
  const email = { kind: 'cancelled' as const, email: 'ada@example.com' };
  const same = target({ databaseUrl: process.env.DATABASE_URL!, store: files, fillQueue });
  await enqueue(deletionEmailJob, email, undefined, { afterSeconds: 3_600 });
  const before = await readWaiting(sql);
  expect(before).toMatchObject([{ name: 'deletion-mail', data: email }]);
  await backUp(
    source({
      readQueue: async (client) => [
        ...(await readQueue(client)),
        { name: 'of-another-version', data: {}, startAfter: new Date().toISOString() },
        {
          name: 'deletion-mail',
          data: { kind: 'unheard of' },
          startAfter: new Date().toISOString(),
        },
      ],
    }),
    file,
    signal,
  );
  await enqueue(deletionEmailJob, { ...email, email: 'bob@example.com' });
  const { unknownWork } = await restore(same, file, { ...options, replace: true });
  expect(await readWaiting(sql)).toEqual(before);
  expect(unknownWork).toBe(2);
});

test('a restore that fails leaves the database unchanged, and can be run again', async () => {
  await createUser();
  await files.put('media/one', Buffer.from('one'), { type: 'text/plain' });
  await backUp(source(), file, signal);
  const stays = await createUser();
  const same = (more: Partial<RestoreTarget> = {}) =>
    target({ databaseUrl: process.env.DATABASE_URL!, store: files, fillQueue, ...more });
  const before = await everything(process.env.DATABASE_URL!);
  const again = { ...options, replace: true };
  const full = { ...files, put: () => Promise.reject(new Error('the disk is full')) };
  await expect(restore(same({ store: full }), file, again)).rejects.toThrow(
    /the disk is full\. The database is unchanged/,
  );
  const writeKeys = () => Promise.reject(new Error('no place for keys'));
  await expect(restore(same({ writeKeys }), file, again)).rejects.toThrow(/no place for keys/);
  expect(await everything(process.env.DATABASE_URL!)).toEqual(before);

  await restore(same(), file, again);
  expect(await prisma.user.findUnique({ where: { id: stays.id } })).toBeNull();
});

test('a restore is refused while an app runs, next to other tables, and from a newer version', async () => {
  await createUser();
  await backUp(source(), file, signal);
  await restore(target(), file, options);
  const client = new pg.Client({ connectionString: restoredUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`INSERT INTO app_processes (id) VALUES (gen_random_uuid())`);
  const again = { ...options, replace: true };
  await expect(restore(target(), file, again)).rejects.toThrow(/is running on this database/);
  await client.query('DELETE FROM app_processes; DROP TABLE _prisma_migrations');
  await expect(restore(target(), file, again)).rejects.toThrow(/tables that aren't Brandwright's/);

  await sql.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '29991231_later', now())`,
  );
  onTestFinished(async () => {
    await sql.query(`DELETE FROM _prisma_migrations WHERE id = 'x'`);
  });
  await backUp(source(), file, signal);
  await expect(restore(target(), file, again)).rejects.toThrow(
    /was made by Brandwright \S+, and this is \S+, which doesn't know all of its migrations: restore it with version/,
  );
});

test('a backup that fails leaves no file of its own, and keeps the previous one', async () => {
  await backUp(source(), file, signal);
  const before = readFileSync(file);
  const place = join(file, '..');
  const breaking: ObjectStore = {
    ...files,
    list: async () => ({
      objects: [{ key: 'media/one', length: 10, modifiedAt: new Date() }],
      cursor: null,
    }),
    get: async () => ({
      length: 10,
      type: 'text/plain',
      body: Readable.from([Buffer.from('short')]),
    }),
  };
  await expect(backUp(source({ store: breaking }), file, signal)).rejects.toThrow(
    /The backup to .* failed/,
  );
  const stopped = new AbortController();
  const abortMeanwhile = async () => {
    stopped.abort();
    return [];
  };
  await expect(backUp(source({ readQueue: abortMeanwhile }), file, stopped.signal)).rejects.toThrow(
    /was interrupted/,
  );
  await expect(backUp(source(), join(file, 'x'), signal)).rejects.toThrow(/failed/);
  expect(readdirSync(place).filter((name) => name.includes('backup'))).toEqual(['all.backup']);
  expect(readFileSync(file)).toEqual(before);
});

test('a file that is deleted during a backup is reported, and nothing else is missing', async () => {
  await files.put('media/one', Buffer.from('one'), { type: 'text/plain' });
  await files.put('media/two', Buffer.from('two'), { type: 'text/plain' });
  const losing: ObjectStore = {
    ...files,
    async get(key, how) {
      if (key === 'media/one') await files.delete([key]);
      return files.get(key, how);
    },
  };
  expect((await backUp(source({ store: losing }), file, signal)).missing).toEqual(['media/one']);
  await restore(target(), file, options);
  expect((await restoredFiles.list('')).objects.map(({ key }) => key)).toEqual(['media/two']);
});
