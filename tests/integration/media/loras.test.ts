import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';

import '../setup/outbox.ts';
import { type UserScope, userScope } from '~/lib/scope';

import { fakeAi } from '../setup/fake-ai.ts';
import { fakeReplicateTrainings as fake } from '../setup/fake-images.ts';

process.env.METERING = 'allowance';
process.env.AI_MODEL = 'openai/gpt-4o-mini';
process.env.STORAGE_QUOTA = '100MB';

const { createUser } = await import('../../factories/users.ts');
const { emptyPng } = await import('../../fakes/images.ts');
const { draft, loraKeys, png } = await import('./lora-world.ts');
const media = await import('./media');
const { readStorage } = await import('~/engine/user-data/index.server');
const { newId } = await import('~/lib/ids.server');
const { sql, transaction } = await import('~/lib/db/index.server');
const { reserve } = await import('~/features/billing/index.server');

const GONE = { code: 'not-found' };

let user: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
  fake.reset();
});

function add(userId: UserScope, loraId: string, bytes: Buffer, name = 'loaf.png') {
  return media.addLoraImage(loraId, { userId, name, body: Readable.from([bytes]) });
}

async function create(name = 'Our bread') {
  return (await media.createLora(user.id, { clientKey: newId(), name })).id;
}

/** An error with this sentence for the person. */
function refusal(text: RegExp | string) {
  return { userMessage: expect.stringMatching(text) as string };
}

describe('a LoRA', () => {
  test('is created once by its key, changed, listed newest first, and deleted', async () => {
    const key = newId();
    const wish = { clientKey: key, name: 'Our bread' };
    const both = await Promise.all([
      media.createLora(user.id, wish),
      media.createLora(user.id, wish),
    ]);
    expect(both[0].id).toBe(both[1].id);
    expect(both[0]).toMatchObject({
      name: 'Our bread',
      state: 'draft',
      triggerWord: '',
      steps: 1_000,
      rank: 16,
      images: 0,
      pictures: [],
      job: null,
      samples: [],
      rightsConfirmedAt: null,
    });
    const second = await create('Rolls');
    await media.changeLora(user.id, second, { triggerWord: 'ROLL', steps: 500 });
    const list = await media.listLoras(user.id);
    expect(list).toMatchObject({
      available: true,
      captions: true,
      limits: { min: 4, max: 100 },
    });
    expect(list.loras.map(({ name, triggerWord }) => [name, triggerWord])).toEqual([
      ['Rolls', 'ROLL'],
      ['Our bread', ''],
    ]);
    await media.deleteLora(user.id, second);
    expect((await media.listLoras(user.id)).loras).toHaveLength(1);
  });

  test('is visible only to its owner, with its images and weights', async () => {
    const id = await draft(user.id);
    const [photo] = (await media.readLora(user.id, id)).pictures;
    const place = { loraId: id, id: photo!.id };
    const stranger = (await createUser()).id;
    const mine = { loraId: await draft(stranger), id: photo!.id };
    await sql.query(
      `UPDATE loras SET trained_at = now(), provider_version = 'a/b:c' WHERE id = $1::uuid`,
      [id],
    );
    const wish = { prompt: 'x', model: 'm', size: '1024x1024', count: 1, profileId: null } as const;
    const attempts: (() => Promise<unknown>)[] = [
      () => media.readLora(stranger, id),
      () => media.changeLora(stranger, id, { name: 'x' }),
      () => media.deleteLora(stranger, id),
      () => media.trainLora(stranger, id, { clientKey: newId(), rightsConfirmed: true }),
      () => media.serveWeights(stranger, id),
      () => add(stranger, id, Buffer.from('x')),
      () => media.captionLoraImage(stranger, place, 'x'),
      () => media.removeLoraImage(stranger, place),
      () => media.serveLoraImage(stranger, place, null, `"${place.id}-file"`),
      () => media.suggestCaption(stranger, place),
      // By way of the stranger's own LoRA.
      () => media.captionLoraImage(stranger, mine, 'x'),
      () => media.removeLoraImage(stranger, mine),
      () => media.serveLoraImage(stranger, mine, null),
      () => media.suggestCaption(stranger, mine),
      () => media.requestImages(stranger, newId(), { ...wish, brandText: '', loraId: id }),
      () => media.estimateImages(stranger, { ...wish, brandText: '', loraId: id }),
    ];
    for (const [number, attempt] of attempts.entries()) {
      await expect(attempt(), `attempt ${number}`).rejects.toMatchObject(GONE);
    }
    expect((await media.listLoras(stranger)).loras.map((lora) => lora.id)).toEqual([mine.loraId]);
    expect((await media.readLora(user.id, id)).pictures).toHaveLength(4);
  });

  test.each(['', 'x', '../etc', newId()])('is not found by the id “%s”', async (id) => {
    await expect(media.readLora(user.id, id)).rejects.toMatchObject(GONE);
    await expect(media.deleteLora(user.id, id)).rejects.toMatchObject(GONE);
    await expect(add(user.id, id, Buffer.from('x'))).rejects.toMatchObject(GONE);
    const place = { loraId: id, id };
    await expect(media.serveLoraImage(user.id, place, null)).rejects.toMatchObject(GONE);
    await expect(media.removeLoraImage(user.id, place)).rejects.toMatchObject(GONE);
  });

  test('can no longer change its images and settings once it is trained', async () => {
    const id = await draft(user.id);
    const [photo] = (await media.readLora(user.id, id)).pictures;
    const place = { loraId: id, id: photo!.id };
    await sql.query(`UPDATE loras SET trained_at = now() WHERE id = $1::uuid`, [id]);
    const fixed = { code: 'conflict' };
    await expect(media.changeLora(user.id, id, { triggerWord: 'X2' })).rejects.toMatchObject(fixed);
    await expect(media.captionLoraImage(user.id, place, 'x')).rejects.toMatchObject(fixed);
    await expect(media.removeLoraImage(user.id, place)).rejects.toMatchObject(fixed);
    await expect(add(user.id, id, await png(9))).rejects.toMatchObject(fixed);
    expect(await loraKeys(user.id)).toHaveLength(4);
  });
});

describe('an image of a LoRA', () => {
  test('is stored without the file’s metadata, with a small version, and counts against the quota', async () => {
    const id = await create();
    const before = (await readStorage(sql, user.id)).used;
    const taken = await sharp(await png(3, 900, 700))
      .withExif({ IFD0: { Artist: 'Somebody' } })
      .jpeg()
      .toBuffer();
    const image = await add(user.id, id, taken, '../Bread/a\u202eloaf.jpg');
    expect(image).toMatchObject({
      name: 'aloaf.jpg',
      width: 900,
      height: 700,
      type: 'image/jpeg',
      caption: '',
    });
    const place = { loraId: id, id: image.id };
    const file = await media.serveLoraImage(user.id, place, null);
    expect(file.headers.get('content-security-policy')).toContain('sandbox');
    const tag = file.headers.get('etag');
    expect(file.headers.get('cache-control')).toBe('private, no-cache, no-transform');
    expect(file.headers.get('vary')).toBe('Cookie');
    expect((await media.serveLoraImage(user.id, place, null, tag)).status).toBe(304);
    expect((await media.serveLoraImage(user.id, place, '320', tag)).status).toBe(200);
    const kept = await buffer(file.body as unknown as AsyncIterable<Uint8Array>);
    expect((await sharp(kept).metadata()).exif).toBeUndefined();
    const small = await media.serveLoraImage(user.id, place, '320');
    const bytes = await buffer(small.body as unknown as AsyncIterable<Uint8Array>);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 320 });
    await expect(media.serveLoraImage(user.id, place, '640')).rejects.toMatchObject({
      code: 'invalid',
    });
    expect((await readStorage(sql, user.id)).used).toBeGreaterThan(before);

    await media.captionLoraImage(user.id, place, 'A loaf');
    const lora = await media.readLora(user.id, id);
    expect(lora.pictures).toMatchObject([{ caption: 'A loaf' }]);
    expect(lora.coverUrl).toBe(`/api/media/loras/${id}/images/${image.id}/file?size=320`);
    await media.removeLoraImage(user.id, place);
    expect(await loraKeys(user.id)).toEqual([]);
    expect((await readStorage(sql, user.id)).used).toBe(before);
  });

  test('is refused with a sentence when it cannot be used, and nothing of it is stored', async () => {
    const id = await create();
    const good = await png(5);
    await add(user.id, id, good, 'first.png');
    const refused: [Buffer, RegExp][] = [
      [good, /“x.png” is the same image as “first.png”, which is already here/],
      [await png(6, 511, 900), /“x.png” is 511 × 900 pixels\. .* at least 512 on each side/],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /isn’t a PNG, JPEG/],
      [emptyPng(20_000, 10_000), /more than 50 megapixels/],
      [(await png(7)).subarray(0, 300), /can’t be opened/],
      [Buffer.alloc(0), /is empty/],
      [Buffer.alloc(21 * 1024 * 1024, 1), /larger than 20 MB/],
    ];
    for (const [bytes, text] of refused) {
      await expect(add(user.id, id, bytes, 'x.png')).rejects.toMatchObject(refusal(text));
    }
    expect((await media.readLora(user.id, id)).images).toBe(1);
    expect(await loraKeys(user.id)).toHaveLength(2);
  });

  test('is stored once when it is added twice at the same time, and a hundred are the maximum', async () => {
    const id = await draft(user.id, { images: 98 });
    const one = await png(8);
    const both = await Promise.allSettled([add(user.id, id, one), add(user.id, id, one)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const last = await Promise.allSettled([
      add(user.id, id, await png(9)),
      add(user.id, id, await png(10)),
    ]);
    expect(last.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(add(user.id, id, await png(11))).rejects.toMatchObject(refusal(/100 images/));
    expect((await media.readLora(user.id, id)).images).toBe(100);
    expect(await loraKeys(user.id)).toHaveLength(98 + 4);
  });

  test('is refused when the storage is full', async () => {
    const id = await draft(user.id);
    await sql.query(`UPDATE loras SET weights_bytes = 100000000 WHERE id = $1::uuid`, [id]);
    expect((await readStorage(sql, user.id)).used).toBeGreaterThan(100_000_000);
    await expect(add(user.id, id, await png(12))).rejects.toMatchObject(refusal(/storage is full/));
    expect(await loraKeys(user.id)).toHaveLength(4);
  });
});

describe('a caption', () => {
  const balance = async () => (await media.estimateTraining(user.id, 1_000)).available;

  test('is proposed by a vision model, charged once, and not stored', async () => {
    const id = await draft(user.id);
    const [photo] = (await media.readLora(user.id, id)).pictures;
    fakeAi.script({ text: '  “A round loaf\non a board.”  ' });
    const before = (await balance())!;
    const { caption } = await media.suggestCaption(user.id, { loraId: id, id: photo!.id });
    expect(caption).toBe('A round loaf on a board.');
    const request = fakeAi.requests.at(-1)!;
    expect(JSON.stringify(request.body)).toContain('data:image/jpeg;base64,');
    const spent = before - (await balance())!;
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThan(1_000);
    expect((await media.readLora(user.id, id)).pictures[0]!.caption).toBe('');
  });

  test('is refunded when its process died, and stays charged when it was made', async () => {
    const id = await draft(user.id);
    const [photo] = (await media.readLora(user.id, id)).pictures;
    fakeAi.script({ text: 'A round loaf.' });
    await media.suggestCaption(user.id, { loraId: id, id: photo!.id });
    const paid = await balance();
    const left = await sql.query<{ data: { userId: UserScope; reference: string } }>(
      `SELECT data FROM pgboss.job WHERE name = 'caption-end' AND data->>'userId' = $1
        AND start_after > now() + interval '1 minute'`,
      [user.id],
    );
    expect(left).toHaveLength(1);
    await media.callEnd.run(left[0]!.data);
    expect(await balance()).toBe(paid);

    const died = { userId: user.id, reference: `caption:${newId()}` };
    const size = { promptTokens: 1_200, maxTokens: 160, weight: 1, now: new Date() };
    await transaction((tx) => reserve(tx, { ...died, ...size }));
    expect(await balance()).toBe(paid! - 1_360);
    await media.callEnd.run(died);
    await media.callEnd.run(died);
    expect(await balance()).toBe(paid);
    await media.callEnd.run({ ...died, userId: userScope(newId()) });
  });

  test('that fails is reported, and not charged', async () => {
    const id = await draft(user.id);
    const [photo] = (await media.readLora(user.id, id)).pictures;
    const before = await balance();
    fakeAi.script({ status: 500 }, { status: 500 }, { status: 500 });
    const failure = media.suggestCaption(user.id, { loraId: id, id: photo!.id });
    await expect(failure).rejects.toMatchObject({
      code: 'unavailable',
      ...refusal(/^We couldn’t suggest a caption: .+\.$/),
    });
    expect(await balance()).toBe(before);
  });
});
