import { beforeEach, describe, expect, test, vi } from 'vitest';

import { fakeAi } from '../setup/fake-ai.ts';

const { createUser } = await import('../../factories/users.ts');
const { createConversation: seedConversation, createMessages } =
  await import('../../factories/conversations.ts');
const {
  createConversation,
  generateTitle,
  listPage,
  openConversation,
  sendMessage,
  tidyConversations,
} = await import('~/features/chat/index.server');
const { marker } = await import('../../fakes/openai.ts');
const { newId } = await import('~/lib/ids.server');
const { sql } = await import('~/lib/db/index.server');

const HOUR = 3_600_000;

let user: { id: string };

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
  return (await listPage(user.id, null)).items.find((item) => item.id === id);
}

describe('a new conversation', () => {
  test('is untitled and empty, can be opened, and is not listed', async () => {
    const id = await createConversation(user.id);
    const open = await openConversation(user.id, id);
    expect(open).toEqual({ id, title: 'New Chat', messages: [] });
    const [row] = await sql.query(
      `SELECT title, last_message FROM conversations WHERE id = $1::uuid`,
      [id],
    );
    expect(row).toEqual({ title: 'Untitled Conversation', last_message: '' });
    expect((await listPage(user.id, null)).items).toEqual([]);
  });

  test('is listed from its first message on, with the preview of the newest', async () => {
    const id = await createConversation(user.id);
    const hold = newId();
    const behaviour = marker({ text: 'Early.', holdAfter: 0, hold });
    const long = `How do I ${'really '.repeat(40)}sell bread? ${behaviour}`;
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
    const titleRequest = fakeAi.requests.find((request) => !request.body.stream);
    expect(titleRequest?.body.messages.at(-1)?.content).toContain('summer market');
  });

  test('keeps a name that somebody gave it while the title was made', async () => {
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

  test('is the model’s, cleaned', async () => {
    fakeAi.script({ text: '"A bakery in the storm"\n' });
    expect(await generateTitle(content)).toBe('A bakery in the storm');
  });

  test('is the first 30 characters and three dots when the answer is empty', async () => {
    fakeAi.script({ text: '  ' });
    expect(await generateTitle(content)).toBe('Write a poem about a small bak...');
  });

  test('is the first five words when the provider fails', async () => {
    fakeAi.script({ status: 401 });
    expect(await generateTitle(content)).toBe('Write a poem about a');
  });

  test('is made from the first 1000 characters', async () => {
    await generateTitle(`${'ä'.repeat(1_500)}END`);
    expect(fakeAi.requests.at(-1)?.body.messages.at(-1)?.content).toBe('ä'.repeat(1_000));
  });

  test('is paid by the house', async () => {
    await generateTitle(content);
    const [day] = await sql.query<{ tokens: number }>(`SELECT tokens FROM house_usage`);
    expect(day?.tokens).toBeGreaterThan(0);
    const spent = await sql.query(
      `SELECT 1 FROM ledger_entries WHERE user_id = $1::uuid AND kind <> 'grant'`,
      [user.id],
    );
    expect(spent).toEqual([]);
  });
});

describe('the list', () => {
  test('comes in pages by key, newest first, each conversation once, only one’s own', async () => {
    const base = Date.now() - 200 * HOUR;
    // Several of the same moment, so that the key's second part matters.
    for (let index = 0; index < 120; index += 1) {
      await seedConversation(user, { lastUpdated: new Date(base + Math.floor(index / 3) * HOUR) });
    }
    const other = await createUser();
    await seedConversation(other);

    const seen: { id: string; lastUpdated: number }[] = [];
    let cursor: string | null = null;
    const sizes: number[] = [];
    do {
      const page = await listPage(user.id, cursor);
      sizes.push(page.items.length);
      seen.push(...page.items);
      cursor = page.cursor;
    } while (cursor !== null);

    expect(sizes).toEqual([50, 50, 20]);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(120);
    const sorted = seen.toSorted(
      (one, next) => next.lastUpdated - one.lastUpdated || (one.id < next.id ? 1 : -1),
    );
    expect(seen).toEqual(sorted);
  });

  test('carries no bodies', async () => {
    const conversation = await seedConversation(user);
    await createMessages({ ...conversation }, ['x'.repeat(5_000)]);
    const page = await listPage(user.id, null);
    expect(JSON.stringify(page).length).toBeLessThan(1_000);
  });

  test.each(['', 'x', '12.34', '1.2.3', `NaN.${newId()}`])(
    'refuses the cursor %j',
    async (cursor) => {
      await expect(listPage(user.id, cursor)).rejects.toMatchObject({ code: 'invalid' });
    },
  );

  test('is read by its index, however many there are', async () => {
    await sql.query(
      `INSERT INTO conversations (id, user_id, title, last_message, last_updated)
       SELECT gen_random_uuid(), $1::uuid, 'Title', 'Message', now() - make_interval(secs => n)
         FROM generate_series(1, 100000) n`,
      [user.id],
    );
    await sql.query('ANALYZE conversations');
    const plan = await sql.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT id FROM conversations c
        WHERE c.user_id = '${user.id}' AND c.last_message <> ''
          AND (c.last_updated, c.id) < (now() - interval '10 hours', '${newId()}'::uuid)
        ORDER BY c.last_updated DESC, c.id DESC LIMIT 51`,
    );
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('conversations_listed');
    expect(text).not.toMatch(/Seq Scan|Sort/);
  });
});

test.each([undefined, '', 'x', '../etc', newId()])('%j opens nothing', async (id) => {
  await expect(openConversation(user.id, id)).rejects.toMatchObject({ code: 'not-found' });
});

describe('tidying', () => {
  test('removes what stayed empty for 24 hours, and nothing else', async () => {
    const now = Date.now();
    const old = await createConversation(user.id);
    const young = await createConversation(user.id);
    const used = await seedConversation(user, { lastUpdated: new Date(now - 48 * HOUR) });
    await sql.query(`UPDATE conversations SET created_at = $2::timestamptz WHERE id = $1::uuid`, [
      old,
      new Date(now - 25 * HOUR),
    ]);
    await tidyConversations(new Date(now));
    await expect(openConversation(user.id, old)).rejects.toMatchObject({ code: 'not-found' });
    await expect(openConversation(user.id, young)).resolves.toBeDefined();
    await expect(openConversation(user.id, used.id)).resolves.toBeDefined();
  });

  test('names a conversation whose title was never made', async () => {
    const conversation = await seedConversation(user, { title: 'Untitled Conversation' });
    await createMessages(conversation, ['How do I sell more bread on Mondays?', 'Earlier.']);
    await tidyConversations(new Date(Date.now() + HOUR));
    expect((await itemOf(conversation.id))?.title).toBe('How do I sell more');
  });
});
