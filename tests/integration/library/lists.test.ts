import { beforeEach, describe, expect, test } from 'vitest';

import { createFolder } from '~/features/copywriting/library/folders/folder-actions.server';
import type { ContentItem } from '~/features/copywriting/library/content/content';
import type { ContentSelection } from '~/features/copywriting/library/content/content-data.server';
import {
  listSaved,
  parseSavedRequest,
  recentContents,
  savedOverview,
} from '~/features/copywriting/library/list/list-contents.server';
import { byNewest } from '~/features/copywriting/library/list/saved-list';
import { sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';
import { HOUR_MS } from '~/lib/time';

import { createContent } from '../../factories/saved-content';
import { createUser } from '../../factories/users';

const SOCIAL = { category: 'social', folderId: null } as const;

let user: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
});

async function all(selection: ContentSelection) {
  const sizes: number[] = [];
  const items: ContentItem[] = [];
  let cursor: string | null = null;
  do {
    const page = await listSaved(user.id, selection, cursor);
    sizes.push(page.items.length);
    items.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== null);
  return { items, sizes };
}

test('a category or folder is paged by key, newest first, with only the user’s own contents and without their texts', async () => {
  const { id: folderId } = await createFolder(user.id, { category: 'social', name: 'Spring' });
  const base = Date.now() - 100 * HOUR_MS;
  // Several have the same time, so that the second part of the key matters.
  for (let index = 0; index < 45; index += 1) {
    const createdAt = new Date(base + Math.floor(index / 3) * HOUR_MS);
    await createContent(user, { createdAt, content: 'x'.repeat(5_000) });
    await createContent(user, { createdAt, folderId });
  }
  await createContent(user, { category: 'email' });
  await createContent(await createUser());

  for (const place of [SOCIAL, { ...SOCIAL, folderId }]) {
    const { items, sizes } = await all(place);
    expect(sizes).toEqual([20, 20, 5]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(45);
    expect(items).toEqual(items.toSorted(byNewest));
    expect(items.every((item) => item.folderId === place.folderId)).toBe(true);
    expect(JSON.stringify(items)).not.toContain('xxx');
  }

  const { pages, folders } = await savedOverview(user.id);
  expect(folders.map(({ name }) => name)).toEqual(['Spring']);
  const sizes = Object.entries(pages).map(([key, { items, cursor }]) => [
    key,
    items.length,
    cursor !== null,
  ]);
  expect(sizes).toEqual([
    ['social', 20, true],
    ['longform', 0, false],
    ['landing', 0, false],
    ['email', 1, false],
    [folderId, 10, true],
  ]);
  // The sidebar's shorter page continues like any other.
  const next = await listSaved(user.id, { ...SOCIAL, folderId }, pages[folderId]!.cursor);
  expect(next.items[0]).toEqual((await all({ ...SOCIAL, folderId })).items[10]);
});

test('the recent contents are listed with the last edited first', async () => {
  const old = new Date(Date.now() - HOUR_MS);
  const first = await createContent(user, { createdAt: old, updatedAt: new Date() });
  const second = await createContent(user, { createdAt: old, category: 'landing' });
  expect((await recentContents(user.id)).map(({ id }) => id)).toEqual([first.id, second.id]);
});

describe('the search', () => {
  test.each([
    ['ärger', ['ÄRGER mit Brot', 'Brot']],
    ['ÄRGER', ['ÄRGER mit Brot', 'Brot']],
    ['100%', ['Rabatt']],
    ['a_b', []],
    ['\\', ['Rabatt']],
    ['BROT', ['ÄRGER mit Brot', 'Brot']],
    ['nothing like it', []],
  ])('finds the right contents for %j', async (text, titles) => {
    const at = Date.now();
    await createContent(user, { title: 'ÄRGER mit Brot', createdAt: new Date(at) });
    await createContent(user, {
      title: 'Brot',
      content: 'Viel ärger wäre es ohne.',
      category: 'email',
      createdAt: new Date(at - 1_000),
    });
    await createContent(user, {
      title: 'Rabatt',
      content: '100% back\\slash, aXb',
      createdAt: new Date(at - 2_000),
    });
    await createContent(await createUser(), { title: 'ärger Brot 100%' });
    const { items } = await listSaved(user.id, { text }, null);
    expect(items.map(({ title }) => title)).toEqual(titles);
  });

  test('is paged by key', async () => {
    for (let index = 0; index < 43; index += 1) {
      await createContent(user, { title: index % 2 ? 'Bread' : 'Bread again' });
      await createContent(user, { title: 'Cake' });
    }
    const { items, sizes } = await all({ text: 'BREAD' });
    expect(sizes).toEqual([20, 20, 3]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(43);
  });
});

test.each(['', 'x', '12.34', `NaN.${newId()}`, `1e99.${newId()}`])(
  'the cursor %j is refused',
  async (cursor) => {
    await expect(listSaved(user.id, SOCIAL, cursor)).rejects.toMatchObject({ code: 'invalid' });
  },
);

test.each([`q=${'x'.repeat(201)}`, 'category=socialPosts', 'category=social&folder=x'])(
  'the query string %s is refused',
  (search) => {
    expect(() => parseSavedRequest(new URLSearchParams(search))).toThrow();
  },
);

test('a typed search is put on one line, without characters that can’t be stored', () => {
  const { selection } = parseSavedRequest(new URLSearchParams({ q: ' a\0b\nc \ud800' }));
  expect(selection).toEqual({ text: 'a b c \ufffd' });
  expect(parseSavedRequest(new URLSearchParams({ q: '  ' })).selection).toBeNull();
});

test('every list is read by its index when there are many contents', async () => {
  const { id: folderId } = await createFolder(user.id, { category: 'social', name: 'Spring' });
  await sql.query(
    `INSERT INTO saved_contents (id, user_id, category, folder_id, title, content, created_at)
     SELECT gen_random_uuid(), $1::uuid,
            (ARRAY['social','longform','landing','email'])[1 + n % 4]::content_category,
            CASE WHEN n % 8 = 0 THEN $2::uuid END, md5(n::text), repeat(md5((n * 7)::text), 4),
            now() - n * interval '1 minute'
       FROM generate_series(1, 8000) n`,
    [user.id, folderId],
  );
  // Until a vacuum, a bulk insert waits in the trigram index's pending list, which makes the index expensive.
  await sql.query('VACUUM ANALYZE saved_contents');
  const plan = async (condition: string, order: string) => {
    const rows = await sql.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT c.id FROM saved_contents c
        WHERE c.user_id = '${user.id}'::uuid AND c.deleted_at IS NULL ${condition}
        ORDER BY c.${order} DESC, c.id DESC LIMIT 21`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const social = `AND c.category = 'social'::content_category`;
  const byKey = `AND (c.created_at, c.id) < (now() - interval '1 day', '${newId()}'::uuid)`;
  for (const [place, index] of [
    ['IS NULL', 'saved_contents_listed'],
    [`= '${folderId}'::uuid`, 'saved_contents_filed'],
  ] as const) {
    const read = await plan(`${social} AND c.folder_id ${place} ${byKey}`, 'created_at');
    expect(read).toContain(index);
    expect(read).not.toContain('Sort');
  }
  expect(await plan('', 'updated_at')).toContain('saved_contents_recent');
  const search = await plan(
    `AND lower(c.title || E'\\n' || c.content) LIKE lower('%${'c4ca4238a0b9'}%')`,
    'created_at',
  );
  expect(search).toContain('saved_contents_searched');
});
