import type { ActionFunctionArgs } from '@remix-run/node';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { HOUR_MS } from '~/lib/time';

import { fakeAi } from '../setup/fake-ai.ts';

const { createUser, signInCookie } = await import('../../factories/users.ts');
const { createConversation: seedConversation, createMessages } =
  await import('../../factories/conversations.ts');
const { createConversation, purgeConversations } =
  await import('~/features/chat/conversations/conversation-actions.server');
const { generateTitle } = await import('~/features/chat/conversations/settings/make-title.server');
const { listOverview } =
  await import('~/features/chat/conversations/list/list-conversations.server');
const { openConversation } = await import('~/features/chat/conversations/open-conversation.server');
const { sendMessage } = await import('~/features/chat/answers/send-message.server');
const { marker } = await import('../../fakes/openai.ts');
const { newId } = await import('~/lib/ids.server');
const { sql } = await import('~/lib/db/index.server');
const { NO_FILTER } = await import('~/features/chat/conversations/list/conversation-list');

let user: Awaited<ReturnType<typeof createUser>>;

beforeEach(async () => {
  user = await createUser();
  fakeAi.reset();
});

function send(content: string, conversationId: string | null = null) {
  return sendMessage({ userId: user.id, conversationId, content, clientKey: newId() });
}

async function untilEnded(answerId: string): Promise<void> {
  await vi.waitFor(async () => {
    const [row] = await sql.query<{ state: string }>(
      `SELECT state FROM generations WHERE id = $1::uuid`,
      [answerId],
    );
    expect(row?.state).toBe('done');
  });
}

async function itemOf(id: string) {
  return (await listOverview(user.id, NO_FILTER)).others.items.find((item) => item.id === id);
}

describe('a new conversation', () => {
  test('is untitled and empty, can be opened, and is not listed', async () => {
    const id = await createConversation(user.id);
    const open = await openConversation(user.id, id);
    expect(open).toMatchObject({ id, title: 'New Chat', messages: [] });
    const [row] = await sql.query(
      `SELECT title, last_message FROM conversations WHERE id = $1::uuid`,
      [id],
    );
    expect(row).toEqual({ title: 'Untitled Conversation', lastMessage: '' });
    expect((await listOverview(user.id, NO_FILTER)).others.items).toEqual([]);
  });

  test('is listed from its first message on, with the preview of the newest', async () => {
    const id = await createConversation(user.id);
    const hold = newId();
    const behavior = marker({ text: 'Early.', holdAfter: 0, hold });
    const long = `How do I ${'really '.repeat(40)}sell bread? ${behavior}`;
    const sent = await send(long, id);
    expect((await itemOf(id))?.lastMessage).toBe(long.slice(0, 100));
    fakeAi.release(hold);
    await untilEnded(sent.answerId);
    expect((await itemOf(id))?.lastMessage).toBe('Early.');
  });

  test('gets its title from the server', async () => {
    const sent = await send('Plan our summer market stall, please');
    await vi.waitFor(async () => {
      expect((await itemOf(sent.conversationId))?.title).toBe('About Plan our summer market');
    });
    // The one for an earlier test's conversation may be late.
    const titles = fakeAi.requests.filter((request) => !request.body.stream);
    const asked = titles.map(({ body }) => body.messages.at(-1)?.content);
    expect(asked).toContainEqual(expect.stringContaining('summer market'));
  });

  test('keeps the name that its owner gave it while the title was made', async () => {
    const sent = await send(
      `Hello ${marker({ complete: { headerDelayMs: 150, text: 'Too late' } })}`,
    );
    await sql.query(`UPDATE conversations SET title = 'Mine' WHERE id = $1::uuid`, [
      sent.conversationId,
    ]);
    await untilEnded(sent.answerId);
    await vi.waitFor(() =>
      expect(fakeAi.requests.find((request) => !request.body.stream)?.endedAt).not.toBeNull(),
    );
    expect((await itemOf(sent.conversationId))?.title).toBe('Mine');
  });
});

describe('a generated title', () => {
  const content = 'Write a poem about a small bakery by the sea, with a storm';

  test('is the model’s proposal, cleaned', async () => {
    fakeAi.script({ text: '"A bakery in the storm"\n' });
    expect(await generateTitle(content, user.id)).toBe('A bakery in the storm');
  });

  test('is the first 30 characters and three dots when the answer is empty', async () => {
    fakeAi.script({ text: '  ' });
    expect(await generateTitle(content, user.id)).toBe('Write a poem about a small bak...');
  });

  test('is the first 30 characters and three dots when the answer has an invalid structure', async () => {
    for (const rubbish of ['structure', 'json'] as const) {
      fakeAi.script({ rubbish });
      expect(await generateTitle(content, user.id)).toBe('Write a poem about a small bak...');
    }
  });

  test('is plain text in either case', async () => {
    fakeAi.script({ text: '**Bold** <b>t</b>' }, { status: 401 });
    expect(await generateTitle(content, user.id)).toBe('Bold t');
    expect(await generateTitle('**Bold** <b>t</b>', user.id)).toBe('Bold t');
  });

  test('is the first five words when the provider fails', async () => {
    fakeAi.script({ status: 401 });
    expect(await generateTitle(content, user.id)).toBe('Write a poem about a');
  });

  test.each([{}, { content: ' ' }, { content: 7 }, null])(
    'is refused by the name of the field for %j',
    async (body) => {
      const { action } = await import('~/features/chat/conversations/routes/conversations');
      const request = new Request('http://localhost:3000/api/tools/generate-title', {
        method: 'POST',
        headers: { cookie: await signInCookie(user) },
        body: JSON.stringify(body),
      });
      const context = {} as ActionFunctionArgs['context'];
      const response = await action({ request, context, params: {} });
      const error = 'content must be text with at least one character';
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ error, fields: { content: error } });
    },
  );

  test('is made from the first 1000 characters', async () => {
    await generateTitle(`${'ä'.repeat(1_500)}END`, user.id);
    expect(fakeAi.requests.at(-1)?.body.messages.at(-1)?.content).toBe('ä'.repeat(1_000));
  });

  test('is paid by the operator', async () => {
    await generateTitle(content, user.id);
    const [day] = await sql.query<{ tokens: number }>(`SELECT tokens FROM house_usage`);
    expect(day?.tokens).toBeGreaterThan(0);
    const spent = await sql.query(
      `SELECT 1 FROM ledger_entries WHERE user_id = $1::uuid AND kind <> 'grant'`,
      [user.id],
    );
    expect(spent).toEqual([]);
  });
});

test.each([undefined, '', 'x', '../etc', newId()])('%j opens no conversation', async (id) => {
  await expect(openConversation(user.id, id)).rejects.toMatchObject({ code: 'not-found' });
});

describe('the purge job', () => {
  test('removes conversations that stayed empty for 24 hours, and no others', async () => {
    const now = Date.now();
    const old = await createConversation(user.id);
    const young = await createConversation(user.id);
    const used = await seedConversation(user, { lastUpdated: new Date(now - 48 * HOUR_MS) });
    await sql.query(`UPDATE conversations SET created_at = $2::timestamptz WHERE id = $1::uuid`, [
      old,
      new Date(now - 25 * HOUR_MS),
    ]);
    await purgeConversations(new Date(now));
    await expect(openConversation(user.id, old)).rejects.toMatchObject({ code: 'not-found' });
    await expect(openConversation(user.id, young)).resolves.toBeDefined();
    await expect(openConversation(user.id, used.id)).resolves.toBeDefined();
  });

  test('titles a conversation whose title was never made', async () => {
    const conversation = await seedConversation(user, { title: 'Untitled Conversation' });
    await createMessages(conversation, ['How do I sell more bread on Mondays?', 'Earlier.']);
    await purgeConversations(new Date(Date.now() + HOUR_MS));
    expect((await itemOf(conversation.id))?.title).toBe('How do I sell more');
  });
});
