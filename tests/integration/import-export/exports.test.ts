import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// Registers all features, which writing an archive needs.
import '~/lifecycle.server';
import { archiveSections } from '~/engine/user-data/index.server';
import { type ArchivedMessage, messageRow } from '~/features/chat/archive/read-whole.server';
import { exportEmailJob, makeExport } from '~/features/import-export/exports/make-export.server';
import {
  purgeExportObjects,
  purgeExports,
} from '~/features/import-export/exports/purge-exports.server';
import {
  listExports,
  removeExport,
  requestExport,
} from '~/features/import-export/exports/export-actions.server';
import { drainExports, heldExports } from '~/features/import-export/exports/make-export.server';
import { serveExport } from '~/features/import-export/exports/serve-export.server';
import { objects } from '~/gateways/objects/index.server';
import { prisma, sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { newId } from '~/lib/ids.server';
import { DAY_MS } from '~/lib/time';

import { readOutbox } from '../../harness/outbox';
import { createConversation, createMessages } from '../../factories/conversations';
import { unpackArchive, type Unpacked } from '../../factories/archive';
import { createUser, type TestUser } from '../../factories/users';
import { fillTables, userTables } from '../accounts/filled-tables';

const dataDir = mkdtempSync(join(tmpdir(), 'brandwright-exports-'));
Object.assign(env(), { DATA_DIR: dataDir });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const GONE = { code: 'not-found' };

let user: TestUser;
beforeEach(async () => {
  user = await createUser({ firstName: 'Ada', lastName: 'Byron' });
});
afterEach(() => {
  vi.restoreAllMocks();
  heldExports.draining = false;
});

const requestFor = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://app.test/', { headers, method });

async function download(of: TestUser, id: string): Promise<Buffer> {
  const response = await serveExport(of.id, id, requestFor());
  return Buffer.from(await response.arrayBuffer());
}

async function exportOf(of: TestUser): Promise<{ id: string; archive: Unpacked }> {
  const { id } = await requestExport(of.id);
  await makeExport.run({ userId: of.id, exportId: id });
  return { id, archive: await unpackArchive(await download(of, id)) };
}

const keysOf = async (of: TestUser) => {
  const { objects: listed } = await (await objects()).list(`exports/${of.id}/`);
  return listed.map(({ key }) => key);
};

const only = async (of: TestUser) => (await listExports(of.id)).items[0];

const schema = readFileSync('prisma/schema.prisma', 'utf8');
const models = [...schema.matchAll(/^model (\w+) \{.*?@@map\("(\w+)"\)\s*^\}/gms)];
const tableOf = new Map(models.map(([, model = '', table = '']) => [model.toLowerCase(), table]));

/** The section of an archive that has the rows of a user's table. */
const SECTION_OF: Record<string, string> = {
  ...Object.fromEntries(
    archiveSections().map(({ model, name }) => [tableOf.get(model.toLowerCase()), name]),
  ),
  // Nested in other rows.
  contact_replies: 'contactMessages',
  messages: 'conversations',
};

/** Tables that aren't in an archive, and why. */
const LEFT_OUT: Record<string, string> = {
  action_codes: 'secrets that open the account, good for an hour',
  backup_codes: 'secrets of two-factor sign-in',
  two_factor: 'its secret; the section `account` says when it was turned on',
  billing_customers: 'an id at the payment service, which only the site can use',
  billing_mails: 'records that an email was sent',
  checkouts: 'visits to the payment form; what was bought is in `purchases`',
  event_sequences: 'a counter of live events',
  exports: 'the archives themselves',
  generations:
    'how a text was generated; the text itself is in its own section, its price in `ledger`',
  generation_chunks: 'text that is not in its message yet',
  generation_thoughts:
    'what the model of a running answer thought, moved into `generations` with its end',
  tool_rounds: 'what an answer that isn’t complete needs to go on',
  tool_calls: 'what answers had looked up, in the documents of `conversations`',
  message_images: 'which message has which of `mediaItems`, in the documents of `conversations`',
  generated_texts: 'texts without a place of their own, removed after a day',
  profile_drafts: 'proposals, removed after a day',
  reviews: 'what reviews are about, removed after a day',
  media_calls: 'requests to providers; the results are in `mediaItems`',
  message_search: 'an index of the messages',
  source_chunks: 'passages of the texts in `sourcePages`, made again from them',
  source_words: 'an index of the sources',
  house_shares: 'a counter of one day, for a limit',
  import_files: 'files of an import that is being uploaded',
  import_parts: 'files of an import that is being uploaded',
  import_candidates: 'what an import found; what was imported is in `conversations`',
  imported_conversations: 'which conversations came from where, for the next import',
  onboardings: 'how far the first steps are; what they made is in its own sections',
  mail_failures: 'reports of the email service, for the operator',
};

test('an archive has the rows of each of the user’s tables, unless there is a reason why not', async () => {
  const tables = await userTables();
  const unknown = tables.filter((table) => !SECTION_OF[table] && !LEFT_OUT[table]);
  expect(unknown).toEqual([]);
  await fillTables(user.id);
  // A conversation without a last message isn't listed, and isn't exported.
  await sql.query(`UPDATE conversations SET last_message = 'Hello' WHERE user_id = $1`, [user.id]);
  const { archive } = await exportOf(user);
  const known = archiveSections().map(({ name }) => name);
  expect(archive.manifest.sections.map(({ name }) => name)).toEqual(known);
  for (const table of tables.filter((name) => SECTION_OF[name])) {
    expect(archive.rows(SECTION_OF[table]!).length, table).toBeGreaterThan(0);
  }
  for (const { name, rows } of archive.manifest.sections) {
    expect(archive.rows(name), name).toHaveLength(rows);
  }
});

const REST = 'in the message, whole: the row has only its beginning';
const PLACE = 'where the message has it';

/**
 * Messages, and what belongs to them, are written and read whole (chat/archive), not by declarations of their tables: the
 * field of `messageRow` that has a column, or why none does.
 */
const MESSAGE_COLUMNS: Record<
  string,
  Record<string, keyof ArchivedMessage | { leftOut: string }>
> = {
  messages: {
    id: 'id',
    user_id: { leftOut: 'the archive’s own user' },
    conversation_id: { leftOut: 'the document that the message is in' },
    parent_id: 'parentId',
    role: 'role',
    content: 'content',
    model: 'model',
    client_key: { leftOut: 'for requests that are repeated within minutes' },
    context: 'context',
    files: 'files',
    full_content_urls: { leftOut: 'keys of the files of the section `attachments`' },
    content_overflow: { leftOut: REST },
    content_url: { leftOut: REST },
    context_overflow: { leftOut: REST },
    context_url: { leftOut: REST },
    files_overflow: { leftOut: REST },
    files_url: { leftOut: REST },
    full_content_urls_overflow: { leftOut: REST },
    full_content_urls_storage_url: { leftOut: REST },
    timestamp: 'timestamp',
  },
  tool_calls: {
    id: { leftOut: 'nothing refers to it' },
    user_id: { leftOut: 'the archive’s own user' },
    message_id: { leftOut: PLACE },
    round: { leftOut: PLACE },
    position: { leftOut: PLACE },
    call_id: { leftOut: 'the provider’s name, for going on with the answer' },
    tool: 'calls',
    input: 'calls',
    title: 'calls',
    state: 'calls',
    output: 'calls',
    note: 'calls',
    created_at: { leftOut: 'for the time that is shown while it runs' },
    finished_at: { leftOut: 'for the time that is shown while it runs' },
  },
  message_images: {
    id: { leftOut: 'the request, so that it is made once' },
    user_id: { leftOut: 'the archive’s own user' },
    message_id: { leftOut: PLACE },
    position: { leftOut: PLACE },
    job_id: { leftOut: 'what made it, which has ended' },
    item_id: 'images',
    created_at: { leftOut: 'that of the item' },
  },
};

test.each(Object.keys(MESSAGE_COLUMNS))(
  'a message in an archive has each column of %s, unless there is a reason why not',
  async (table) => {
    const columns = await sql.query<{ name: string }>(
      `SELECT column_name::text AS name FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name = $1`,
      [table],
    );
    const places = MESSAGE_COLUMNS[table]!;
    expect(Object.keys(places).sort()).toEqual(columns.map(({ name }) => name).sort());
    const fields = Object.values(places).filter((place) => typeof place === 'string');
    expect(fields.filter((field) => !(field in messageRow.shape))).toEqual([]);
  },
);

test('an archive has no secrets and no rows of other users', async () => {
  const other = await createUser();
  await createConversation(other, { title: 'Not yours' });
  await fillTables(other.id);
  await fillTables(user.id);
  const secrets = await sql.query<{ secret: string | null }>(
    `SELECT password_hash AS secret FROM users
     UNION SELECT id FROM sessions UNION SELECT id FROM action_codes UNION SELECT id FROM backup_codes
     UNION SELECT secret FROM two_factor UNION SELECT customer_id FROM billing_customers`,
  );
  const { archive } = await exportOf(user);
  const all = Buffer.concat([...archive.files.values()]).toString();
  expect(secrets.filter(({ secret }) => secret !== null && all.includes(secret))).toEqual([]);
  expect(all).not.toContain(other.id);
  expect(all).not.toContain('Not yours');
});

describe('the contents of an archive', () => {
  test('include conversations with all branches, full texts, and files, as data and as Markdown', async () => {
    const store = await objects();
    const conversation = await createConversation(user, { title: 'Bread / Brot' });
    const [question] = await createMessages(conversation, ['How?', 'With **flour**.']);
    const [other, answer] = await createMessages(conversation, ['Or?', 'Cut'], question!.id);
    const again = await createConversation(user, { title: 'Bread / Brot' });
    await createMessages(again, ['Again', 'Yes']);
    await createConversation(user, { title: 'Deleted' });
    await sql.query(`UPDATE conversations SET deleted_at = now() WHERE title = 'Deleted'`);
    const long = 'The whole of it. '.repeat(1_000);
    const textKey = `messages/${user.id}/${answer!.id}/content-x`;
    await store.put(textKey, Buffer.from(long), { type: 'text/plain' });
    await sql.query(
      `UPDATE messages SET content_overflow = true, content_url = $2 WHERE id = $1::uuid`,
      [answer!.id, textKey],
    );
    const fileId = newId();
    const fileKey = `attachments/${user.id}/${fileId}/file`;
    await store.put(fileKey, Buffer.from('%PDF'), { type: 'application/pdf' });
    const file = { name: 'flour [1].pdf', type: 'application/pdf', size: 4 };
    await prisma.attachment.create({
      data: {
        ...file,
        id: fileId,
        userId: user.id,
        messageId: other!.id,
        storedSize: 4,
        objectKey: fileKey,
        readKey: fileKey,
      },
    });
    await sql.query(`UPDATE messages SET files = $2::jsonb WHERE id = $1::uuid`, [
      other!.id,
      JSON.stringify([{ ...file, id: fileId }]),
    ]);

    const { archive } = await exportOf(user);
    expect(archive.rows('conversations').map(({ id, messageCount }) => [id, messageCount])).toEqual(
      [
        [conversation.id, 4],
        [again.id, 2],
      ],
    );
    const whole = JSON.parse(archive.text(`conversations/${conversation.id}.json`)) as {
      title: string;
      activeLeafId: string;
      messages: { id: string; parentId: string | null; content: string; files: unknown[] }[];
    };
    expect(whole).toMatchObject({ title: 'Bread / Brot', activeLeafId: answer!.id });
    const texts = whole.messages.map(({ content }) => (content === long ? 'all of it' : content));
    expect(texts.toSorted()).toEqual(['How?', 'Or?', 'With **flour**.', 'all of it']);
    const seen = new Set<string | null>([null]);
    for (const { id, parentId } of whole.messages) {
      expect(seen).toContain(parentId);
      seen.add(id);
    }
    expect(whole.messages.find(({ id }) => id === other!.id)?.files).toEqual([
      { ...file, id: fileId },
    ]);
    const path = `files/attachments/${fileId}.pdf`;
    expect(archive.text(path)).toBe('%PDF');
    const day = new Date().toISOString().slice(0, 10);
    const readable = archive.text(`readable/conversations/${day} Bread Brot.md`);
    expect(readable).toContain(`Files: [flour \\[1\\].pdf](../../${path})`);
    expect(readable).toContain(long.trim());
    expect(readable).not.toContain('flour**');
    expect(archive.text(`readable/conversations/${day} Bread Brot (2).md`)).toContain('Again');
  });

  test('name what could not be found, and have the rest', async () => {
    const conversation = await createConversation(user);
    const [question] = await createMessages(conversation, ['Beginning', 'Yes']);
    await sql.query(
      `UPDATE messages SET content_overflow = true, content_url = 'messages/x/y/gone' WHERE id = $1::uuid`,
      [question!.id],
    );
    await prisma.mediaItem.create({
      data: {
        id: newId(),
        userId: user.id,
        origin: 'upload',
        kind: 'image',
        type: 'image/png',
        width: 1,
        height: 1,
        bytes: 1,
        storedBytes: 1,
      },
    });
    const { archive } = await exportOf(user);
    expect(archive.manifest.missing).toEqual([expect.stringMatching(/^files\/media\/.*\.png$/)]);
    const text = archive.text(`conversations/${conversation.id}.json`);
    expect(text).toContain('[The rest of this text couldn’t be loaded.]');
    expect(text).toContain('"incomplete":true');
  });
});

describe('the download', () => {
  test('is for its owner only, whole or in ranges, and is neither executed nor cached by the browser', async () => {
    const { id } = await exportOf(user);
    const other = await createUser();
    await expect(serveExport(other.id, id, requestFor())).rejects.toMatchObject(GONE);
    await expect(removeExport(other.id, id)).rejects.toMatchObject(GONE);
    await expect(serveExport(user.id, 'nonsense', requestFor())).rejects.toMatchObject(GONE);
    const whole = await download(user, id);
    const response = await serveExport(user.id, id, requestFor());
    await response.body?.cancel();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(whole.length),
      'cache-control': 'private, no-store, no-transform',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="Brandwright [\d-]+\.zip"/,
      ),
    });
    const part = await serveExport(user.id, id, requestFor({ range: 'bytes=10-19' }));
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${whole.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20));
    const beyond = await serveExport(user.id, id, requestFor({ range: 'bytes=999999999-' }));
    expect(beyond.status).toBe(416);
    const stale = await serveExport(
      user.id,
      id,
      requestFor({ range: 'bytes=0-1', 'if-range': '"x"' }),
    );
    expect([stale.status, (await stale.arrayBuffer()).byteLength]).toEqual([200, whole.length]);
    const head = await serveExport(user.id, id, requestFor({}, 'HEAD'));
    expect([head.headers.get('content-length'), head.body]).toEqual([String(whole.length), null]);
  });

  test('expires after seven days, and its parts are removed', async () => {
    const { id } = await exportOf(user);
    expect(await keysOf(user)).toHaveLength(1);
    const later = new Date(Date.now() + 7 * DAY_MS + 1_000);
    await expect(serveExport(user.id, id, requestFor(), later)).rejects.toMatchObject(GONE);
    await purgeExports(new Date());
    expect((await only(user))?.state).toBe('ready');
    await purgeExports(later);
    expect(await only(user)).toMatchObject({ state: 'expired', size: null, expiresAt: null });
    expect(await keysOf(user)).toEqual([]);
    await expect(serveExport(user.id, id, requestFor())).rejects.toMatchObject(GONE);
    await removeExport(user.id, id);
    expect(await only(user)).toBeUndefined();
  });

  test('of an earlier archive expires when the next one is ready', async () => {
    const { id: first } = await exportOf(user);
    const { id: second } = await exportOf(user);
    await expect(serveExport(user.id, first, requestFor())).rejects.toMatchObject(GONE);
    const { items } = await listExports(user.id);
    expect(items.map(({ id, state }) => [id, state])).toEqual([
      [second, 'ready'],
      [first, 'expired'],
    ]);
    expect((await keysOf(user)).every((key) => key.includes(second))).toBe(true);
  });

  test('is announced by email to a verified address only, with a link to the settings', async () => {
    await sql.query('UPDATE users SET email_verified = true WHERE id = $1', [user.id]);
    const { id } = await exportOf(user);
    await exportEmailJob.run({ userId: user.id, exportId: id });
    const [email] = (await readOutbox(dataDir)).filter(({ to }) => to === user.email);
    expect(email?.subject).toBe('Your export is ready');
    expect(email?.text).toContain('/settings?tab=importexport');
    expect(email?.text).not.toContain(id);
    await removeExport(user.id, id);
    await exportEmailJob.run({ userId: user.id, exportId: id });
    expect((await readOutbox(dataDir)).filter(({ to }) => to === user.email)).toHaveLength(1);
  });
});

describe('an export', () => {
  test('is made once when it is requested several times at once', async () => {
    const requested = await Promise.all([1, 2, 3].map(() => requestExport(user.id)));
    expect(new Set(requested.map(({ id }) => id)).size).toBe(1);
    expect((await listExports(user.id)).items).toHaveLength(1);
  });

  test('leaves nothing when it is canceled, before it starts or while it runs', async () => {
    const early = await requestExport(user.id);
    await removeExport(user.id, early.id);
    await makeExport.run({ userId: user.id, exportId: early.id });
    expect(await only(user)).toMatchObject({ id: early.id, state: 'canceled' });

    const { id } = await requestExport(user.id);
    await duringPut(() => removeExport(user.id, id));
    await makeExport.run({ userId: user.id, exportId: id });
    expect(await only(user)).toMatchObject({ id, state: 'canceled' });
    expect(await keysOf(user)).toEqual([]);
  });

  test('starts again after its process was killed, and only the new attempt’s parts stay', async () => {
    const { id } = await requestExport(user.id);
    // The killed process had stored a part.
    await sql.query(`UPDATE exports SET state = 'running', attempt = 1 WHERE id = $1`, [id]);
    const store = await objects();
    await store.put(`exports/${user.id}/${id}/1/000000`, Buffer.from('PK'), { type: 'a/b' });
    await makeExport.run({ userId: user.id, exportId: id });
    expect(await only(user)).toMatchObject({ id, state: 'ready', progress: 100 });
    expect(await keysOf(user)).toEqual([`exports/${user.id}/${id}/2/000000`]);
    await unpackArchive(await download(user, id));
  });

  test('is given up after three processes died of it, and leaves nothing', async () => {
    const { id } = await requestExport(user.id);
    const store = await objects();
    const put = vi.spyOn(store, 'put');
    // The state that a killed process leaves.
    const left = `UPDATE exports SET state = 'running', attempt = $2::int WHERE id = $1`;
    await sql.query(left, [id, 3]);
    await store.put(`exports/${user.id}/${id}/3/000000`, Buffer.from('PK'), { type: 'a/b' });
    put.mockClear();
    await makeExport.run({ userId: user.id, exportId: id });
    expect(put).not.toHaveBeenCalled();
    expect(await only(user)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('stopped several times'),
    });
    expect(await keysOf(user)).toEqual([]);

    // Three attempts that failed because the store was away aren't deaths.
    const { id: next } = await requestExport(user.id);
    await sql.query(`UPDATE exports SET attempt = 3 WHERE id = $1`, [next]);
    await makeExport.run({ userId: user.id, exportId: next });
    expect(await only(user)).toMatchObject({ id: next, state: 'ready' });
  });

  test('belongs to the process that took it over from one that only seemed dead', async () => {
    const { id } = await requestExport(user.id);
    await duringPut(async () => {
      vi.restoreAllMocks();
      await makeExport.run({ userId: user.id, exportId: id });
    });
    await makeExport.run({ userId: user.id, exportId: id });
    expect(await only(user)).toMatchObject({ id, state: 'ready' });
    await unpackArchive(await download(user, id));
  });

  test('starts again after its process stopped normally, which does not count as a death', async () => {
    const { id } = await requestExport(user.id);
    const store = await objects();
    const put = store.put.bind(store);
    for (let stop = 1; stop <= 4; stop += 1) {
      let drained: Promise<void> | undefined;
      vi.spyOn(store, 'put').mockImplementationOnce((...args) => {
        drained = drainExports();
        return put(...args);
      });
      await expect(makeExport.run({ userId: user.id, exportId: id })).rejects.toThrow('ends');
      await drained;
      expect((await only(user))?.state).toBe('queued');
      expect(await keysOf(user)).toEqual([]);
      // A process that is ending leaves the job to others.
      await expect(makeExport.run({ userId: user.id, exportId: id })).rejects.toThrow('ends');
      heldExports.draining = false;
    }
    await makeExport.run({ userId: user.id, exportId: id });
    expect(await only(user)).toMatchObject({ id, state: 'ready' });
  });

  test('is retried while the store is away, and then fails with a reason', async () => {
    const { id } = await requestExport(user.id);
    const store = await objects();
    const put = vi.spyOn(store, 'put').mockRejectedValue(new Error('away'));
    for (let attempt = 1; attempt < 8; attempt += 1) {
      await expect(makeExport.run({ userId: user.id, exportId: id })).rejects.toThrow('away');
      expect((await only(user))?.state).toBe('queued');
    }
    await makeExport.run({ userId: user.id, exportId: id });
    expect(await only(user)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('Try again later'),
    });
    put.mockRestore();
    expect(await keysOf(user)).toEqual([]);
    // The next request starts a new one.
    expect((await exportOf(user)).id).not.toBe(id);
  });

  test('is given up after a day without a heartbeat, and orphaned parts are removed', async () => {
    const { id } = await requestExport(user.id);
    await purgeExports(new Date());
    expect((await only(user))?.state).toBe('queued');
    const later = new Date(Date.now() + 2 * DAY_MS);
    await purgeExports(later);
    expect((await only(user))?.state).toBe('failed');

    const { id: ready } = await exportOf(user);
    const store = await objects();
    await store.put(`exports/${user.id}/${id}/1/000000`, Buffer.from('x'), { type: 'a/b' });
    await store.put(`exports/${user.id}/${ready}/9/000000`, Buffer.from('x'), { type: 'a/b' });
    await purgeExportObjects(new Date());
    expect(await keysOf(user)).toHaveLength(3);
    await purgeExportObjects(later);
    expect(await keysOf(user)).toEqual([`exports/${user.id}/${ready}/1/000000`]);
  });
});

/** Calls `act` once, while the first part is being stored. */
async function duringPut(act: () => Promise<unknown>): Promise<void> {
  const store = await objects();
  const put = store.put.bind(store);
  vi.spyOn(store, 'put').mockImplementationOnce(async (...args) => {
    await put(...args);
    await act();
  });
}
