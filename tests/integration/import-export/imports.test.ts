import { Readable } from 'node:stream';

import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { IncomingSource } from '~/features/import-export/imports/incoming';
import type * as openSourceModule from '~/features/import-export/imports/open-source.server';
import type { UserScope } from '~/lib/scope';
import { DAY_MS } from '~/lib/time';

import { oddZip, rawChain, uploadedBytes } from '../../factories/chatgpt/index.ts';
import { dataDir } from '../setup/outbox.ts';
import { fakeAi } from '../setup/fake-ai.ts';

process.env.STORAGE_QUOTA = '1MB';

const source = vi.hoisted(() => ({ now: null as IncomingSource | null }));
vi.mock('~/features/import-export/imports/open-source.server', () => ({
  openSource: () =>
    source.now ? Promise.resolve(source.now) : Promise.reject(new Error('no source')),
}));

const { createUser } = await import('../../factories/users.ts');
const make = await import('../../factories/imports.ts');
const { exported, imported, previewed, refer, said, sourceOf, talk } = make;
const transfer = await import('./import-export');
const { importChoice, newImport } = await import('~/features/import-export/imports/schema');
const { workOn } = await import('~/features/import-export/imports/work/work-import.server');
const { claimImport } = await import('~/features/import-export/imports/work/work-data.server');
const chat = {
  ...(await import('~/features/chat/conversations/conversation-actions.server')),
  ...(await import('~/features/chat/conversations/open-conversation.server')),
  ...(await import('~/features/chat/conversations/list/list-conversations.server')),
  ...(await import('~/features/chat/answers/send-message.server')),
};
const files = await import('~/features/chat/attachments/serve-attachment.server');
const { objects } = await import('~/gateways/objects/index.server');
const { newId } = await import('~/lib/ids.server');
const { prisma, sql, transaction } = await import('~/lib/db/index.server');
const { moveImport } = await import('~/features/import-export/imports/import-data.server');
const { putCitations } = await import('~/features/brand/knowledge/citations/citation-data.server');
const { AppError } = await import('~/lib/errors');

const GONE = { code: 'not-found' };
const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(5_000, 7)]);

let user: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
  fakeAi.reset();
});

function exporting(content: Parameters<typeof sourceOf>[0]) {
  source.now = sourceOf(content);
}

interface Row {
  id: string;
  title: string;
  lastMessage: string;
  lastUpdated: Date;
  original: Date | null;
  leaf: string | null;
  pinned: Date | null;
  archived: Date | null;
}

function conversations(of = user): Promise<Row[]> {
  return sql.query<Row>(
    `SELECT id, title, last_message, last_updated, original_creation_date AS original,
            active_leaf_id AS leaf, pinned_at AS pinned, archived_at AS archived
       FROM conversations WHERE user_id = $1::uuid AND deleted_at IS NULL ORDER BY title`,
    [of.id],
  );
}

interface StoredMessage {
  id: string;
  parentId: string | null;
  role: string;
  content: string;
  timestamp: Date;
  model: string | null;
  files: { id: string | null; name: string; type: string; size: number }[];
}

function messages(conversationId: string): Promise<StoredMessage[]> {
  return sql.query<StoredMessage>(
    `SELECT id, parent_id, role, content, timestamp, model, files FROM messages
      WHERE conversation_id = $1::uuid ORDER BY timestamp, id`,
    [conversationId],
  );
}

async function shown(conversationId: string): Promise<string[]> {
  const { messages } = await chat.openConversation(user.id, conversationId);
  return messages.map(({ html, text }) => (html ?? text).replace(/<[^>]+>/g, '').trim());
}

async function report(id: string) {
  return (await transfer.listReport(user.id, id, null)).items;
}

/** Skips the pause after a failure, as a restart of the app does. */
async function workAgainOn(id: string): Promise<void> {
  await transfer.resumeImports({ soleProcess: true });
  await workOn(id);
}

async function uploaded(id: string): Promise<string[]> {
  const page = await (await objects()).list(`imports/${user.id}/${id}/`);
  return page.objects.map(({ key }) => key);
}

describe('importing what was chosen', () => {
  test('keeps titles, times, branches, and their order, and ends with a report', async () => {
    const created = Date.UTC(2023, 4, 5, 6, 7);
    exporting({
      conversations: [
        exported({
          key: 'a',
          title: 'Sourdough',
          createdAt: created,
          updatedAt: created + DAY_MS,
          messages: [
            said('q', null, { text: 'How long?' }),
            said('a1', 'q', { text: 'Ten hours.' }),
            said('a2', 'q', { text: 'Twelve hours.', role: 'assistant', model: 'gpt-4' }),
            said('q2', 'a1', { text: 'And cold?', role: 'user' }),
          ],
          activeKey: 'a2',
        }),
        exported({ key: 'b', title: null, archived: true }),
        exported({ key: 'c', title: 'Pinned one', pinned: true, remarks: { 'a dog': 2 } }),
        { key: 'd', title: 'Torn', unreadable: 'It breaks off.' },
        exported({ key: 'e', title: 'Nothing in it', messages: [] }),
      ],
      remarks: ['One part is missing.'],
    });
    const id = await previewed(user.id);
    const preview = await transfer.requireImport(user.id, id);
    expect(preview).toMatchObject({
      state: 'ready',
      service: 'chatgpt',
      result: null,
      found: {
        conversations: 5,
        fresh: 3,
        grown: 0,
        known: 0,
        unreadable: 2,
        earliest: created,
        others: {},
        remarks: ['One part is missing.'],
      },
    });
    const { items, cursor } = await transfer.listCandidates(user.id, id, null);
    expect(cursor).toBeNull();
    expect(items.map(({ title, standing }) => [title, standing])).toEqual([
      ['Sourdough', 'fresh'],
      ['Imported Chat', 'fresh'],
      ['Pinned one', 'fresh'],
      ['Torn', 'unreadable'],
      ['Nothing in it', 'unreadable'],
    ]);
    expect(await conversations()).toEqual([]);

    await transfer.startImport(user.id, id, { all: true, except: [] });
    await workOn(id);
    expect(await transfer.requireImport(user.id, id)).toMatchObject({
      state: 'done',
      reason: null,
      // No chosen one was skipped, but two couldn't be read.
      result: { imported: 3, updated: 0, skipped: 2, messages: 12, files: 0, missingFiles: 0 },
    });
    const [unnamed, pinned, bread] = await conversations();
    expect(unnamed).toMatchObject({ title: '[ChatGPT]' });
    expect(unnamed!.archived).not.toBeNull();
    expect(pinned!.pinned).not.toBeNull();
    expect(bread).toMatchObject({
      title: '[ChatGPT] Sourdough',
      lastMessage: 'Twelve hours.',
      original: new Date(created),
      lastUpdated: new Date(created + DAY_MS),
      pinned: null,
      archived: null,
    });
    expect(await shown(bread!.id)).toEqual(['How long?', 'Twelve hours.']);
    const tree = await messages(bread!.id);
    const byText = new Map(tree.map((message) => [message.content, message]));
    expect(byText.get('And cold?')!.parentId).toBe(byText.get('Ten hours.')!.id);
    expect(byText.get('Ten hours.')!.parentId).toBe(byText.get('How long?')!.id);
    expect(byText.get('Twelve hours.')).toMatchObject({ model: 'gpt-4', role: 'assistant' });
    expect(bread!.leaf).toBe(byText.get('Twelve hours.')!.id);
    expect(await report(id)).toEqual([
      { index: 2, title: 'Pinned one', conversationId: pinned!.id, remarks: ['A dog (2 times).'] },
      { index: 3, title: 'Torn', conversationId: null, remarks: ['It breaks off.'] },
      {
        index: 4,
        title: 'Nothing in it',
        conversationId: null,
        remarks: ['It has no messages we can show.'],
      },
    ]);
    expect(await uploaded(id)).toEqual([]);
  });

  test('imports nothing else', async () => {
    exporting({ conversations: ['a', 'b', 'c'].map((key) => exported({ key })) });
    await imported(user.id, { all: false, only: [1] });
    expect((await conversations()).map(({ title }) => title)).toEqual(['[ChatGPT] About b']);
    await imported(user.id, { all: true, except: [0] });
    expect((await conversations()).map(({ title }) => title)).toEqual([
      '[ChatGPT] About b',
      '[ChatGPT] About c',
    ]);
    const id = await previewed(user.id);
    await expect(
      transfer.startImport(user.id, id, { all: true, except: [0] }),
    ).rejects.toMatchObject({ code: 'invalid' });
    expect((await transfer.requireImport(user.id, id)).state).toBe('ready');
  });

  test('takes several batches for many conversations, and several transactions for a very large one', async () => {
    const long = 'long words '.repeat(100_000);
    const large = exported({
      key: 'large',
      title: 'Large',
      messages: talk(12).map((one) => ({ ...one, text: `${one.key} ${long}` })),
    });
    const many = Array.from({ length: 700 }, (_, at) => exported({ key: `k${at}` }));
    exporting({ conversations: [...many.slice(0, 350), large, ...many.slice(350)] });
    const id = await imported(user.id);
    expect(await transfer.requireImport(user.id, id)).toMatchObject({
      state: 'done',
      result: { imported: 701, messages: 700 * 4 + 12, skipped: 0 },
    });
    const found = (await conversations()).find(({ title }) => title === '[ChatGPT] Large')!;
    expect((await messages(found.id)).map(({ content }) => content.slice(0, 3).trim())).toEqual(
      talk(12).map(({ key }) => key),
    );
    expect(found.lastMessage).toMatch(/^m12 long words/);
    const pages: number[] = [];
    for (let cursor: string | null = null; ;) {
      const page = await transfer.listCandidates(user.id, id, cursor);
      pages.push(page.items.length);
      if (page.cursor === null) break;
      cursor = page.cursor;
    }
    expect(pages).toEqual([...Array<number>(7).fill(100), 1]);
  });

  test('dates a conversation without times to now, and keeps the dates when it is imported again', async () => {
    const timeless = talk(3).map((one) => ({ ...one, timestamp: null }));
    const one = { key: 'a', createdAt: null, updatedAt: null };
    exporting({ conversations: [exported({ ...one, messages: timeless })] });
    const startedAt = Date.now();
    await imported(user.id);
    const [first] = await conversations();
    expect(first!.lastUpdated.getTime()).toBeGreaterThan(startedAt - DAY_MS);
    expect(first!.lastUpdated.getTime()).toBeLessThanOrEqual(Date.now());
    const before = await messages(first!.id);
    expect(before.map(({ content }) => content)).toEqual(timeless.map(({ text }) => text));
    for (const { timestamp } of before)
      expect(timestamp.getTime()).toBeGreaterThan(startedAt - DAY_MS);
    const more = [...timeless, { ...said('m4', 'm3', { text: 'More' }), timestamp: null }];
    exporting({ conversations: [exported({ ...one, messages: more })] });
    await imported(user.id);
    const after = await messages(first!.id);
    expect(after.slice(0, 3)).toEqual(before);
    expect(after.map(({ content }) => content)[3]).toBe('More');
  });

  test('stores any text, however odd', async () => {
    const strange = 'a\0b\ud800c\udfffd';
    exporting({
      conversations: [
        exported({
          key: `${strange}${'k'.repeat(100_000)}`,
          title: `\0${'Title '.repeat(200_000)}\ud83d`,
          createdAt: -5,
          updatedAt: 8e99,
          messages: [
            said('one', null, {
              text: strange,
              timestamp: Number.NaN,
              model: `x\0${'y'.repeat(9_999)}`,
            }),
            said('two', 'one', { text: '', timestamp: -1 }),
            said('one', null, { text: 'twice' }),
            said('three', 'nobody', { text: 'An orphan.', timestamp: 1e300 }),
          ],
          activeKey: 'two',
          remarks: { [strange]: 1 },
        }),
        exported({ key: 'empty', title: '   ', messages: [said('one', null, { text: '' })] }),
      ],
    });
    const id = await imported(user.id);
    expect(await transfer.requireImport(user.id, id)).toMatchObject({
      state: 'done',
      result: { imported: 2, skipped: 0 },
    });
    const [unnamed, titled] = await conversations();
    expect(unnamed).toMatchObject({ title: '[ChatGPT]', lastMessage: '…' });
    expect(titled!.title).toMatch(/^\[ChatGPT\] Title Title/);
    expect(titled!.title.length).toBeLessThanOrEqual(211);
    expect(titled!.original).toBeNull();
    expect(titled!.lastUpdated.getTime()).toBeLessThanOrEqual(Date.now());
    const stored = await messages(titled!.id);
    expect(stored.map(({ content }) => content)).toEqual(
      expect.arrayContaining(['ab\ufffdc\ufffdd', '', 'An orphan.']),
    );
    expect(stored).toHaveLength(3);
    // The last message of the shown branch is empty.
    expect(titled!.lastMessage).toBe('ab\ufffdc\ufffdd');
    expect((await report(id))[0]!.remarks).toEqual(['Ab\ufffdc\ufffdd.']);
  });
});

describe('importing again', () => {
  test('adds nothing twice, even when the export has a conversation twice', async () => {
    exporting({ conversations: ['a', 'b'].map((key) => exported({ key })) });
    await imported(user.id);
    const before = await conversations();
    const id = await previewed(user.id);
    expect((await transfer.requireImport(user.id, id)).found).toMatchObject({
      fresh: 0,
      grown: 0,
      known: 2,
    });
    await transfer.cancelImport(user.id, id);
    // One conversation twice in an export, in the same batch.
    exporting({ conversations: ['a', 'x', 'x', 'b'].map((key) => exported({ key })) });
    const twice = await imported(user.id);
    expect((await conversations()).map(({ title }) => title)).toEqual([
      ...before.map(({ title }) => title),
      '[ChatGPT] About x',
    ]);
    expect((await transfer.requireImport(user.id, twice)).result).toMatchObject({
      imported: 1,
      updated: 0,
      messages: 4,
    });
  });

  test('counts a conversation that the export has twice as one new conversation, also when the second has more', async () => {
    exporting({
      conversations: [
        exported({ key: 'a', messages: talk(2) }),
        exported({ key: 'b' }),
        exported({ key: 'a', messages: talk(6) }),
      ],
    });
    const id = await imported(user.id);
    expect((await transfer.requireImport(user.id, id)).result).toMatchObject({
      imported: 2,
      updated: 0,
      messages: 10,
    });
    await transfer.removeImport(user.id, id);
    await workOn(id);
    expect(await conversations()).toEqual([]);
  });

  test('changes nothing when only the time is later, and reports no update', async () => {
    exporting({ conversations: [exported({ key: 'a' })] });
    await imported(user.id);
    const before = await conversations();
    exporting({ conversations: [exported({ key: 'a', updatedAt: Date.UTC(2025, 0, 1) })] });
    const id = await imported(user.id);
    expect(await transfer.requireImport(user.id, id)).toMatchObject({
      state: 'done',
      result: { imported: 0, updated: 0, skipped: 0, messages: 0 },
    });
    expect(await conversations()).toEqual(before);
  });

  test('adds images that the first export lacked, once, in their order', async () => {
    const { openSource } = await vi.importActual<typeof openSourceModule>(
      '~/features/import-export/imports/open-source.server',
    );
    const image = (id: string) => ({
      content_type: 'image_asset_pointer',
      asset_pointer: `file-service://${id}`,
    });
    const parts = ['Look', image('file-one'), image('file-two'), image('file-three')];
    const raw = rawChain('album', [
      { role: 'user', content: { content_type: 'multimodal_text', parts } },
      { content: 'Nice.' },
    ]);
    const exportWith = async (...names: string[]) => {
      const entries = names.map((name, at) => ({
        name: `file-${name}-${name}.png`,
        content: Buffer.concat([PNG, Buffer.alloc(at + name.length)]),
      }));
      const list = { name: 'conversations.json', content: JSON.stringify([raw]) };
      source.now = await openSource([uploadedBytes('x.zip', oddZip([list, ...entries]))]);
    };
    const stored = async () => {
      const [conversation] = await conversations();
      const [question] = await messages(conversation!.id);
      return question!;
    };
    await exportWith('two');
    const first = await imported(user.id);
    expect((await transfer.requireImport(user.id, first)).result).toMatchObject({
      files: 1,
      missingFiles: 2,
    });
    expect((await stored()).content).toContain('not in the export');

    // An export with fewer files has nothing new.
    await exportWith();
    const fewer = await previewed(user.id);
    expect((await transfer.requireImport(user.id, fewer)).found).toMatchObject({ known: 1 });
    await transfer.cancelImport(user.id, fewer);

    await exportWith('one', 'two', 'three');
    const whole = await imported(user.id);
    expect(await transfer.requireImport(user.id, whole)).toMatchObject({
      found: { fresh: 0, grown: 1, known: 0 },
      result: { imported: 0, updated: 1, messages: 0, files: 2, missingFiles: 0 },
    });
    const { content, files: shown } = await stored();
    expect(content).toBe('Look');
    expect(shown.map(({ name }) => name).sort()).toEqual(['one.png', 'three.png', 'two.png']);
    expect(new Set(shown.map(({ id }) => id)).size).toBe(3);
    const again = await previewed(user.id);
    expect((await transfer.requireImport(user.id, again)).found).toMatchObject({ known: 1 });
  });

  test('replaces the name of a missing file with the file once the export has it', async () => {
    const withFile = { ...talk(2)[0]!, files: [{ ref: 'list', name: 'list.txt' }] };
    const one = () => exported({ key: 'a', messages: [withFile] });
    exporting({ conversations: [one()] });
    await imported(user.id);
    exporting({
      conversations: [one()],
      files: { list: { name: 'list.txt', bytes: Buffer.from('flour') } },
    });
    const id = await imported(user.id);
    expect((await transfer.requireImport(user.id, id)).result).toMatchObject({
      updated: 1,
      files: 1,
    });
    const [conversation] = await conversations();
    const [message] = await messages(conversation!.id);
    expect(message!.files).toMatchObject([{ name: 'list.txt', size: 5 }]);
    expect(message!.files[0]!.id).not.toBeNull();
  });

  test('adds nothing twice when the same conversations are in two batches written at the same time', async () => {
    const keys = Array.from({ length: 400 }, (_, at) => `k${at}`);
    exporting({ conversations: [...keys, ...keys].map((key) => exported({ key })) });
    await imported(user.id);
    expect(await conversations()).toHaveLength(400);
  });

  test('adds new messages to a conversation that has grown, and shows their branch', async () => {
    exporting({ conversations: [exported({ key: 'a', messages: talk(4) })] });
    await imported(user.id);
    const [first] = await conversations();
    const old = await messages(first!.id);
    // A slightly different time doesn't make it another message.
    const grown = [
      ...talk(6).map((one, at) =>
        at === 1 ? { ...one, timestamp: Date.UTC(2024, 2, 1) + 9 } : one,
      ),
      said('other', 'm1', { text: 'Another answer', role: 'assistant' as const }),
    ];
    exporting({
      conversations: [
        exported({ key: 'a', messages: grown, activeKey: 'm6', title: 'Renamed there' }),
      ],
    });
    const id = await imported(user.id);
    expect(await transfer.requireImport(user.id, id)).toMatchObject({
      found: { fresh: 0, grown: 1, known: 0 },
      result: { imported: 0, updated: 1, messages: 3 },
    });
    const [now, ...others] = await conversations();
    expect(others).toEqual([]);
    expect(now).toMatchObject({ id: first!.id, title: first!.title, lastMessage: 'Message 6' });
    expect(await shown(now!.id)).toEqual(talk(6).map(({ text }) => text));
    const stored = await messages(now!.id);
    expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining(old.map(({ id }) => id)));
    expect(stored).toHaveLength(7);
    // An older export changes nothing.
    exporting({ conversations: [exported({ key: 'a', messages: talk(4) })] });
    const older = await previewed(user.id);
    expect((await transfer.requireImport(user.id, older)).found).toMatchObject({ known: 1 });
  });

  test('completes an answer that was exported while it was incomplete, and adds its file', async () => {
    const half = talk(2).map((one, at) => (at === 1 ? { ...one, text: 'The first half' } : one));
    exporting({ conversations: [exported({ key: 'a', messages: half })] });
    await imported(user.id);
    const [first] = await conversations();
    const whole = half.map((one, at) =>
      at === 1
        ? { ...one, text: 'The first half, and the second', files: [{ ref: 'list', name: null }] }
        : one,
    );
    exporting({
      conversations: [exported({ key: 'a', messages: whole, updatedAt: Date.UTC(2025, 0, 1) })],
      files: { list: { name: 'list.txt', bytes: Buffer.from('flour') } },
    });
    await imported(user.id);
    expect(await shown(first!.id)).toEqual(['Message 1', 'The first half, and the second']);
    const rows = await sql.query<{ files: { name: string }[] }>(
      `SELECT files FROM messages WHERE conversation_id = $1::uuid ORDER BY timestamp, id`,
      [first!.id],
    );
    expect(rows.map(({ files }) => files.map(({ name }) => name))).toEqual([[], ['list.txt']]);
    expect(rows).toHaveLength(2);
  });

  test('keeps what the owner wrote since, and still shows that branch', async () => {
    exporting({ conversations: [exported({ key: 'a', messages: talk(2) })] });
    await imported(user.id);
    const [mine] = await conversations();
    const sent = await chat.sendMessage({
      userId: user.id,
      conversationId: mine!.id,
      content: 'My own question',
      clientKey: newId(),
      attachmentIds: [],
    });
    await vi.waitFor(async () => {
      const [row] = await sql.query<{ state: string }>(
        `SELECT state FROM generations WHERE id = $1::uuid`,
        [sent.answerId],
      );
      expect(row?.state).toBe('done');
    }, 15_000);
    exporting({ conversations: [exported({ key: 'a', messages: talk(4) })] });
    await imported(user.id);
    const branch = await shown(mine!.id);
    expect(branch.slice(0, 3)).toEqual(['Message 1', 'Message 2', 'My own question']);
    expect(branch).toHaveLength(4);
    expect(await messages(mine!.id)).toHaveLength(6);
  });

  test('imports a conversation again that the owner deleted', async () => {
    exporting({ conversations: [exported({ key: 'a' })] });
    await imported(user.id);
    const [first] = await conversations();
    await chat.deleteConversation(user.id, first!.id);
    const id = await imported(user.id);
    expect((await transfer.requireImport(user.id, id)).result).toMatchObject({ imported: 1 });
    const [second] = await conversations();
    expect(second!.id).not.toBe(first!.id);
    expect(await messages(second!.id)).toHaveLength(4);
  });

  test('is independent for another user', async () => {
    exporting({ conversations: [exported({ key: 'a' })] });
    await imported(user.id);
    const other = await createUser();
    await imported(other.id);
    expect(await conversations(other)).toHaveLength(1);
    expect(await conversations()).toHaveLength(1);
  });
});

describe('when something cannot be imported,', () => {
  test('a bad conversation is skipped with a reason, and the others are imported', async () => {
    const broken = (key: string, error: Error) =>
      exported({ key, breaksAfter: { count: 2, error } });
    const large = talk(12).map((one) => ({ ...one, text: 'x'.repeat(1_000_000) }));
    exporting({
      conversations: [
        exported({ key: 'a' }),
        broken('b', new Error('cannot be parsed')),
        broken('c', new AppError('invalid', 'Its file is damaged.')),
        exported({ key: 'd' }),
        exported({
          key: 'e',
          messages: large,
          breaksAfter: { count: 8, error: new Error('torn') },
        }),
        exported({ key: 'f' }),
      ],
    });
    const id = await imported(user.id);
    expect(await transfer.requireImport(user.id, id)).toMatchObject({
      state: 'done',
      result: { imported: 3, skipped: 3, messages: 12 },
    });
    expect((await conversations()).map(({ title }) => title.slice(-1))).toEqual(['a', 'd', 'f']);
    expect((await report(id)).map(({ title, remarks }) => [title, ...remarks])).toEqual([
      ['About b', 'It couldn’t be read because the export is damaged there.'],
      ['About c', 'Its file is damaged.'],
      ['About e', 'It couldn’t be read because the export is damaged there.'],
    ]);
    const [left] = await sql.query<{ count: number }>(
      `SELECT count(*) AS count FROM messages WHERE user_id = $1::uuid`,
      [user.id],
    );
    expect(left!.count).toBe(12);
  });

  test('a conversation that the database rejects is skipped, and the others are imported', async () => {
    await sql.query(
      `ALTER TABLE messages ADD CONSTRAINT refused CHECK (content <> 'what is refused') NOT VALID`,
    );
    try {
      exporting({
        conversations: ['a', 'b', 'c', 'd', 'e'].map((key) =>
          exported({
            key,
            messages: key === 'c' ? [said('m', null, { text: 'what is refused' })] : talk(2),
          }),
        ),
      });
      const id = await imported(user.id);
      expect((await transfer.requireImport(user.id, id)).result).toMatchObject({
        imported: 4,
        skipped: 1,
        messages: 8,
      });
      expect(await report(id)).toEqual([
        {
          index: 2,
          title: 'About c',
          conversationId: null,
          remarks: ['It couldn’t be saved.'],
        },
      ]);
    } finally {
      await sql.query('ALTER TABLE messages DROP CONSTRAINT refused');
    }
  });

  test('a file that is no export fails the import with a reason', async () => {
    source.now = null;
    const id = await make.uploadSomething(user.id);
    await transfer.readUpload(user.id, id);
    source.now = sourceOf({ conversations: [] });
    source.now.conversations = () => {
      throw new AppError('invalid', 'This is no export of ChatGPT.');
    };
    await workOn(id);
    expect(await transfer.requireImport(user.id, id)).toMatchObject({
      state: 'failed',
      reason: 'This is no export of ChatGPT.',
      result: null,
    });
    expect(await uploaded(id)).toEqual([]);
  });
});

describe('files of an export', () => {
  test('are attached to their messages; images are shown, and others can only be downloaded', async () => {
    exporting({
      conversations: [
        exported({
          key: 'a',
          messages: [
            said('m1', null, {
              files: [
                refer('png', 'photo.png'),
                refer('lie', 'harmless.png'),
                refer('none', 'lost.pdf'),
              ],
            }),
            said('m2', 'm1', { files: [refer('short', 'short.png'), refer('', 'name only.txt')] }),
          ],
        }),
      ],
      files: {
        png: { name: 'x.dat', bytes: PNG },
        lie: { name: 'x', bytes: Buffer.from('<script>alert(1)</script>') },
        short: { name: 'x', bytes: PNG, size: PNG.length + 5 },
      },
    });
    const id = await imported(user.id);
    expect((await transfer.requireImport(user.id, id)).result).toMatchObject({
      imported: 1,
      files: 2,
      missingFiles: 2,
    });
    const [conversation] = await conversations();
    const [first, second] = await messages(conversation!.id);
    expect(first!.files).toMatchObject([
      { name: 'photo.png', type: 'image/png', size: PNG.length },
      { name: 'harmless.png', type: 'text/plain' },
      { name: 'lost.pdf', id: null },
    ]);
    expect(second!.files).toMatchObject([
      { name: 'short.png', id: null },
      { name: 'name only.txt', id: null },
    ]);
    expect((await report(id))[0]!.remarks).toEqual([
      'A file that’s missing from the export.',
      'A file that couldn’t be read.',
    ]);
    const served = async (at: number) =>
      files.serveAttachment(user.id, first!.files[at]!.id ?? undefined);
    const image = await served(0);
    expect(Buffer.from(await image.arrayBuffer()).equals(PNG)).toBe(true);
    expect(image.headers.get('content-type')).toBe('image/png');
    const lying = await served(1);
    await lying.body?.cancel();
    expect(lying.headers.get('content-type')).toBe('application/octet-stream');
    expect(lying.headers.get('content-disposition')).toMatch(/^attachment/);

    await transfer.removeImport(user.id, id);
    await workOn(id);
    await chat.purgeConversations(new Date(Date.now() + 2 * 3_600_000));
    expect((await (await objects()).list(`attachments/${user.id}/`)).objects).toEqual([]);
  });

  test('that exceed the quota are left out, with a remark', async () => {
    exporting({
      conversations: [1, 2, 3].map((n) =>
        exported({
          key: `k${n}`,
          messages: [said('m', null, { files: [refer('big', `${n}.bin`)] })],
        }),
      ),
      files: { big: { name: 'big.bin', bytes: Buffer.alloc(400_000) } },
    });
    const id = await imported(user.id);
    expect((await transfer.requireImport(user.id, id)).result).toMatchObject({
      imported: 3,
      files: 2,
      missingFiles: 1,
    });
    expect((await report(id)).map(({ remarks }) => remarks)).toEqual([
      ['A file that didn’t fit because your storage is full.'],
    ]);
  });
});

describe('an upload', () => {
  const part = (
    id: string,
    place: { file?: string; part?: string; length?: number | null },
    bytes: Buffer,
  ) =>
    transfer.uploadPart({
      userId: user.id,
      importId: id,
      file: '0',
      part: '0',
      length: null,
      body: Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]),
      ...place,
    });

  test('says which parts have arrived, and accepts only parts that belong to it', async () => {
    const size = 8 * 1024 * 1024 + 5;
    const { id, state, partSize } = await transfer.createImport(user.id, [
      { name: '../../C:\\temp\\conversations.json', size },
      { name: 'b.json', size: 7 },
    ]);
    expect({ state, partSize }).toEqual({ state: 'uploading', partSize: 8 * 1024 * 1024 });
    await part(id, { part: '1' }, Buffer.from('hello'));
    await part(id, { part: '1' }, Buffer.from('again'));
    expect((await transfer.requireImport(user.id, id)).files).toEqual([
      { name: 'conversations.json', size, received: [1] },
      { name: 'b.json', size: 7, received: [] },
    ]);
    const refused = async (work: Promise<unknown>, code: string) =>
      expect(await work.catch((error: unknown) => error)).toMatchObject({ code });
    await refused(part(id, { part: '1' }, Buffer.from('four')), 'invalid');
    await refused(part(id, { part: '1' }, Buffer.from('six by')), 'invalid');
    await refused(part(id, { part: '1', length: 4 }, Buffer.from('hello')), 'invalid');
    await refused(part(id, { part: '2' }, Buffer.from('hello')), 'not-found');
    await refused(part(id, { file: '2' }, Buffer.from('hello')), 'not-found');
    await refused(part(id, { part: '-1' }, Buffer.from('hello')), 'not-found');
    await refused(transfer.readUpload(user.id, id), 'conflict');
    // The last one that was sent counts.
    const { body } = await (await objects()).get(`imports/${user.id}/${id}/0/000001`);
    expect((await body.toArray()).join('')).toBe('again');

    await transfer.cancelImport(user.id, id);
    await refused(part(id, { part: '1' }, Buffer.from('hello')), 'conflict');
    expect(await uploaded(id)).toEqual([]);
  });

  test('is refused while another import is unfinished, or when it is too large', async () => {
    const first = await transfer.createImport(user.id, [{ name: 'a', size: 5 }]);
    await expect(transfer.createImport(user.id, [{ name: 'b', size: 5 }])).rejects.toMatchObject({
      code: 'conflict',
    });
    await transfer.cancelImport(user.id, first.id);
    await expect(
      transfer.createImport(user.id, [
        { name: 'a', size: 5e9 },
        { name: 'b', size: 5e9 },
      ]),
    ).rejects.toMatchObject({ code: 'invalid' });
    expect(newImport.safeParse({ files: [] }).success).toBe(false);
    expect(newImport.safeParse({ files: [{ name: 'a', size: 0 }] }).success).toBe(false);
    expect(importChoice.safeParse({ all: true, only: [1] }).success).toBe(false);
    expect(importChoice.parse({ all: true, except: [1] })).toEqual({ all: true, except: [1] });
  });

  test('that is left alone is canceled after two days, and leaves nothing', async () => {
    const left = await make.uploadSomething(user.id);
    const other = await createUser();
    exporting({ conversations: [exported({ key: 'a' })] });
    const waiting = await previewed(other.id);
    await (
      await objects()
    ).put(`imports/${user.id}/${newId()}/0/000000`, Buffer.from('x'), {
      type: 'text/plain',
    });
    await transfer.purgeImports(new Date(Date.now() + 1.9 * DAY_MS));
    expect((await transfer.requireImport(user.id, left)).state).toBe('uploading');
    expect((await transfer.requireImport(other.id, waiting)).state).toBe('ready');
    await transfer.purgeImports(new Date(Date.now() + 2.1 * DAY_MS));
    expect(await transfer.requireImport(user.id, left)).toMatchObject({
      state: 'canceled',
      reason: expect.stringContaining('two days') as string,
    });
    expect((await transfer.requireImport(other.id, waiting)).state).toBe('canceled');
    expect((await (await objects()).list('imports/')).objects).toEqual([]);
  });
});

describe('citations that wait for the messages of an import', () => {
  const waitingCitations = () => prisma.citation.count({ where: { userId: user.id } });
  const wait = () =>
    putCitations(sql, {
      ...{ textId: newId(), userId: user.id, profileId: newId(), numbers: [1] },
      sources: [
        { number: 1, title: '', heading: '', passage: '', sourceId: newId(), chunkId: newId() },
      ],
    });
  const all = { all: true as const, except: [] };

  test('stay while another import of the person begins, is refused, and is canceled', async () => {
    exporting({ conversations: [exported({ key: 'a' })] });
    const [one, other] = [await previewed(user.id), await previewed(user.id)];
    const begun = await Promise.allSettled(
      [one, other].map((id) => transfer.startImport(user.id, id, all)),
    );
    expect(begun.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [runs, refused] = begun[0]!.status === 'fulfilled' ? [one, other] : [other, one];
    await wait();
    await expect(transfer.startImport(user.id, refused, all)).rejects.toMatchObject({
      code: 'conflict',
    });
    await transfer.cancelImport(user.id, refused);
    expect(await waitingCitations()).toBe(1);
    await workOn(runs);
    expect((await transfer.requireImport(user.id, runs)).state).toBe('done');
    expect(await waitingCitations()).toBe(0);
  });

  test('go when it is canceled at the moment in which it begins', async () => {
    exporting({ conversations: [exported({ key: 'a' })] });
    const id = await previewed(user.id);
    let canceled: Promise<unknown> = Promise.resolve();
    await transaction(async (tx) => {
      await moveImport(tx, user.id, id, { from: ['ready'], to: 'importing' });
      canceled = transfer.cancelImport(user.id, id);
      await vi.waitFor(async () => {
        const blocked = await sql.query('SELECT 1 FROM pg_locks WHERE NOT granted');
        expect(blocked).not.toEqual([]);
      });
      await wait();
    });
    await canceled;
    expect((await transfer.requireImport(user.id, id)).state).toBe('canceled');
    expect(await waitingCitations()).toBe(0);
  });
});

describe('an interrupted import', () => {
  test('keeps what it has imported when it is canceled, and imports nothing more', async () => {
    const keys = Array.from({ length: 1_500 }, (_, at) => `k${at}`);
    let importId = '';
    exporting({
      conversations: keys.map((key) => exported({ key })),
      async onConversation(at) {
        if (at === 1_300 && importId) await transfer.cancelImport(user.id, importId);
      },
    });
    const id = await previewed(user.id);
    importId = id;
    await transfer.startImport(user.id, id, { all: true, except: [] });
    await workOn(id);
    const view = await transfer.requireImport(user.id, id);
    expect(view.state).toBe('canceled');
    const there = await conversations();
    expect(there.length).toBeGreaterThan(0);
    expect(there.length).toBeLessThan(1_500);
    expect(view.result!.imported).toBe(there.length);
    await workOn(id);
    expect(await conversations()).toHaveLength(there.length);
    expect(await transfer.cancelImport(user.id, id)).toMatchObject({ state: 'canceled' });
    await transfer.removeImport(user.id, id);
    await workOn(id);
    expect(await conversations()).toEqual([]);
  });

  test.each(['uploading', 'reading', 'ready'] as const)(
    'leaves nothing when it is canceled while %s',
    async (state) => {
      exporting({ conversations: [exported({ key: 'a' })] });
      const id = state === 'ready' ? await previewed(user.id) : await make.uploadSomething(user.id);
      if (state === 'reading') await transfer.readUpload(user.id, id);
      expect((await transfer.requireImport(user.id, id)).state).toBe(state);
      expect((await transfer.cancelImport(user.id, id)).state).toBe('canceled');
      await workOn(id);
      expect((await transfer.requireImport(user.id, id)).state).toBe('canceled');
      expect(await uploaded(id)).toEqual([]);
      await expect(transfer.readUpload(user.id, id)).rejects.toMatchObject({ code: 'conflict' });
      await expect(
        transfer.startImport(user.id, id, { all: true, except: [] }),
      ).rejects.toMatchObject({ code: 'conflict' });
    },
  );

  test('continues in the next process, and imports nothing twice', async () => {
    const large = exported({
      key: 'large',
      title: 'Large',
      messages: talk(12).map((one) => ({ ...one, text: `${one.key} ${'x'.repeat(1_000_000)}` })),
    });
    let stopAt: number | null = null;
    const keys = Array.from({ length: 600 }, (_, at) => `k${at}`);
    exporting({
      conversations: [...keys.map((key) => exported({ key })), large],
      onConversation(at) {
        if (at === stopAt) void transfer.drainImports();
      },
    });
    const id = await previewed(user.id);
    await transfer.startImport(user.id, id, { all: true, except: [] });
    stopAt = 500;
    await workOn(id);
    expect((await transfer.requireImport(user.id, id)).state).toBe('importing');
    const before = (await conversations()).length;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(601);

    stopAt = null;
    await transfer.resumeImports({ soleProcess: true });
    await workOn(id);
    expect(await transfer.requireImport(user.id, id)).toMatchObject({
      state: 'done',
      result: { imported: 601, skipped: 0, messages: 2_412 },
    });
    expect(await conversations()).toHaveLength(601);
  });

  test('continues a large conversation where it stopped', async () => {
    let broken = true;
    const texts = talk(12).map((one) => ({ ...one, text: `${one.key} ${'x'.repeat(1_000_000)}` }));
    const large = exported({ key: 'large', title: 'Large', messages: texts });
    const whole = large.messages.bind(large);
    large.messages = function* () {
      let count = 0;
      for (const message of whole() as Iterable<never>) {
        if (broken && (count += 1) === 10) {
          throw Object.assign(new Error('the database goes away'), { code: '57P01' });
        }
        yield message;
      }
    };
    exporting({ conversations: [large] });
    const id = await previewed(user.id);
    await transfer.startImport(user.id, id, { all: true, except: [] });
    await workOn(id);
    expect((await transfer.requireImport(user.id, id)).state).toBe('importing');
    // An incomplete conversation isn't listed.
    const list = await chat.readList(user.id, new URLSearchParams());
    expect(list).toMatchObject({ imports: { items: [], count: 0 } });
    broken = false;
    await workAgainOn(id);
    expect(await transfer.requireImport(user.id, id)).toMatchObject({
      state: 'done',
      result: { imported: 1, messages: 12 },
    });
    const [there, ...others] = await conversations();
    expect(others).toEqual([]);
    expect(await messages(there!.id)).toHaveLength(12);
  });

  test('is retried while the object store is away, and then fails with a reason', async () => {
    const { ObjectStoreError } = await import('~/gateways/objects/index.server');
    const gone = exported({ key: 'b' });
    gone.messages = () => {
      throw new ObjectStoreError('the store is away');
    };
    exporting({ conversations: [exported({ key: 'a' }), gone] });
    const id = await previewed(user.id);
    await transfer.startImport(user.id, id, { all: true, except: [] });
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await workAgainOn(id);
      expect((await transfer.requireImport(user.id, id)).state).toBe('importing');
    }
    await workAgainOn(id);
    expect(await transfer.requireImport(user.id, id)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('couldn’t be reached') as string,
    });
  });

  describe('whose processes die without a recorded reason', () => {
    const die = async (id: string) => {
      expect(await claimImport(sql, id, newId())).not.toBeNull();
      await transfer.resumeImports({ soleProcess: true });
    };

    test('is given up after three starts, with a reason, and its upload is removed', async () => {
      exporting({ conversations: [exported({ key: 'a' })] });
      const id = await make.uploadSomething(user.id);
      await transfer.readUpload(user.id, id);
      for (let start = 0; start < 3; start += 1) await die(id);
      await workOn(id);
      expect(await transfer.requireImport(user.id, id)).toMatchObject({
        state: 'failed',
        reason: expect.stringContaining('three times') as string,
      });
      expect(await uploaded(id)).toEqual([]);
    });

    test('continues after two starts, and each step and all progress resets the count', async () => {
      exporting({ conversations: [exported({ key: 'a' })] });
      const id = await make.uploadSomething(user.id);
      await transfer.readUpload(user.id, id);
      await die(id);
      await die(id);
      await workOn(id);
      expect((await transfer.requireImport(user.id, id)).state).toBe('ready');
      await transfer.startImport(user.id, id, { all: true, except: [] });
      await die(id);
      await die(id);
      await workOn(id);
      expect((await transfer.requireImport(user.id, id)).state).toBe('done');
    });

    test('does not count starts that were stopped normally', async () => {
      exporting({
        conversations: [exported({ key: 'a' })],
        onConversation: () => void transfer.drainImports(),
      });
      const id = await make.uploadSomething(user.id);
      await transfer.readUpload(user.id, id);
      for (let stop = 0; stop < 5; stop += 1) await workAgainOn(id);
      exporting({ conversations: [exported({ key: 'a' })] });
      await workAgainOn(id);
      expect((await transfer.requireImport(user.id, id)).state).toBe('ready');
    });
  });

  test('accepts a part again that the object store could not take before', async () => {
    const { rm, writeFile } = await import('node:fs/promises');
    const { join } = await import('node:path');
    const { id } = await transfer.createImport(user.id, [{ name: 'a.zip', size: 5 }]);
    const send = () =>
      transfer.uploadPart({
        userId: user.id,
        importId: id,
        file: '0',
        part: '0',
        length: 5,
        body: Readable.from([Buffer.from('hello')]),
      });
    const root = join(dataDir, 'objects', 'imports', user.id);
    await (await objects()).put(`imports/${user.id}/x`, Buffer.from('x'), { type: 'text/plain' });
    await rm(root, { recursive: true });
    await writeFile(root, 'a file where a directory should be');
    await expect(send()).rejects.toMatchObject({ code: 'unavailable' });
    await rm(root);
    await send();
    expect((await transfer.requireImport(user.id, id)).files[0]!.received).toEqual([0]);
  });
});

describe('an import that has ended', () => {
  test('can be removed, with only its own conversations', async () => {
    exporting({ conversations: ['a', 'b'].map((key) => exported({ key })) });
    const first = await imported(user.id);
    exporting({ conversations: ['a', 'b', 'c'].map((key) => exported({ key })) });
    const second = await imported(user.id);
    await transfer.removeImport(user.id, second);
    await expect(transfer.cancelImport(user.id, second)).rejects.toMatchObject({
      code: 'conflict',
    });
    await workOn(second);
    expect(await transfer.requireImport(user.id, second)).toMatchObject({ state: 'removed' });
    expect((await conversations()).map(({ title }) => title.slice(-1))).toEqual(['a', 'b']);
    await transfer.removeImport(user.id, first);
    await workOn(first);
    expect(await conversations()).toEqual([]);
    expect((await transfer.removeImport(user.id, first)).state).toBe('removed');
    // The conversations can be imported again.
    const third = await imported(user.id);
    expect((await transfer.requireImport(user.id, third)).result!.imported).toBe(3);
    expect((await transfer.listImports(user.id)).map(({ id }) => id)).toEqual([
      third,
      second,
      first,
    ]);
  });

  test('cannot be seen or changed by another user', async () => {
    exporting({ conversations: [exported({ key: 'a' })] });
    const id = await previewed(user.id);
    const { id: stranger } = await createUser();
    const choice = { all: true as const, except: [] };
    const attempts = [
      transfer.requireImport(stranger, id),
      transfer.listCandidates(stranger, id, null),
      transfer.listReport(stranger, id, null),
      transfer.readUpload(stranger, id),
      transfer.startImport(stranger, id, choice),
      transfer.cancelImport(stranger, id),
      transfer.removeImport(stranger, id),
      transfer.uploadPart({
        userId: stranger,
        importId: id,
        file: '0',
        part: '0',
        length: 9,
        body: Readable.from([Buffer.from('an export')]),
      }),
    ];
    const refused = await Promise.allSettled(attempts);
    for (const one of refused) expect(one).toMatchObject({ status: 'rejected', reason: GONE });
    expect(await transfer.listImports(stranger)).toEqual([]);
    expect((await transfer.requireImport(user.id, id)).state).toBe('ready');
  });
});

describe('an archive of ours', () => {
  const settings = {
    title: '[ChatGPT] As it was',
    originalCreationDate: Date.UTC(2022, 1, 1),
    model: 'some/model',
    effort: 'low' as const,
    systemPrompt: 'Be brief.',
    profileId: newId(),
    folderId: null,
    pinnedAt: Date.UTC(2024, 1, 1),
    archivedAt: null,
  };

  test('keeps titles and settings, restores all else first, and duplicates nothing', async () => {
    const { createConversation } = await import('../../factories/conversations.ts');
    const there = await createConversation(user);
    let restored = 0;
    exporting({
      service: 'brandwright',
      conversations: [
        exported({ key: there.id, settings: { ...settings, title: 'Still there' } }),
        exported({ key: newId(), settings }),
      ],
      others: { profiles: 2 },
      restore: async () => {
        restored += 1;
        expect(await conversations()).toHaveLength(1);
        return { others: { profiles: 2 }, remarks: ['A picture is missing.'] };
      },
    });
    const id = await imported(user.id);
    expect(restored).toBe(1);
    expect(await transfer.requireImport(user.id, id)).toMatchObject({
      state: 'done',
      found: { fresh: 1, known: 1, others: { profiles: 2 }, remarks: ['A picture is missing.'] },
      result: { imported: 1, others: { profiles: 2 } },
    });
    const found = (await conversations()).find(({ id }) => id !== there.id)!;
    expect(found).toMatchObject({
      title: '[ChatGPT] As it was',
      original: new Date(settings.originalCreationDate),
      pinned: new Date(settings.pinnedAt),
      archived: null,
    });
    // Importing it again with no conversation to choose is allowed, and adds none.
    const again = await imported(user.id);
    expect((await transfer.requireImport(user.id, again)).result).toMatchObject({ imported: 0 });
    expect(await conversations()).toHaveLength(2);
  });
});
