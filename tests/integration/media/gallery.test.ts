import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import '../setup/outbox.ts';

import type { UserScope } from '~/lib/scope';
import { HOUR_MS } from '~/lib/time';

const { createUser } = await import('../../factories/users.ts');
const { ask, keysOf, until } = await import('./world.ts');
const media = await import('./media');
const { readStorage } = await import('~/engine/user-data/index.server');
const { jobEvent } = await import('~/features/media/jobs/job-view.server');
const { beatJobs, claimNext, findJob } = await import('~/features/media/jobs/job-data.server');
const { worker } = await import('~/features/media/jobs/worker.server');
const { readGalleryQuery } = await import('~/features/media/gallery/schema');
const { listItems } = await import('~/features/media/gallery/item-data.server');
const { objects } = await import('~/gateways/objects/index.server');
const { newId } = await import('~/lib/ids.server');
const { sql, transaction } = await import('~/lib/db/index.server');

const ALL = { before: null, favourite: false, from: null, to: null };
const GONE = { code: 'not-found' };

let user: { id: UserScope };
beforeAll(() => media.startMediaWorker({ soleProcess: false }));
beforeEach(async () => {
  user = await createUser();
});
afterAll(() => media.drainMedia(0));

/** Rows alone, a minute apart; the first is the oldest. */
async function insertItems(count: number, owner = user.id): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await sql.query(
    `INSERT INTO media_items (id, user_id, origin, kind, type, width, height, bytes, stored_bytes, prompt, favourite, created_at)
     SELECT id, $2::uuid, 'made', 'image', 'image/png', 8, 8, 10, 15, 'A loaf', n % 3 = 0,
            '2026-05-01T12:00:00Z'::timestamptz + n * interval '1 minute'
       FROM unnest($1::uuid[]) WITH ORDINALITY AS t(id, n)`,
    [ids, owner],
  );
  return ids;
}

describe('the gallery', () => {
  test('lists the user’s own items newest first, page by page, each once', async () => {
    const ids = await insertItems(130);
    const stranger = await createUser();
    await insertItems(3, stranger.id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const search = new URLSearchParams(cursor === null ? {} : { before: cursor });
      const page = await media.readGallery(user.id, readGalleryQuery(search));
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor !== null);
    expect(seen).toEqual(ids.toReversed());
  });

  test('lists only favorites, or only items of certain days', async () => {
    const ids = await insertItems(9);
    const favourites = await media.readGallery(user.id, { ...ALL, favourite: true });
    expect(favourites.items.map(({ id }) => id)).toEqual([ids[8], ids[5], ids[2]]);
    const some = await media.readGallery(
      user.id,
      readGalleryQuery(
        new URLSearchParams({ from: '2026-05-01T12:02:00Z', to: '2026-05-01T14:04:00+02:00' }),
      ),
    );
    expect(some.items.map(({ id }) => id)).toEqual([ids[3], ids[2], ids[1]]);
    expect((await media.markFavorite(user.id, ids[0], true)).favourite).toBe(true);
    const now = await media.readGallery(user.id, { ...ALL, favourite: true });
    expect(now.items.map(({ id }) => id)).toContain(ids[0]);
  });

  test('lists only items of one kind, or of one LoRA, page by page', async () => {
    const ids = await insertItems(130);
    const lora = newId();
    await sql.query(
      `UPDATE media_items SET kind = CASE WHEN id = ANY($2::uuid[]) THEN 'video' ELSE kind END,
              lora_id = CASE WHEN id = ANY($3::uuid[]) THEN $4::uuid END
        WHERE user_id = $1::uuid`,
      [user.id, ids.slice(0, 2), ids.slice(10, 80), lora],
    );
    const seenOf = async (query: Record<string, string>) => {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const search = new URLSearchParams({
          ...query,
          ...(cursor !== null && { before: cursor }),
        });
        const page = await media.readGallery(user.id, readGalleryQuery(search));
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.cursor;
      } while (cursor !== null);
      return seen;
    };
    expect(await seenOf({ kind: 'video' })).toEqual([ids[1], ids[0]]);
    expect(await seenOf({ kind: 'image' })).toEqual(ids.slice(2).toReversed());
    expect(await seenOf({ loraId: lora })).toEqual(ids.slice(10, 80).toReversed());
    expect(await seenOf({ loraId: newId() })).toEqual([]);
    const page = await media.readGallery(user.id, { ...ALL, loraId: lora });
    expect(page.items[0]).toMatchObject({ loraId: lora });
  });

  test.each<Record<string, string>>([
    { before: `8640000000000000.${newId()}` },
    { from: '0000-01-01T00:00:00Z', to: '9999-12-31T23:59:59+23:59' },
    { from: '9999-12-31T23:59:59-23:59' },
  ])('accepts dates at the limits of the calendar: %j', async (query) => {
    const wanted = readGalleryQuery(new URLSearchParams(query));
    expect(await media.readGallery(user.id, wanted)).toEqual({ items: [], cursor: null });
  });

  test.each<Record<string, string>>([
    { before: `-8640000000000000.${newId()}` },
    { before: `-1.${newId()}` },
    { kind: 'sound' },
    { kind: '' },
    { loraId: 'x' },
    { before: `${'9'.repeat(400)}.${'a'.repeat(9_000)}` },
    { before: 'NaN.00000000-0000-4000-8000-000000000000' },
    { before: 'x' },
    { before: '1.x' },
    { from: 'yesterday' },
    { to: '' },
  ])('refuses the query %j', (query) => {
    const search = new URLSearchParams(query);
    expect(() => readGalleryQuery(search)).toThrow(expect.objectContaining({ code: 'invalid' }));
  });

  test('is read by its indexes, however many items there are', async () => {
    await insertItems(3_000);
    const stranger = await createUser();
    await insertItems(3_000, stranger.id);
    await sql.query('ANALYZE media_items');
    const explain = {
      query: <Row>(text: string, values?: Parameters<typeof sql.query>[1]) =>
        sql.query<Row>(`EXPLAIN ${text}`, values),
    };
    const planOf = async (more: Partial<Parameters<typeof listItems>[2]>) => {
      const query = { ...ALL, ...more, limit: 61 };
      const rows = (await listItems(explain, user.id, query)) as unknown as Record<
        string,
        string
      >[];
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    expect(await planOf({})).toMatch(/Index Scan using media_items_gallery/);
    expect(await planOf({ favourite: true })).toMatch(/Index Scan using media_items_favourites/);
    expect(await planOf({})).not.toMatch(/Sort|Seq Scan/);
    // A few of many items: neither query may read the others.
    await sql.query(
      `UPDATE media_items SET kind = 'video', lora_id = $2::uuid
        WHERE id IN (SELECT id FROM media_items WHERE user_id = $1::uuid ORDER BY created_at LIMIT 70)`,
      [user.id, newId()],
    );
    await sql.query('ANALYZE media_items');
    const [{ lora }] = (await sql.query<{ lora: string }>(
      `SELECT lora_id AS lora FROM media_items WHERE user_id = $1::uuid AND lora_id IS NOT NULL LIMIT 1`,
      [user.id],
    )) as [{ lora: string }];
    expect(await planOf({ kind: 'video' })).toMatch(/Index Scan using media_items_kind/);
    expect(await planOf({ loraId: lora })).toMatch(/Index Scan using media_items_lora/);
    const before = { createdAt: new Date(), id: newId() };
    for (const plan of [
      await planOf({ kind: 'video', before }),
      await planOf({ loraId: lora, before }),
    ]) {
      expect(plan).toMatch(/Index Scan using media_items_(kind|lora)/);
      expect(plan).not.toMatch(/Sort|Seq Scan/);
    }
  });
});

describe('a deleted item', () => {
  test('is gone at once, can be restored for an hour, and is then purged', async () => {
    const done = await until(
      user.id,
      (await ask(user.id, { model: 'demo', count: 2 })).id,
      'succeeded',
    );
    const [one, other] = done.items.map(({ id }) => id);
    expect(await keysOf(user.id)).toHaveLength(8);
    const { used } = await readStorage(sql, user.id);
    expect(used).toBeGreaterThan(1_000);

    await media.removeItems(user.id, [one!, other!]);
    expect((await media.readGallery(user.id, ALL)).items).toEqual([]);
    expect((await media.readJob(user.id, done.id)).items).toEqual([]);
    const serve = media.serveItem(user.id, one, { size: null, download: false });
    await expect(serve).rejects.toMatchObject(GONE);
    await media.restoreItems(user.id, [one!]);
    expect((await media.readGallery(user.id, ALL)).items.map(({ id }) => id)).toEqual([one]);

    await media.purgeMedia(new Date());
    expect(await keysOf(user.id)).toHaveLength(8);
    await media.purgeMedia(new Date(Date.now() + HOUR_MS + 1_000));
    expect(await keysOf(user.id)).toHaveLength(4);
    await expect(media.restoreItems(user.id, [other!])).rejects.toMatchObject(GONE);
    expect((await readStorage(sql, user.id)).used).toBeLessThan(used);
    expect((await media.readItem(user.id, one)).request).toMatchObject({ count: 2 });
  });

  test('must be the user’s own', async () => {
    const [id] = await insertItems(1);
    const stranger = await createUser();
    await expect(media.removeItems(stranger.id, [id!])).rejects.toMatchObject(GONE);
    await expect(media.markFavorite(stranger.id, id, true)).rejects.toMatchObject(GONE);
    await expect(media.readItem(stranger.id, id)).rejects.toMatchObject(GONE);
    await media.removeItems(user.id, [id!]);
    await expect(media.restoreItems(stranger.id, [id!])).rejects.toMatchObject(GONE);
  });

  test('is purged along with orphaned objects, unused uploads, and spent jobs, and nothing else', async () => {
    const done = await until(user.id, (await ask(user.id, { model: 'demo' })).id, 'succeeded');
    const store = await objects();
    const orphan = `media/${user.id}/${newId()}/file`;
    await store.put(orphan, Buffer.from('x'), { type: 'image/png' });
    const [used, unused] = [newId(), newId()];
    await sql.query(
      `INSERT INTO media_items (id, user_id, origin, kind, type, width, height, bytes, stored_bytes)
       SELECT id, $2::uuid, 'upload', 'image', 'image/png', 8, 8, 10, 15 FROM unnest($1::uuid[]) AS t(id)`,
      [[used, unused], user.id],
    );
    await sql.query(`UPDATE media_jobs SET reference_id = $2::uuid WHERE id = $1::uuid`, [
      done.id,
      used,
    ]);
    const spent = await ask(user.id, { model: 'demo' });
    await media.cancelJob(user.id, spent.id);
    // The worker may just have taken it, and then ends it a moment later.
    await until(user.id, spent.id, 'cancelled');

    await media.purgeMedia(new Date());
    expect(await keysOf(user.id)).toContain(orphan);
    expect((await media.readItem(user.id, unused)).id).toBe(unused);
    const inTwoWeeks = new Date(Date.now() + 14 * 24 * HOUR_MS);
    await media.purgeMedia(inTwoWeeks);
    expect(await keysOf(user.id)).toHaveLength(4);
    expect((await media.readItem(user.id, used)).id).toBe(used);
    await expect(media.readItem(user.id, unused)).rejects.toMatchObject(GONE);
    await expect(media.readJob(user.id, spent.id)).rejects.toMatchObject(GONE);
    expect((await media.readJob(user.id, done.id)).state).toBe('succeeded');
    // Once the image is gone, its reference and its job go too.
    await media.removeItems(
      user.id,
      done.items.map(({ id }) => id),
    );
    await media.purgeMedia(inTwoWeeks);
    expect(await keysOf(user.id)).toEqual([]);
    await expect(media.readItem(user.id, used)).rejects.toMatchObject(GONE);
  });
});

describe('the live event of a job', () => {
  test('fits into one notification, however long the texts of the request are', async () => {
    const prompt = '🥖'.repeat(2_000);
    const wish = { model: 'demo', count: 4, prompt, brandText: '🥐'.repeat(2_000) };
    const done = await until(user.id, (await ask(user.id, wish)).id, 'succeeded');
    expect(done.request).toMatchObject({ prompt });
    const row = await findJob(user.id, done.id);
    const change = await jobEvent(sql, row!);
    expect(Buffer.byteLength(JSON.stringify(change))).toBeLessThan(7_000);
    expect(change).toMatchObject({ topic: 'media-job', data: { job: { state: 'succeeded' } } });
  });
});

test('of five claims at once, one gets the job, and its heartbeat reports a cancellation', async () => {
  worker.works = false;
  const { id } = await ask(user.id, { model: 'demo' });
  const other = newId();
  const claims = await Promise.all(
    Array.from({ length: 5 }, () =>
      transaction((tx) => claimNext(tx, { processId: other, max: 4, kinds: ['image'] })),
    ),
  );
  expect(claims.filter(Boolean)).toMatchObject([{ id, attempt: 1 }]);
  expect(await beatJobs(sql, other, [id])).toEqual([{ id, attempt: 1, stopRequested: false }]);
  await media.cancelJob(user.id, id);
  expect(await beatJobs(sql, other, [id])).toEqual([{ id, attempt: 1, stopRequested: true }]);
  worker.works = true;
});
