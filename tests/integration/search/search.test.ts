import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';

import { indexMessages } from '~/features/chat/search/index-messages.server';
import {
  deleteConversation,
  undoDeletion,
} from '~/features/chat/conversations/conversation-actions.server';
import {
  parseSearchRequest,
  searchEverything,
} from '~/features/chat/search/search-everything.server';
import { parseQuery, toTsquery } from '~/features/chat/search/words';
import { toTsvector } from '~/features/chat/search/words';
import { highlight } from '~/features/chat/search/snippet';
import { sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { createConversation, createMessages } from '../../factories/conversations';
import { createUser } from '../../factories/users';

let user: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
});

const search = (q: string, cursor?: string) =>
  searchEverything(
    user.id,
    parseSearchRequest(new URLSearchParams({ q, ...(cursor === undefined ? {} : { cursor }) })),
  );

/** The snippets of the messages that are found, with the hits in brackets. */
async function found(q: string): Promise<string[]> {
  const { messages } = await search(q);
  return messages.map(({ snippet }) =>
    snippet.map(({ text, hit }) => (hit ? `[${text}]` : text)).join(''),
  );
}

async function titlesFound(q: string): Promise<string[]> {
  const { conversations } = await search(q);
  return conversations.map(({ title }) => title.map(({ text }) => text).join(''));
}

/** A conversation with these messages. */
async function said(...contents: string[]) {
  const conversation = await createConversation(user);
  return { conversation, messages: await createMessages(conversation, contents) };
}

describe('messages', () => {
  test('are found by their words, newest first, with what it takes to open them', async () => {
    const { conversation, messages } = await said('Plan the spring fair', 'A plan: bake bread');
    const { messages: hits, cursor } = await search('plan');
    expect(hits).toMatchObject([
      {
        conversationId: conversation.id,
        messageId: messages[1]!.id,
        title: 'Spring campaign',
        role: 'assistant',
        at: messages[1]!.timestamp.getTime(),
      },
      { messageId: messages[0]!.id, role: 'user' },
    ]);
    expect(cursor).toBeNull();
    expect(await found('plan')).toEqual(['A [plan]: bake bread', '[Plan] the spring fair']);
  });

  test.each([
    ['regardless of case and accents', 'arger', 'Viel ÄRGER', 'Viel [ÄRGER]'],
    ['if only the query has an accent', 'ärger', 'viel arger', 'viel [arger]'],
    [
      'by the beginning of the last word',
      'spring pla',
      'A plan for spring',
      'A [plan] for [spring]',
    ],
    ['without spaces between words', '京都', '東京と京都', '東京と[京都]'],
    ['in Hindi', 'हिन्दी', 'मैं हिन्दी बोलता हूँ', 'मैं [हिन्दी] बोलता हूँ'],
    ['by a phrase', '"fair plan"', 'A fair plan', 'A [fair plan]'],
    [
      'by part of a URL',
      'example.com',
      'See https://example.com/fair',
      'See https://[example.com]/fair',
    ],
  ])('are found %s', async (_, q, content, shown) => {
    await said(content, 'Something else');
    expect(await found(q)).toEqual([shown]);
  });

  test.each([
    ['letters within a word', 'ring'],
    ['a phrase in another order', '"plan fair"'],
    ['two words of which they lack one', 'fair bread'],
    ['part of a word with a space after it', 'pla '],
    ['punctuation alone', '% _ \'"'],
    ['an empty query', ''],
  ])('are not found by %s', async (_, q) => {
    await said('A fair plan for spring');
    expect(await found(q)).toEqual([]);
  });

  test('are found in other branches too', async () => {
    const { conversation, messages } = await said('Question', 'Green answer');
    await createMessages(conversation, ['Another question', 'Blue answer'], null);
    const { messages: hits } = await search('green');
    expect(hits.map(({ messageId }) => messageId)).toEqual([messages[1]!.id]);
  });

  test('are found only by their owner, and not while they are deleted', async () => {
    const { conversation } = await said('A secret plan');
    const owner = user;
    expect(await found('secret')).toHaveLength(1);
    user = await createUser();
    expect(await search('secret')).toEqual({ conversations: [], messages: [], cursor: null });
    user = owner;
    await deleteConversation(user.id, conversation.id);
    expect(await found('secret')).toEqual([]);
    expect(await titlesFound('spring')).toEqual([]);
    await undoDeletion(user.id, conversation.id);
    expect(await found('secret')).toHaveLength(1);
  });

  test('have pages that contain each result once, even if many messages have the same time', async () => {
    const { conversation } = await said(
      ...Array.from({ length: 45 }, (_, index) => `plan ${index}`),
    );
    await sql.query(
      `UPDATE messages SET timestamp = date_trunc('minute', timestamp) WHERE conversation_id = $1::uuid`,
      [conversation.id],
    );
    await indexMessages();
    const seen: string[] = [];
    const sizes: number[] = [];
    for (
      let cursor: string | undefined, first = true;
      first || cursor !== undefined;
      first = false
    ) {
      const page = await search('plan', cursor);
      seen.push(...page.messages.map(({ messageId }) => messageId));
      sizes.push(page.messages.length);
      expect(page.conversations).toEqual([]);
      cursor = page.cursor ?? undefined;
    }
    expect(sizes).toEqual([20, 20, 5]);
    expect(new Set(seen).size).toBe(45);
  });

  test('are found by a rare word that thousands of newer ones lack', async () => {
    await said(...Array.from({ length: 2_300 }, (_, index) => (index === 3 ? 'needle' : 'hay')));
    await indexMessages();
    expect(await found('needle')).toEqual(['[needle]']);
    expect(await found('hay')).toHaveLength(20);
  });

  test.each(['x', '12.34', '1.2.3', ''])(
    'are not listed from the invalid cursor %j',
    async (cursor) => {
      expect(() => parseSearchRequest(new URLSearchParams({ q: 'a', cursor }))).toThrow();
    },
  );
});

describe('conversations', () => {
  test('are found if their titles contain each word, newest first and including imports', async () => {
    const hour = 3_600_000;
    await createConversation(user, {
      title: 'Spring PLAN',
      lastUpdated: new Date(Date.now() - hour),
    });
    await createConversation(user, {
      title: '[ChatGPT] Plan for spring',
      originalCreationDate: new Date(Date.now() - 2 * hour),
    });
    await createConversation(user, { title: 'Plan', lastMessage: 'for spring' });
    await createConversation(await createUser(), { title: 'Spring plan' });
    expect(await titlesFound('spring plan')).toEqual(['Spring PLAN', 'Plan for spring']);
    expect((await search('plan')).conversations[0]?.title).toEqual([{ text: 'Plan', hit: true }]);
  });

  test('are searched with % and _ taken literally and quotation marks ignored', async () => {
    await createConversation(user, { title: '100% organic' });
    await createConversation(user, { title: '100 g' });
    expect(await titlesFound('100%')).toEqual(['100% organic']);
    expect(await titlesFound('_')).toEqual([]);
    expect(await titlesFound('"organic"')).toEqual(['100% organic']);
    expect(await titlesFound('"')).toEqual([]);
  });

  test('are the latest ones when nothing is typed', async () => {
    for (let index = 0; index < 8; index += 1) {
      await createConversation(user, {
        title: `Talk ${index}`,
        lastUpdated: new Date(Date.now() - index * 1000),
      });
    }
    expect(await titlesFound('')).toEqual([0, 1, 2, 3, 4, 5].map((index) => `Talk ${index}`));
  });
});

describe('the index', () => {
  const indexed = async () =>
    (await sql.query(`SELECT 1 FROM message_search WHERE user_id = $1::uuid`, [user.id])).length;

  test('is filled by the job, which can be repeated, and includes text that was added later', async () => {
    const { conversation, messages } = await said('First words', '');
    await sql.query(`UPDATE conversations SET last_message = 'First' WHERE id = $1::uuid`, [
      conversation.id,
    ]);
    await indexMessages();
    expect(await indexed()).toBe(1);
    await indexMessages();
    expect(await indexed()).toBe(1);

    await sql.query(`UPDATE messages SET content = 'An answer' WHERE id = $1::uuid`, [
      messages[1]!.id,
    ]);
    await sql.query(`UPDATE messages SET content = content || ' grown' WHERE id = $1::uuid`, [messages[0]!.id]); // prettier-ignore
    await sql.query(`UPDATE conversations SET last_updated = now() WHERE id = $1::uuid`, [conversation.id]); // prettier-ignore
    await indexMessages();
    expect(await indexed()).toBe(2);
    expect(await found('grown')).toEqual(['First words [grown]']);
  });

  test('is filled by several jobs at once as it is by one', async () => {
    for (let index = 0; index < 5; index += 1) await said(`Words ${index}`, 'Answer');
    await Promise.all([indexMessages(), indexMessages(), indexMessages()]);
    expect(await indexed()).toBe(10);
  });

  test('gets what was just said from a search, without waiting for the job', async () => {
    for (let index = 0; index < 30; index += 1) await said('A moment ago', 'Right now');
    expect((await search('moment')).messages).toHaveLength(20);
    expect(await indexed()).toBe(60);
  });

  test('gets only the three latest conversations from a search, and the rest from the job', async () => {
    for (let index = 1; index <= 6; index += 1) {
      const { conversation } = await said('Long ago');
      await sql.query(
        `UPDATE conversations SET last_updated = now() - make_interval(hours => $2::int) WHERE id = $1::uuid`,
        [conversation.id, index],
      );
    }
    expect(await found('ago')).toHaveLength(3);
    await indexMessages();
    expect(await found('ago')).toHaveLength(6);
  });

  test('has no entries for deleted messages', async () => {
    const { conversation } = await said('Words');
    await indexMessages();
    await sql.query(`DELETE FROM conversations WHERE id = $1::uuid`, [conversation.id]);
    expect(await indexed()).toBe(0);
  });

  test('has the first 200,000 characters of a very long message', async () => {
    await said(`start ${'x '.repeat(99_990)}inside ${'y '.repeat(60_000)}outside`);
    expect(await found('inside')).toHaveLength(1);
    expect(await found('outside')).toEqual([]);
  });
});

describe('any text and any query', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({
      unit: fc.constantFrom('a', 'B', 'ä', '"', "'", '\\', ' ', ':', '*', '&', '|', '!', '(', '<->', '東', '\ud800', '\0', '%'), // prettier-ignore
      maxLength: 40,
    }),
  );

  test('are accepted by PostgreSQL, which finds exactly what the app marks', async () => {
    await fc.assert(
      fc.asyncProperty(anything, anything, async (text, typed) => {
        const query = parseQuery(typed);
        if (query.phrases.length === 0) return;
        const [row] = await sql.query<{ found: boolean }>(
          `SELECT $1::tsvector @@ $2::tsquery AS found`,
          [toTsvector(text), toTsquery(query)],
        );
        const shown = query.phrases.every((phrase) => highlight(text, [phrase]).some(({ hit }) => hit)); // prettier-ignore
        expect(row?.found).toBe(shown);
      }),
    );
  });

  test('are accepted even if the text is very long and its words are all different', async () => {
    const words = Array.from({ length: 66_000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + (index >> 8), 0x1000 + (index & 255)),
    );
    for (const text of [
      words.join(' '),
      words.join(''),
      'ﷺ'.repeat(200_000),
      'ab '.repeat(66_000),
    ]) {
      await sql.query(`SELECT length($1::tsvector)`, [toTsvector(text)]);
    }
  });
});
