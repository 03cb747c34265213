import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { UserScope } from '~/lib/scope';

import { fakeAi } from '../setup/fake-ai.ts';

const { createUser, signInCookie } = await import('../../factories/users.ts');
const { createConversation } = await import('../../factories/conversations.ts');
const {
  archiveConversations,
  createFolder,
  deleteConversations,
  moveConversations,
  pinConversation,
} = await import('~/features/chat/index.server');
const { deleteConversation, undoDeletions } =
  await import('~/features/chat/conversations/conversation-actions.server');
const { deleteFolder, renameFolder } =
  await import('~/features/chat/folders/folder-actions.server');
const { listCounts, listOverview, listPage, parseListRequest } =
  await import('~/features/chat/conversations/list/list-conversations.server');
const { openConversation } = await import('~/features/chat/conversations/open-conversation.server');
const { sendMessage } = await import('~/features/chat/answers/send-message.server');
const conversations = await import('~/features/chat/conversations/routes/conversations');
const { NO_FILTER } = await import('~/features/chat/conversations/list/conversation-list');
const { currentSequence } = await import('~/engine/events/index.server');
const { marker } = await import('../../fakes/openai.ts');
const { newId } = await import('~/lib/ids.server');
const { sql } = await import('~/lib/db/index.server');

let user: { id: UserScope };
let other: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
  other = await createUser();
  fakeAi.reset();
});

const NOT_FOUND = { code: 'not-found' };

type Filter = typeof NO_FILTER;

/** The titles in each part, as the sidebar shows them. */
async function parts(filter: Filter = NO_FILTER) {
  const { pinned, folders, imports, others } = await listOverview(user.id, filter);
  const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title);
  const group = (name: 'archived' | `folder:${string}`) =>
    listPage({ userId: user.id, group: name, filter }, null).then(titles);
  const foldered: Record<string, string[]> = {};
  for (const { id, name, count } of folders) {
    foldered[name] = await group(`folder:${id}`);
    expect(foldered[name]).toHaveLength(count);
  }
  expect(imports.items).toHaveLength(imports.count);
  return {
    pinned: titles(pinned),
    ...foldered,
    imports: titles(imports),
    others: titles(others),
    archived: await group('archived'),
  };
}

const EMPTY = { pinned: [], imports: [], others: [], archived: [] };

describe('a conversation is in exactly one part of the list', () => {
  test('when it is pinned, newest pin first, and unpinned', async () => {
    const one = await createConversation(user, { title: 'One' });
    const two = await createConversation(user, { title: '[ChatGPT] Two' });
    await pinConversation(user.id, two.id, true);
    await pinConversation(user.id, one.id, true);
    expect(await parts()).toEqual({ ...EMPTY, pinned: ['One', '[ChatGPT] Two'] });
    // A repeated pin changes nothing.
    await pinConversation(user.id, two.id, true);
    expect((await parts()).pinned).toEqual(['One', '[ChatGPT] Two']);
    await pinConversation(user.id, two.id, false);
    await pinConversation(user.id, one.id, false);
    expect(await parts()).toEqual({ ...EMPTY, imports: ['[ChatGPT] Two'], others: ['One'] });
  });

  test('when it is in a folder, like imports, newest first by its own date', async () => {
    const folder = await createFolder(user.id, ' Big \n customers ');
    const day = (date: string) => new Date(`${date}T12:00:00Z`);
    const ids = [];
    for (const [title, lastUpdated, originalCreationDate] of [
      ['A', '2026-01-02', null],
      ['[ChatGPT] B', '2026-05-01', '2026-01-01'],
      ['C', '2026-01-03', null],
    ] as const) {
      const created = await createConversation(user, {
        title,
        lastUpdated: day(lastUpdated),
        originalCreationDate: originalCreationDate && day(originalCreationDate),
      });
      ids.push(created.id);
    }
    await moveConversations(user.id, ids, folder.id);
    const expected = { ...EMPTY, 'Big customers': ['C', 'A', '[ChatGPT] B'] };
    expect(await parts()).toEqual(expected);
    await moveConversations(user.id, ids.slice(0, 2), null);
    expect(await parts()).toEqual({
      ...EMPTY,
      'Big customers': ['C'],
      others: ['A'],
      imports: ['[ChatGPT] B'],
    });
  });

  test('when it is archived from any part, and returned to it', async () => {
    const folder = await createFolder(user.id, 'Work');
    const titles = ['Plain', '[ChatGPT] Import', 'Pinned', 'Foldered'];
    const ids: string[] = [];
    for (const title of titles) ids.push((await createConversation(user, { title })).id);
    await pinConversation(user.id, ids[2], true);
    await moveConversations(user.id, [ids[3]!], folder.id);
    const before = await parts();
    expect(await archiveConversations(user.id, ids, true)).toHaveLength(4);
    const { archived, ...rest } = await parts();
    expect(archived.toSorted()).toEqual(titles.toSorted());
    expect(rest).toEqual({ pinned: [], Work: [], imports: [], others: [] });
    await archiveConversations(user.id, ids, false);
    expect(await parts()).toEqual(before);
  });

  test('when it is deleted from any part, and restored to it', async () => {
    const folder = await createFolder(user.id, 'Work');
    const ids: string[] = [];
    for (const title of ['A', 'B', 'C']) ids.push((await createConversation(user, { title })).id);
    await pinConversation(user.id, ids[0], true);
    await moveConversations(user.id, [ids[1]!], folder.id);
    await archiveConversations(user.id, [ids[2]!], true);
    const before = await parts();
    expect((await deleteConversations(user.id, ids)).toSorted()).toEqual(ids.toSorted());
    expect(await parts()).toEqual({ ...EMPTY, Work: [] });
    expect(await deleteConversations(user.id, ids)).toEqual([]);
    expect(await undoDeletions(user.id, [...ids, newId()])).toHaveLength(3);
    expect(await parts()).toEqual(before);
  });
});

describe('the archive', () => {
  async function archivedConversation() {
    const sent = await sendMessage({
      userId: user.id,
      conversationId: null,
      content: `Hello ${marker({ text: 'Hello to you.' })}`,
      clientKey: newId(),
    });
    await finished(sent.answerId);
    await archiveConversations(user.id, [sent.conversationId], true);
    return sent.conversationId;
  }
  const finished = (answerId: string) =>
    vi.waitFor(async () => {
      const rows = await sql.query(
        `SELECT 1 FROM generations WHERE id = $1::uuid AND finished_at IS NOT NULL`,
        [answerId],
      );
      expect(rows).toHaveLength(1);
    });

  test('returns a conversation to the list when a message is added', async () => {
    const id = await archivedConversation();
    expect((await parts()).archived).toHaveLength(1);
    await openConversation(user.id, id);
    expect((await parts()).archived).toHaveLength(1);
    const content = `More ${marker({ text: 'Of course.' })}`;
    await sendMessage({ userId: user.id, conversationId: id, content, clientKey: newId() });
    const { archived, others } = await parts();
    expect([archived.length, others.length]).toEqual([0, 1]);
  });

  test('keeps a conversation when its answer ends', async () => {
    const hold = newId();
    const content = `Count ${marker({ text: 'one two three', holdAfter: 2, hold })}`;
    const sent = await sendMessage({
      userId: user.id,
      conversationId: null,
      content,
      clientKey: newId(),
    });
    await archiveConversations(user.id, [sent.conversationId], true);
    fakeAi.release(hold);
    await finished(sent.answerId);
    expect((await parts()).archived).toHaveLength(1);
  });

  test('takes no conversation without a message', async () => {
    const { id } = await createConversation(user, { lastMessage: '' });
    expect(await archiveConversations(user.id, [id], true)).toEqual([]);
  });
});

test('the filter finds and counts in every part', async () => {
  const folder = await createFolder(user.id, 'Work');
  const ids: string[] = [];
  for (const title of ['Bread pinned', 'Bread foldered', 'Bread archived', 'Bread', 'Cake']) {
    ids.push((await createConversation(user, { title })).id);
  }
  await pinConversation(user.id, ids[0], true);
  await moveConversations(user.id, [ids[1]!], folder.id);
  await archiveConversations(user.id, [ids[2]!], true);
  const bread = {
    pinned: ['Bread pinned'],
    Work: ['Bread foldered'],
    imports: [],
    others: ['Bread'],
    archived: ['Bread archived'],
  };
  expect(await parts({ text: 'BREAD', range: null })).toEqual(bread);
  expect(await parts({ text: 'cake', range: null })).toEqual({
    ...EMPTY,
    Work: [],
    others: ['Cake'],
  });
  const now = Date.now();
  const today = { text: 'bread', range: { from: now - 60_000, to: now + 60_000 } };
  expect(await parts(today)).toEqual(bread);
  const before = { text: 'bread', range: { from: 0, to: 1 } };
  expect(await parts(before)).toEqual({ ...EMPTY, Work: [] });
  expect(await listCounts(user.id, before)).toEqual({ imports: 0, folders: {} });
});

test.each(['pinned', 'archived', 'folder'] as const)(
  'pages of what is %s come by key, each once, only one’s own',
  async (kind) => {
    const mine = await createFolder(user.id, 'Work');
    const theirs = await createFolder(other.id, 'Work');
    const base = Date.now();
    const place = (index: number, folderId: string) => ({
      lastUpdated: new Date(base - Math.floor(index / 3) * 1_000),
      ...(kind === 'pinned' && { pinnedAt: new Date(base - Math.floor(index / 3) * 1_000) }),
      ...(kind === 'archived' && { archivedAt: new Date() }),
      ...(kind === 'folder' && { folderId }),
    });
    for (let index = 0; index < 120; index += 1) {
      await createConversation(user, place(index, mine.id));
    }
    await createConversation(other, place(0, theirs.id));
    await createConversation(user);
    const group = kind === 'folder' ? (`folder:${mine.id}` as const) : kind;
    const ids: string[] = [];
    const dates: number[] = [];
    let cursor: string | null = null;
    do {
      const page = await listPage({ userId: user.id, group, filter: NO_FILTER }, cursor);
      ids.push(...page.items.map(({ id }) => id));
      dates.push(...page.items.map((item) => item.pinnedAt ?? item.lastUpdated));
      cursor = page.cursor;
    } while (cursor !== null);
    expect(new Set(ids).size).toBe(120);
    expect(ids).toHaveLength(120);
    expect(dates).toEqual(dates.toSorted((one, two) => two - one));
  },
);

describe('limits of organizing', () => {
  test('at most fifty are pinned, including archived ones', async () => {
    const pinnedAt = new Date();
    for (let index = 0; index < 49; index += 1) await createConversation(user, { pinnedAt });
    await createConversation(user, { pinnedAt, archivedAt: pinnedAt });
    const { id } = await createConversation(user);
    await expect(pinConversation(user.id, id, true)).rejects.toMatchObject({ code: 'conflict' });
    expect((await parts()).pinned).toHaveLength(49);
    // Also with two requests at once.
    const { pinned } = await listOverview(user.id, NO_FILTER);
    await pinConversation(user.id, pinned.items[0]?.id, false);
    const two = [id, (await createConversation(user)).id];
    const results = await Promise.allSettled(
      two.map((each) => pinConversation(user.id, each, true)),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('at most a hundred folders exist, each with a name of its own', async () => {
    await sql.query(
      `INSERT INTO conversation_folders (id, user_id, name)
       SELECT gen_random_uuid(), $1::uuid, 'Folder ' || n FROM generate_series(1, 99) n`,
      [user.id],
    );
    const { id } = await createFolder(user.id, 'Last');
    await expect(createFolder(user.id, 'One more')).rejects.toMatchObject({ code: 'conflict' });
    for (const name of ['FOLDER 7', ' folder  7']) {
      await expect(renameFolder(user.id, id, name)).rejects.toMatchObject({
        code: 'conflict',
        userMessage: 'You already have a folder with this name.',
      });
    }
    for (const name of ['', ' \0 ', 'x'.repeat(81)]) {
      await expect(renameFolder(user.id, id, name)).rejects.toMatchObject({ code: 'invalid' });
    }
    await renameFolder(user.id, id, 'LAST');
    await createFolder(other.id, 'Last');
  });
});

test('a removed folder returns its conversations, including archived and deleted ones', async () => {
  const folder = await createFolder(user.id, 'Work');
  const ids: string[] = [];
  for (const title of ['A', 'B', 'C']) {
    ids.push((await createConversation(user, { title, folderId: folder.id })).id);
  }
  await archiveConversations(user.id, [ids[1]!], true);
  await deleteConversation(user.id, ids[2]);
  await deleteFolder(user.id, folder.id);
  await undoDeletions(user.id, [ids[2]!]);
  await archiveConversations(user.id, [ids[1]!], false);
  expect((await parts()).others.toSorted()).toEqual(['A', 'B', 'C']);
  await expect(deleteFolder(user.id, folder.id)).rejects.toMatchObject(NOT_FOUND);
  await expect(moveConversations(user.id, ids, folder.id)).rejects.toMatchObject(NOT_FOUND);
});

test('deleting several conversations stops their running answers', async () => {
  const hold = newId();
  const sent = await sendMessage({
    userId: user.id,
    conversationId: null,
    content: `Count ${marker({ text: 'one two three', holdAfter: 2, hold })}`,
    clientKey: newId(),
  });
  const { id } = await createConversation(user);
  await deleteConversations(user.id, [id, sent.conversationId]);
  await vi.waitFor(async () => {
    const [row] = await sql.query<{ state: string }>(
      `SELECT state FROM generations WHERE id = $1::uuid`,
      [sent.answerId],
    );
    expect(row?.state).toBe('stopped');
  });
  fakeAi.release(hold);
});

test('no one organizes another user’s conversations', async () => {
  const folder = await createFolder(other.id, 'Theirs');
  const own = await createFolder(user.id, 'Mine');
  const { id } = await createConversation(other, { folderId: folder.id });
  const deleted = await createConversation(other, { title: 'Gone' });
  await deleteConversation(other.id, deleted.id);
  for (const target of [id, newId(), 'x', undefined]) {
    await expect(pinConversation(user.id, target, true)).rejects.toMatchObject(NOT_FOUND);
  }
  for (const target of [folder.id, newId(), 'x', undefined]) {
    await expect(renameFolder(user.id, target, 'Taken')).rejects.toMatchObject(NOT_FOUND);
    await expect(deleteFolder(user.id, target)).rejects.toMatchObject(NOT_FOUND);
  }
  const mine = await createConversation(user);
  const list = { userId: user.id, filter: NO_FILTER };
  for (const target of [folder.id, newId()]) {
    const move = moveConversations(user.id, [mine.id], target);
    await expect(move).rejects.toMatchObject(NOT_FOUND);
    const page = listPage({ ...list, group: `folder:${target}` }, null);
    await expect(page).rejects.toMatchObject(NOT_FOUND);
  }
  const before = await currentSequence(sql, user.id);
  expect(await archiveConversations(user.id, [id], true)).toEqual([]);
  expect(await moveConversations(user.id, [id], own.id)).toEqual([]);
  expect(await deleteConversations(user.id, [id])).toEqual([]);
  expect(await undoDeletions(user.id, [deleted.id])).toEqual([]);
  // Nothing changed, and nothing was published.
  expect(await currentSequence(sql, user.id)).toBe(before);
  const theirs = await listOverview(other.id, NO_FILTER);
  expect(theirs.folders).toEqual([{ ...folder, count: 1 }]);
  expect(theirs.others.items).toEqual([]);
});

test('changes are published to the other tabs, several in one event', async () => {
  const ids = [(await createConversation(user)).id, (await createConversation(user)).id];
  const before = await currentSequence(sql, user.id);
  await archiveConversations(user.id, ids, true);
  await archiveConversations(user.id, [ids[0]!], false);
  const { id } = await createFolder(user.id, 'Work');
  await renameFolder(user.id, id, 'Worked');
  await deleteFolder(user.id, id);
  expect(await currentSequence(sql, user.id)).toBe(before + 5);
});

test('many changes of the same conversations at once do not deadlock', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 40; index += 1) ids.push((await createConversation(user)).id);
  const folder = await createFolder(user.id, 'Work');
  const orders = [ids, ids.toReversed(), [...ids.slice(20), ...ids.slice(0, 20)]];
  await Promise.all(
    orders.flatMap((order) => [
      moveConversations(user.id, order, folder.id),
      archiveConversations(user.id, order, true),
      deleteConversations(user.id, order),
      undoDeletions(user.id, order),
    ]),
  );
  await undoDeletions(user.id, ids);
  await archiveConversations(user.id, ids, false);
  await moveConversations(user.id, ids, folder.id);
  expect((await listCounts(user.id, NO_FILTER)).folders).toEqual({ [folder.id]: 40 });
});

test.each([
  null,
  { action: 'archive' },
  { action: 'archive', ids: [] },
  { action: 'archive', ids: ['x'] },
  { action: 'archive', ids: Array.from({ length: 501 }, newId) },
  { action: 'move', ids: [newId()] },
  { action: 'remove', ids: [newId()] },
])('the batch %j is refused', async (body) => {
  const request = new Request('http://localhost:3000/api/conversations/batch', {
    method: 'POST',
    headers: { cookie: await signInCookie(user) },
    body: JSON.stringify(body),
  });
  const response = await conversations.action({ request, context: {}, params: {} });
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: 'This change could not be read.' },
  ]);
});

test.each(['folder', 'folder:', 'folder:x', `folder:${newId()}:1`])(
  'the group %s is refused',
  (group) => {
    expect(() => parseListRequest(new URLSearchParams({ group }))).toThrow(
      'We couldn’t read this search. Change it and try again.',
    );
  },
);
