import { beforeEach, describe, expect, test } from 'vitest';

import { disableUser, enableUser } from '~/features/accounts/index.server';
import { shareConversation } from '~/features/chat/index.server';
import { endShares } from '~/features/chat/sharing/share-actions.server';
import { continueShare, openShare } from '~/features/chat/sharing/share-page.server';
import { deleteConversation } from '~/features/chat/conversations/conversation-actions.server';
import {
  endShareAt,
  listSharePage,
  shareOf,
  unshare,
  updateShare,
} from '~/features/chat/sharing/share-actions.server';
import { listOverview } from '~/features/chat/conversations/list/list-conversations.server';
import { openConversation } from '~/features/chat/conversations/open-conversation.server';
import { NO_FILTER } from '~/features/chat/conversations/list/conversation-list';
import { sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';
import { HOUR_MS } from '~/lib/time';

import { createConversation, createMessages } from '../../factories/conversations';
import { createUser } from '../../factories/users';

const GONE = { code: 'not-found' };

let user: { id: UserScope };
let conversation: { id: string; userId: UserScope };
beforeEach(async () => {
  user = await createUser();
  conversation = await createConversation(user, { title: '[ChatGPT] Bakery plan' });
  await createMessages(conversation, ['Hello', '**Hello** to you.']);
});

const isPublic = async () => {
  const { imports } = await listOverview(user.id, NO_FILTER);
  return imports.items[0]?.isPublic;
};

describe('a link', () => {
  test('shows anyone what had been said when it was created', async () => {
    const share = await shareConversation(user.id, conversation.id);
    expect(share).toMatchObject({ newer: 0, expiresAt: null });
    expect(await isPublic()).toBe(true);
    await createMessages(conversation, ['Something private', 'Indeed.']).then(() =>
      // The factory dates messages in the past.
      sql.query(
        `UPDATE messages SET timestamp = now() + interval '1 second' WHERE content LIKE '%private' OR content = 'Indeed.'`,
      ),
    );
    const open = await openShare({ shareId: share.id });
    expect(open.title).toBe('Bakery plan');
    expect(open.messages.map(({ role, html }) => [role, html.trim()])).toEqual([
      ['user', '<p>Hello</p>'],
      ['assistant', '<p><strong>Hello</strong> to you.</p>'],
    ]);
    expect((await shareOf(user.id, conversation.id))?.newer).toBe(2);
  });

  test('is created once, with an id that can’t be guessed and isn’t the conversation’s', async () => {
    const [one, other] = await Promise.all([
      shareConversation(user.id, conversation.id),
      shareConversation(user.id, conversation.id),
    ]);
    expect(one.id).toBe(other.id);
    expect(Buffer.from(one.id, 'base64url')).toHaveLength(24);
    expect(one.url).toMatch(/^http:\/\/localhost:\d+\/shared\/[\w-]{32}$/);
    expect(one.url).not.toContain(conversation.id);
  });

  test('shows what was said since when it is updated', async () => {
    const share = await shareConversation(user.id, conversation.id);
    await sql.query(
      `UPDATE shared_conversations SET created_at = now() - interval '1 hour' WHERE id = $1`,
      [share.id],
    );
    expect((await openShare({ shareId: share.id })).messages).toEqual([]);
    const updated = await updateShare(user.id, conversation.id);
    expect(updated).toMatchObject({ id: share.id, newer: 0 });
    expect((await openShare({ shareId: share.id })).messages).toHaveLength(2);
  });

  test('with a user in its address opens only if that user owns it', async () => {
    const { id: shareId } = await shareConversation(user.id, conversation.id);
    const other = await createUser();
    await expect(openShare({ shareId, userId: user.id })).resolves.toBeDefined();
    for (const userId of [other.id, newId(), 'x', '']) {
      await expect(openShare({ shareId, userId })).rejects.toMatchObject(GONE);
    }
  });

  test.each([undefined, '', 'x', '../x', 'x'.repeat(32), '0'.repeat(1_000)])(
    'with the id %j opens nothing',
    async (shareId) => {
      await expect(openShare({ shareId })).rejects.toMatchObject(GONE);
    },
  );

  test('with the conversation’s own id opens nothing', async () => {
    await shareConversation(user.id, conversation.id);
    await expect(openShare({ shareId: conversation.id })).rejects.toMatchObject(GONE);
  });
});

describe('a link stops working', () => {
  let shareId: string;
  beforeEach(async () => {
    shareId = (await shareConversation(user.id, conversation.id)).id;
  });
  const expectClosed = () => expect(openShare({ shareId })).rejects.toMatchObject(GONE);

  test('as soon as sharing ends, and sharing again creates another link', async () => {
    await unshare(user.id, conversation.id);
    await expectClosed();
    expect(await isPublic()).toBe(false);
    expect(await shareOf(user.id, conversation.id)).toBeNull();
    expect((await shareConversation(user.id, conversation.id)).id).not.toBe(shareId);
    await expectClosed();
  });

  test('as soon as the conversation is deleted', async () => {
    await deleteConversation(user.id, conversation.id);
    await expectClosed();
  });

  test('as soon as its owner is disabled, and works again when they are enabled', async () => {
    await disableUser(user.id);
    await expectClosed();
    await enableUser(user.id);
    await expect(openShare({ shareId })).resolves.toBeDefined();
  });

  test('on its end date, and the job then removes it', async () => {
    await endShareAt(user.id, conversation.id, new Date(Date.now() + HOUR_MS));
    await expect(openShare({ shareId })).resolves.toBeDefined();
    await sql.query(
      `UPDATE shared_conversations SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [shareId],
    );
    await expectClosed();
    expect((await listSharePage(user.id, null)).items).toEqual([]);
    await endShares(new Date(Date.now() + 1));
    expect(await isPublic()).toBe(false);
    expect(await shareOf(user.id, conversation.id)).toBeNull();
  });

  test('only on a future date, which can be removed again', async () => {
    await endShareAt(user.id, conversation.id, new Date(Date.now() + HOUR_MS));
    expect((await endShareAt(user.id, conversation.id, null)).expiresAt).toBeNull();
    await expect(
      endShareAt(user.id, conversation.id, new Date(Date.now() - 1)),
    ).rejects.toMatchObject({ code: 'invalid' });
  });
});

test('another user can’t see, change, or end a share, and nothing is public without one', async () => {
  const other = await createUser();
  const share = await shareConversation(user.id, conversation.id);
  for (const id of [conversation.id, newId(), 'x']) {
    await expect(shareConversation(other.id, id)).rejects.toMatchObject(GONE);
    await expect(updateShare(other.id, id)).rejects.toMatchObject(GONE);
    await expect(endShareAt(other.id, id, null)).rejects.toMatchObject(GONE);
    await expect(shareOf(other.id, id)).rejects.toMatchObject(GONE);
    await expect(unshare(other.id, id)).rejects.toMatchObject(GONE);
  }
  await expect(openShare({ shareId: share.id })).resolves.toBeDefined();

  const own = await createConversation(user);
  await expect(updateShare(user.id, own.id)).rejects.toMatchObject(GONE);
  const { others } = await listOverview(user.id, NO_FILTER);
  expect(others.items[0]?.isPublic).toBe(false);
});

describe('continuing a shared conversation', () => {
  test('gives another user a copy of their own, and leaves the original unchanged', async () => {
    const { id: shareId } = await shareConversation(user.id, conversation.id);
    const other = await createUser();
    const copy = await continueShare({ shareId }, other.id);
    const open = await openConversation(other.id, copy);
    expect(open.title).toBe('Bakery plan');
    expect(open.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    const { others, imports } = await listOverview(other.id, NO_FILTER);
    expect(others.items).toMatchObject([
      { id: copy, lastMessage: '**Hello** to you.', isPublic: false, originalCreationDate: null },
    ]);
    expect(imports.count).toBe(0);
    await unshare(user.id, conversation.id);
    await expect(openConversation(other.id, copy)).resolves.toBeDefined();
    expect((await openConversation(user.id, conversation.id)).messages).toHaveLength(2);
  });

  test('is refused after the link has ended, and creates nothing', async () => {
    const { id: shareId } = await shareConversation(user.id, conversation.id);
    await unshare(user.id, conversation.id);
    const other = await createUser();
    await expect(continueShare({ shareId }, other.id)).rejects.toMatchObject(GONE);
    expect((await listOverview(other.id, NO_FILTER)).others.items).toEqual([]);
  });
});

describe('the list of all links', () => {
  test('is paged by key, newest first, with only the user’s own', async () => {
    await sql.query(
      `WITH made AS (
         INSERT INTO conversations (id, user_id, title, last_message)
         SELECT gen_random_uuid(), $1::uuid, 'Talk', 'Text' FROM generate_series(1, 60) RETURNING id)
       INSERT INTO shared_conversations (id, user_id, conversation_id, created_at)
       SELECT md5(id::text), $1::uuid, id, date_trunc('milliseconds', now()) FROM made`,
      [user.id],
    );
    await shareConversation((await createUser()).id, conversation.id).catch(() => null);
    const first = await listSharePage(user.id, null);
    const second = await listSharePage(user.id, first.cursor);
    expect([first.items.length, second.items.length, second.cursor]).toEqual([50, 10, null]);
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(60);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  test.each(['', 'x', '1', '1.2.3', 'NaN.x'])('refuses the cursor %j', async (cursor) => {
    await expect(listSharePage(user.id, cursor)).rejects.toMatchObject({ code: 'invalid' });
  });
});
