import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { UserScope } from '~/lib/scope';
import { HOUR_MS } from '~/lib/time';

import { fakeAi } from '../setup/fake-ai.ts';

const { createUser } = await import('../../factories/users.ts');
const { createConversation, createMessages } = await import('../../factories/conversations.ts');
const { deleteConversation, purgeConversations, rename, undoDeletion } =
  await import('~/features/chat/conversations/conversation-actions.server');
const { listOverview } =
  await import('~/features/chat/conversations/list/list-conversations.server');
const { openConversation } = await import('~/features/chat/conversations/open-conversation.server');
const { sendMessage } = await import('~/features/chat/answers/send-message.server');
const { NO_FILTER } = await import('~/features/chat/conversations/list/conversation-list');
const { currentSequence } = await import('~/engine/events/index.server');
const { marker } = await import('../../fakes/openai.ts');
const { newId } = await import('~/lib/ids.server');
const { sql } = await import('~/lib/db/index.server');

let user: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
  fakeAi.reset();
});

async function listed(): Promise<string[]> {
  const { others, imports } = await listOverview(user.id, NO_FILTER);
  return [...others.items, ...imports.items].map(({ id }) => id);
}

describe('renaming a conversation', () => {
  test('stores the typed title on one line', async () => {
    const { id } = await createConversation(user);
    expect((await rename(user.id, id, '  Summer \n menu\0 ')).title).toBe('Summer menu');
    expect((await openConversation(user.id, id)).title).toBe('Summer menu');
  });

  test('keeps an import an import, and a typed prefix makes one', async () => {
    const imported = await createConversation(user, { title: '[ChatGPT] Old' });
    expect((await rename(user.id, imported.id, 'New')).title).toBe('[ChatGPT] New');
    const own = await createConversation(user);
    await rename(user.id, own.id, '[ChatGPT] Mine');
    const { imports } = await listOverview(user.id, NO_FILTER);
    expect(imports.count).toBe(2);
  });

  test('changes neither its place nor its time', async () => {
    const lastUpdated = new Date(Date.now() - HOUR_MS);
    const { id } = await createConversation(user, { lastUpdated });
    await createConversation(user);
    expect((await rename(user.id, id, 'New')).lastUpdated).toBe(lastUpdated.getTime());
    expect((await listed()).at(-1)).toBe(id);
  });

  test.each(['', '   ', '\0'])('refuses %j as a title', async (typed) => {
    const { id } = await createConversation(user);
    await expect(rename(user.id, id, typed)).rejects.toMatchObject({ code: 'invalid' });
  });

  test('is published to the other tabs', async () => {
    const { id } = await createConversation(user);
    const before = await currentSequence(sql, user.id);
    await rename(user.id, id, 'New');
    expect(await currentSequence(sql, user.id)).toBe(before + 1);
  });
});

describe('deleting a conversation', () => {
  test('removes it at once, and it can be restored for a while', async () => {
    const conversation = await createConversation(user);
    await createMessages(conversation, ['Hello', 'Hello to you.']);
    await deleteConversation(user.id, conversation.id);
    expect(await listed()).toEqual([]);
    await expect(openConversation(user.id, conversation.id)).rejects.toMatchObject({
      code: 'not-found',
    });
    const send = { userId: user.id, conversationId: conversation.id, clientKey: newId() };
    await expect(sendMessage({ ...send, content: 'Still there?' })).rejects.toMatchObject({
      code: 'not-found',
    });

    await undoDeletion(user.id, conversation.id);
    expect(await listed()).toEqual([conversation.id]);
    expect((await openConversation(user.id, conversation.id)).messages).toHaveLength(2);
  });

  test('removes it and its messages for good an hour later, and nothing else', async () => {
    const gone = await createConversation(user);
    const kept = await createConversation(user);
    await createMessages(gone, 4);
    await createMessages(kept, 2);
    await deleteConversation(user.id, gone.id);
    await purgeConversations(new Date(Date.now() + HOUR_MS / 2));
    await undoDeletion(user.id, gone.id);
    await deleteConversation(user.id, gone.id);
    await purgeConversations(new Date(Date.now() + 2 * HOUR_MS));
    await expect(undoDeletion(user.id, gone.id)).rejects.toMatchObject({ code: 'not-found' });
    const left = await sql.query(
      `SELECT conversation_id AS id FROM messages WHERE user_id = $1::uuid GROUP BY conversation_id`,
      [user.id],
    );
    expect(left).toEqual([{ id: kept.id }]);
  });

  test('stops its running answer', async () => {
    const hold = newId();
    const content = `Count ${marker({ text: 'one two three', holdAfter: 2, hold })}`;
    const sent = await sendMessage({
      userId: user.id,
      conversationId: null,
      content,
      clientKey: newId(),
    });
    await deleteConversation(user.id, sent.conversationId);
    await vi.waitFor(async () => {
      const [row] = await sql.query<{ state: string }>(
        `SELECT state FROM generations WHERE id = $1::uuid`,
        [sent.answerId],
      );
      expect(row?.state).toBe('stopped');
    });
    fakeAi.release(hold);
    expect(await listed()).toEqual([]);
  });
});

test('no one renames, deletes, or restores another user’s conversation', async () => {
  const other = await createUser();
  const { id } = await createConversation(other);
  const refused = { code: 'not-found' };
  for (const target of [id, newId(), 'x', undefined]) {
    await expect(rename(user.id, target, 'Mine')).rejects.toMatchObject(refused);
    await expect(deleteConversation(user.id, target)).rejects.toMatchObject(refused);
  }
  await deleteConversation(other.id, id);
  await expect(undoDeletion(user.id, id)).rejects.toMatchObject(refused);
  await undoDeletion(other.id, id);
  expect((await openConversation(other.id, id)).title).toBe('Spring campaign');
});
