import { buffer } from 'node:stream/consumers';

import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import '../setup/outbox.ts';
import type { UserScope } from '~/lib/scope';

const { createUser } = await import('../../factories/users.ts');
const media = await import('./media');
const { newId } = await import('~/lib/ids.server');

const WISH = {
  prompt: 'A loaf of rye on a wooden board',
  model: 'demo',
  size: '1024x1024' as const,
  count: 2,
  seed: 7,
  profileId: null,
  brandText: '',
};

let user: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
});
beforeAll(() => media.startMediaWorker({ soleProcess: false }));
afterAll(() => media.drainMedia(0));

test('without a provider, images are drawn, stored, and served only to their owner', async () => {
  expect(media.isImageDemo()).toBe(true);
  expect(media.imageModels()).toMatchObject([{ id: 'demo', tokensEach: 0 }]);
  const { job, isNew } = await media.requestImages(user.id, newId(), WISH);
  expect(isNew).toBe(true);
  const done = await vi.waitFor(async () => {
    const now = await media.readJob(user.id, job.id);
    expect(now.state).toBe('succeeded');
    return now;
  });
  expect(done).toMatchObject({ progress: 100, reason: null, usedTokens: 0 });
  expect(done.items).toHaveLength(2);

  const { items } = await media.readGallery(user.id, {
    before: null,
    favourite: false,
    from: null,
    to: null,
  });
  expect(items.map(({ id }) => id).sort()).toEqual(done.items.map(({ id }) => id).sort());
  const [item] = done.items;
  const details = await media.readItem(user.id, item!.id);
  expect(details).toMatchObject({
    prompt: WISH.prompt,
    request: WISH,
    metadata: { provider: 'demo' },
  });
  expect([7, 8]).toContain(details.seed);
  const tiny = await sharp(Buffer.from(details.placeholder ?? '', 'base64')).metadata();
  expect([tiny.format, tiny.width, tiny.height], 'the blur before it is loaded').toEqual([
    'webp',
    12,
    12,
  ]);

  const whole = await media.serveItem(user.id, item!.id, { size: null, download: true });
  expect(whole.headers.get('content-type')).toBe('image/png');
  expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename="brandwright-/);
  expect(await sizeOf(whole)).toEqual([1024, 1024]);
  for (const size of ['320', '640', '1280']) {
    const small = await media.serveItem(user.id, item!.id, { size, download: false });
    expect(small.headers.get('content-type')).toBe('image/webp');
    const edge = Math.min(1024, Number(size));
    expect(await sizeOf(small)).toEqual([edge, edge]);
  }

  const other = await createUser();
  const gone = { code: 'not-found' };
  await expect(
    media.serveItem(other.id, item!.id, { size: null, download: false }),
  ).rejects.toMatchObject(gone);
  await expect(media.readJob(other.id, job.id)).rejects.toMatchObject(gone);
});

async function sizeOf(response: Response): Promise<[number, number]> {
  const bytes = await buffer(response.body as unknown as AsyncIterable<Uint8Array>);
  const { width, height } = await sharp(bytes).metadata();
  return [width, height];
}
