import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';

import {
  byNewest,
  type ConversationFilter,
  matches,
  NO_FILTER,
} from '~/features/chat/conversations/list/conversation-list';
import { firstHeadings } from '~/features/chat/conversations/list/list-conversations.server';
import {
  listOverview,
  listPage,
  parseListRequest,
} from '~/features/chat/conversations/list/list-conversations.server';
import {
  listBeginnings,
  listConversations,
} from '~/features/chat/conversations/list/conversation-lists.server';
import type { ConversationGroup } from '~/features/chat/conversations/conversation';
import { findTitles } from '~/features/chat/search/search-data.server';
import { sql, type Sql, type SqlValue } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';
import { HOUR_MS } from '~/lib/time';

import { createConversation, createMessages } from '../../factories/conversations';
import { createUser } from '../../factories/users';

const folderId = newId();

let user: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
});

async function all(group: 'imports' | 'others', filter: ConversationFilter = NO_FILTER) {
  const query = { userId: user.id, group, filter };
  const sizes: number[] = [];
  const items = [];
  let cursor: string | null = null;
  do {
    const page = await listPage(query, cursor);
    sizes.push(page.items.length);
    items.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== null);
  return { items, sizes };
}

describe('pages of the list', () => {
  test.each(['others', 'imports'] as const)(
    'the %s come by key, newest first, each once, only one’s own',
    async (group) => {
      const base = Date.now() - 200 * HOUR_MS;
      const title = group === 'imports' ? '[ChatGPT] Talk' : 'Talk';
      // Several of the same moment, so that the second part of the key matters; some imports without a date of their own.
      for (let index = 0; index < 120; index += 1) {
        const moment = new Date(base + Math.floor(index / 3) * HOUR_MS);
        await createConversation(user, {
          title,
          ...(group === 'imports' && index % 5 > 0
            ? { originalCreationDate: moment, lastUpdated: new Date(base - index * HOUR_MS) }
            : { lastUpdated: moment }),
        });
      }
      await createConversation(await createUser(), { title });
      const other = group === 'imports' ? 'Talk' : '[ChatGPT] Talk';
      await createConversation(user, { title: other });

      const { items, sizes } = await all(group);
      expect(sizes).toEqual([50, 50, 20]);
      expect(new Set(items.map(({ id }) => id)).size).toBe(120);
      expect(items).toEqual(items.toSorted(byNewest));
    },
  );

  test('begin with both groups and the number of imports', async () => {
    await createConversation(user, { title: 'One' });
    for (let index = 0; index < 60; index += 1) {
      await createConversation(user, { title: `[ChatGPT] ${index}` });
    }
    const { others, imports } = await listOverview(user.id, NO_FILTER);
    expect([others.items.length, others.cursor]).toEqual([1, null]);
    expect([imports.items.length, imports.count]).toEqual([50, 60]);
    expect(imports.cursor).not.toBeNull();
  });

  test('have the day headings of the person’s time zone, and those of UTC if that is unknown', async () => {
    const now = new Date('2026-11-22T03:00:00Z');
    const late = await createConversation(user, { lastUpdated: new Date('2026-11-22T01:00:00Z') });
    const early = await createConversation(user, { lastUpdated: new Date('2026-11-20T23:00:00Z') });
    const overview = await listOverview(user.id, NO_FILTER);
    expect(firstHeadings(overview, 'America/New_York', now)).toEqual([
      [late.id, 'Today'],
      [early.id, 'Yesterday'],
    ]);
    for (const unknown of [null, 'Mars/Olympus']) {
      expect(firstHeadings(overview, unknown, now)).toEqual([
        [late.id, 'Today'],
        [early.id, 'Previous 7 days'],
      ]);
    }
  });

  test('have no message bodies', async () => {
    const conversation = await createConversation(user);
    await createMessages({ ...conversation }, ['x'.repeat(5_000)]);
    expect(JSON.stringify(await listOverview(user.id, NO_FILTER)).length).toBeLessThan(1_000);
  });

  test.each(['', 'x', '12.34', '1.2.3', `NaN.${newId()}`, `1e99.${newId()}`])(
    'the cursor %j is refused',
    async (cursor) => {
      const query = { userId: user.id, group: 'others', filter: NO_FILTER } as const;
      await expect(listPage(query, cursor)).rejects.toMatchObject({ code: 'invalid' });
    },
  );
});

describe('the filter of the list', () => {
  test('finds what the browser’s rule finds, for any texts and dates', async () => {
    const words = ['Ärger', 'STRASSE', '100%', 'a_b', 'back\\slash', 'Привет', "O'Neill", '日本'];
    const word = fc.constantFrom(...words);
    const typed = fc.oneof(
      word,
      word.map((text) => text.toLowerCase()),
      word.map((text) => text.toUpperCase()),
      fc.constantFrom('%', '_', '\\', 'r', ' ', 'neill 1'),
    );
    const day = fc.integer({ min: 0, max: 6 });
    const stored = [];
    for (const [index, title] of words.entries()) {
      for (const mark of ['', '[ChatGPT] ']) {
        const { id } = await createConversation(user, {
          title: `${mark}${title}`,
          lastMessage: words[(index + 3) % words.length],
          lastUpdated: new Date(index * HOUR_MS),
          originalCreationDate: mark && index % 3 ? new Date((index % 4) * HOUR_MS) : null,
        });
        stored.push(id);
      }
    }
    const everything = [...(await all('others')).items, ...(await all('imports')).items];
    expect(everything).toHaveLength(stored.length);

    await fc.assert(
      fc.asyncProperty(typed, fc.option(fc.tuple(day, day)), async (text, days) => {
        const range = days && {
          from: Math.min(...days) * HOUR_MS,
          to: Math.max(...days) * HOUR_MS,
        };
        const filter = { text: text.trim(), range };
        const found = [
          ...(await all('others', filter)).items,
          ...(await all('imports', filter)).items,
        ];
        const expected = everything.filter((item) => matches(item, filter));
        expect(found).toEqual(expected);
        const { imports, others } = await listOverview(user.id, filter);
        expect([...others.items, ...imports.items]).toEqual(expected);
        expect(imports.count).toBe(imports.items.length);
      }),
      { numRuns: 60 },
    );
  });

  test('applies to every page', async () => {
    for (let index = 0; index < 70; index += 1) {
      await createConversation(user, { title: index % 2 ? 'Bread' : 'Cake' });
      await createConversation(user, { title: 'Bread again' });
    }
    const { items, sizes } = await all('others', { text: 'BREAD', range: null });
    expect(sizes).toEqual([50, 50, 5]);
    const { others } = await listOverview(user.id, { text: 'BREAD', range: null });
    const next = await listPage(
      { userId: user.id, group: 'others', filter: { text: 'BREAD', range: null } },
      others.cursor,
    );
    expect([...others.items, ...next.items]).toEqual(items.slice(0, 100));
    expect(items.every(({ title }) => title.startsWith('Bread'))).toBe(true);
  });

  test.each([
    'from=1',
    'to=1',
    'from=a&to=b',
    'from=1&to=1e400',
    `q=${'x'.repeat(201)}`,
    'group=all&cursor=',
  ])('%s is refused', (search) => {
    expect(() => parseListRequest(new URLSearchParams(search))).toThrow(
      'We couldn’t read this search. Change it and try again.',
    );
  });

  test('drops characters that PostgreSQL rejects', async () => {
    const { filter } = parseListRequest(new URLSearchParams({ q: ' a\0b\n\ud800 ' }));
    expect(filter.text).toBe('a b \ufffd');
    await expect(listOverview(user.id, filter)).resolves.toBeDefined();
  });
});

describe('a list of 100,000 conversations', () => {
  /** The plans of the statements that run in this work. */
  async function plans(work: (recorder: Sql) => Promise<unknown>): Promise<string> {
    const statements: [string, readonly SqlValue[] | undefined][] = [];
    await work({
      async query(text, values) {
        statements.push([text, values]);
        throw new Error('only recorded');
      },
    }).catch(() => null);
    const lines: string[] = [];
    for (const [text, values] of statements) {
      const plan = await sql.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
      lines.push(...plan.map((row) => row['QUERY PLAN']));
    }
    return lines.join('\n');
  }

  test('reads pages and searches by their indexes', async () => {
    await sql.query(
      `INSERT INTO conversation_folders (id, user_id, name) VALUES ($2::uuid, $1::uuid, 'Work')`,
      [user.id, folderId],
    );
    await sql.query(
      `INSERT INTO conversations (id, user_id, title, last_message, last_updated, folder_id, archived_at, pinned_at)
       SELECT gen_random_uuid(), $1::uuid, CASE WHEN n % 2 = 0 THEN '[ChatGPT] ' ELSE '' END || md5(n::text),
              md5((n + 1)::text), now() - make_interval(secs => n), CASE WHEN n % 10 = 3 THEN $2::uuid END,
              CASE WHEN n % 5 = 4 THEN now() END, CASE WHEN n % 2000 = 0 THEN now() END
         FROM generate_series(1, 100000) n`,
      [user.id, folderId],
    );
    await sql.query('ANALYZE conversations');
    const indexes = {
      pinned: 'conversations_pinned',
      others: 'conversations_listed',
      imports: 'conversations_imported',
      archived: 'conversations_archived',
      // By its list index, or all of it by the index of the foreign key: which one is cheaper depends on its size.
      [`folder:${folderId}`]: 'conversations_folder',
    };
    const after = { date: Date.now() - 10 * HOUR_MS, id: newId() };
    for (const [group, index] of Object.entries(indexes)) {
      const query = { userId: user.id, group: group as ConversationGroup, filter: NO_FILTER };
      for (const place of [null, after]) {
        const plan = await plans((recorder) => listConversations(recorder, query, place, 51));
        expect(plan, group).toContain(index);
        const isFolder = group.startsWith('folder:');
        expect(plan, group).not.toMatch(isFolder ? /Seq Scan/ : /Seq Scan|Sort/);
      }
      const text = { text: 'c4ca4238a0b9', range: null };
      const search = await plans((recorder) =>
        listConversations(recorder, { ...query, filter: text }, null, 51),
      );
      // For the few conversations in a folder, or the pinned ones, the search index may be a detour.
      if (['others', 'imports', 'archived'].includes(group)) {
        expect(search, group).toContain('conversations_searched');
      }
      expect(search, group).not.toContain('Seq Scan');
    }
    const filter = { text: 'c4ca4238a0b9', range: null };
    const found = await plans((recorder) =>
      listBeginnings(recorder, { userId: user.id, filter }, 51),
    );
    expect(found).toContain('conversations_searched');
    expect(found).not.toMatch(/Seq Scan on conversations /);
    const all = await plans((recorder) =>
      listBeginnings(recorder, { userId: user.id, filter: NO_FILTER }, 51),
    );
    for (const part of ['pinned', 'listed', 'imported']) {
      expect(all).toContain(`conversations_${part}`);
    }
    for (const texts of [[], ['zz']]) {
      const titles = await plans((recorder) => findTitles(recorder, user.id, texts, 6));
      expect(titles).toContain('conversations_recent');
      expect(titles).not.toContain('Sort');
    }
  });
});
