import { writeFileSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import type { UserScope } from '~/lib/scope';

import { dataDir } from '../setup/outbox.ts';
import { fakeImages } from '../setup/fake-images.ts';

process.env.METERING = 'allowance';

const { createUser } = await import('../../factories/users.ts');
const { emptyPng, startFakeImages } = await import('../../fakes/images.ts');
const { ask, keysOf, paid, until, WISH } = await import('./world.ts');
const media = await import('./media');
const { openAiImages } = await import('~/gateways/images/openai.server');
const { openRouterImages } = await import('~/gateways/images/openrouter.server');
const { startPrediction } = await import('~/gateways/replicate/work.server');
const { sql } = await import('~/lib/db/index.server');
const { newId } = await import('~/lib/ids.server');

type Behavior = Parameters<typeof fakeImages.behave>[0];

let user: { id: UserScope };
beforeAll(() => media.startMediaWorker({ soleProcess: false }));
beforeEach(async () => {
  user = await createUser();
  fakeImages.reset();
});
afterAll(() => media.drainMedia(0));

describe('an image job', () => {
  test.each<[string, Behavior, RegExp, number]>([
    ['the service is down', { status: 500 }, /has a problem right now/, 1],
    ['the service is too busy three times', { status: 429 }, /is busy/, 3],
    ['the service is busy for long', { status: 429, retryAfter: 600 }, /is busy/, 1],
    ['the service refuses the key', { status: 401 }, /isn’t set up correctly/, 1],
    [
      'the service has no credit left',
      { status: 429, code: 'insufficient_quota' },
      /out of credit/,
      1,
    ],
    ['the content is refused', { status: 400, code: 'moderation_blocked' }, /content rules/, 1],
    ['the service lacks the model', { status: 404 }, /no longer offers this model/, 1],
    ['the connection breaks', { cut: true }, /lost the connection/, 1],
    ['the answer is not JSON', { rubbish: true }, /couldn’t read/, 1],
    ['the answer never ends', { flood: true }, /too large/, 1],
    [
      'the linked output breaks off',
      { link: 'good', cutOutput: true },
      /couldn’t be downloaded/,
      1,
    ],
    ['the linked output is gone', { link: 'gone' }, /couldn’t be downloaded/, 1],
    ['the output is an SVG', { output: 'svg' }, /unsupported type of file/, 1],
    ['the output is a web page', { output: 'html' }, /unsupported type of file/, 1],
    ['the output has a false type', { output: 'lies' }, /can’t be opened|unsupported type/, 1],
    ['the output is half an image', { output: 'half' }, /can’t be opened/, 1],
    ['the output is empty', { output: 'empty', link: 'good' }, /empty file/, 1],
    ['the output has 200 megapixels', { output: 'huge' }, /too many pixels/, 1],
    ['the output is a bomb', { output: 'bomb' }, /too many pixels|can’t be opened/, 1],
    ['the output never ends', { output: 'endless', link: 'good' }, /too large/, 1],
  ])(
    'fails with a reason, without a charge or a file, when %s',
    async (_, behavior, reason, requests) => {
      fakeImages.behave(behavior);
      const { id } = await ask(user.id);
      const job = await until(user.id, id, 'failed');
      expect(job.reason).toMatch(reason);
      expect(job.reason).not.toContain('sk-');
      expect(job.usedTokens).toBe(0);
      expect(await paid(user.id, id)).toBe(0);
      expect(fakeImages.requests).toHaveLength(requests);
      expect(await keysOf(user.id)).toEqual([]);
    },
  );

  test('repeats a request that a busy service refused', async () => {
    fakeImages.script({ status: 429, retryAfter: 0 });
    const { id } = await ask(user.id);
    await until(user.id, id, 'succeeded');
    expect(fakeImages.requests).toHaveLength(2);
    expect(await paid(user.id, id)).toBe(4_000);
  });

  test('keeps and charges the images that were made when another one fails', async () => {
    fakeImages.script({ status: 500 });
    const { id } = await ask(user.id, { count: 3 });
    const job = await until(user.id, id, 'succeeded');
    expect(job.items).toHaveLength(2);
    expect(job.reason).toMatch(/^Created 2 of 3 images\. The image service has a problem/);
    expect(await paid(user.id, id)).toBe(8_000);
  });

  test('stores an image from a link with its revised prompt, but without the file’s metadata', async () => {
    fakeImages.behave({ link: 'good', output: 'jpeg', revisedPrompt: 'A rustic\0 loaf' });
    const job = await until(user.id, (await ask(user.id)).id, 'succeeded');
    const [item] = job.items;
    expect(item).toMatchObject({ type: 'image/jpeg', width: 512, height: 512 });
    const details = await media.readItem(user.id, item!.id);
    expect(details.metadata).toEqual({ provider: 'openai', revisedPrompt: 'A rustic loaf' });
    const { body } = await media.serveItem(user.id, item!.id, { size: null, download: false });
    const stored = await sharp(
      await buffer(body as unknown as AsyncIterable<Uint8Array>),
    ).metadata();
    expect(stored.exif).toBeUndefined();
  });

  test('fails with the reason of its prediction on Replicate, which is created only once', async () => {
    fakeImages.behave({ fails: 'NSFW content detected in image' });
    const { id } = await ask(user.id, { model: 'drawn/on-replicate' });
    expect((await until(user.id, id, 'failed')).reason).toMatch(/content rules/);
    fakeImages.reset();
    fakeImages.behave({ cut: true });
    const cut = await ask(user.id, { model: 'drawn/on-replicate' });
    expect((await until(user.id, cut.id, 'failed')).reason).toMatch(/lost the connection/);
    // By itself, the SDK would have repeated the request, and so the payment.
    expect(fakeImages.requests).toHaveLength(1);
    expect(await paid(user.id, cut.id)).toBe(0);
  });

  test.each<[string, Behavior, RegExp]>([
    ['Replicate is down', { status: 503 }, /has a problem right now/],
    ['the answer is not JSON', { rubbish: true }, /lost the connection|couldn’t read/],
    ['the answer never ends', { flood: true }, /too large|lost the connection/],
    ['the output breaks off', { cutOutput: true }, /couldn’t be downloaded/],
    ['the output never ends', { output: 'endless' }, /too large/],
  ])(
    'sends one request to Replicate, and fails without a charge, when %s',
    async (_, behavior, reason) => {
      fakeImages.behave(behavior);
      const { id } = await ask(user.id, { model: 'drawn/on-replicate' });
      expect((await until(user.id, id, 'failed')).reason).toMatch(reason);
      expect(fakeImages.requests).toHaveLength(1);
      expect(await paid(user.id, id)).toBe(0);
      expect(await keysOf(user.id)).toEqual([]);
    },
  );

  test('is canceled at once and without a charge while its output is fetched', async () => {
    fakeImages.behave({ link: 'good', holdOutput: 'now' });
    const { id } = await ask(user.id);
    await vi.waitFor(() => expect(fakeImages.fetched).toHaveLength(1));
    expect((await media.cancelJob(user.id, id)).state).toBe('cancelled');
    expect(await paid(user.id, id)).toBe(0);
    expect(await keysOf(user.id)).toEqual([]);
  });

  test('fails when the service is slower than the timeout, or unreachable', async () => {
    fakeImages.behave({ hold: 'never' });
    const request = {
      key: newId(),
      model: 'm',
      prompt: 'p',
      width: 1024,
      height: 1024,
      signal: new AbortController().signal,
    };
    const track = { known: () => Promise.resolve() };
    const baseUrl = `${fakeImages.url}/v1`;
    const slow = { source: 'environment', apiKey: 'k', timeoutMs: 100 } as const;
    for (const provider of [
      openAiImages({ ...slow, baseUrl }),
      openRouterImages({ ...slow, baseUrl }),
    ]) {
      await expect(provider.make(request, track)).rejects.toMatchObject({ code: 'timed-out' });
    }
    fakeImages.behave({ hangs: true });
    // No one knows whether the request arrived.
    await expect(startPrediction('a/b', {}, request.signal, 100)).rejects.toMatchObject({
      code: 'broken-off',
    });
    const gone = await startFakeImages();
    await gone.close();
    const unreachable = `${gone.url}/v1`;
    for (const provider of [
      openAiImages({ ...slow, baseUrl: unreachable }),
      openRouterImages({ ...slow, baseUrl: unreachable }),
    ]) {
      await expect(provider.make(request, track)).rejects.toMatchObject({ code: 'unreachable' });
    }
  });

  test('sends OpenRouter only the parameters that are set', async () => {
    const provider = openRouterImages({
      source: 'environment',
      baseUrl: `${fakeImages.url}/router/`,
      apiKey: 'k',
    });
    const { bytes } = await provider.make(
      {
        key: newId(),
        model: 'a/b',
        prompt: 'p',
        width: 1024,
        height: 1536,
        reference: { bytes: Buffer.from('x'), type: 'image/png' },
        signal: new AbortController().signal,
      },
      { known: () => Promise.resolve() },
    );
    expect((await sharp(bytes).metadata()).width).toBe(512);
    const [request] = fakeImages.requests;
    expect(request).toMatchObject({ path: '/router/images', authorization: 'Bearer k' });
    expect(JSON.parse(request!.body)).toEqual({
      model: 'a/b',
      prompt: 'p',
      aspect_ratio: '2:3',
      input_references: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,eA==' } }],
    });
  });
});

describe('an image job here', () => {
  test('fails with a reason and without a charge when the object store is away', async () => {
    const place = join(dataDir, 'objects');
    mkdirSync(place, { recursive: true });
    renameSync(place, `${place}-away`);
    writeFileSync(place, 'a file where the directory was');
    try {
      const { id } = await ask(user.id);
      const job = await until(user.id, id, 'failed');
      expect(job.reason).toMatch(/couldn’t be saved\. Nothing was charged/);
      expect(await paid(user.id, id)).toBe(0);
    } finally {
      rmSync(place);
      renameSync(`${place}-away`, place);
    }
    await until(user.id, (await ask(user.id)).id, 'succeeded');
  });

  test('is refused when the storage is full, and fails when its image no longer fits', async () => {
    const fill = (bytes: number) =>
      sql.query(
        `INSERT INTO media_items (id, user_id, origin, kind, type, width, height, bytes, stored_bytes)
         VALUES ($1::uuid, $2::uuid, 'upload', 'image', 'image/png', 1, 1, 1, $3::int)`,
        [newId(), user.id, bytes],
      );
    for (let part = 0; part < 4; part += 1) await fill(1_249_999_999);
    // A few bytes are left, so the job starts, but its image doesn't fit.
    const { id } = await ask(user.id);
    const job = await until(user.id, id, 'failed');
    expect(job.reason).toMatch(/storage is full/);
    expect(await paid(user.id, id)).toBe(0);
    expect(await keysOf(user.id)).toEqual([]);
    await fill(4);
    const full = { code: 'conflict', userMessage: expect.stringContaining('storage is full') };
    await expect(ask(user.id)).rejects.toMatchObject(full);
    await expect(upload('a.png', await png())).rejects.toMatchObject(full);
  });

  test('fails when its reference was deleted before its turn', async () => {
    const { id } = await upload('start.png', await png());
    fakeImages.behave({ hold: 'now' });
    const first = [await ask(user.id), await ask(user.id)];
    const last = await ask(user.id, { referenceId: id });
    await media.removeItems(user.id, [id]);
    fakeImages.release('now');
    expect((await until(user.id, last.id, 'failed')).reason).toMatch(/no longer exists/);
    expect(await paid(user.id, last.id)).toBe(0);
    for (const job of first) await until(user.id, job.id, 'succeeded');
  });
});

const png = () =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: '#c96' } })
    .withExif({ IFD0: { Artist: 'Tina Baker' } })
    .png()
    .toBuffer();

function upload(name: string, bytes: Buffer | string, owner = user) {
  const body = Readable.from([Buffer.from(bytes)], { objectMode: false });
  return media.uploadReference({ userId: owner.id, name, body });
}

describe('a reference', () => {
  test('is checked, stored for its owner, and not part of the gallery', async () => {
    const made = await upload('C:\\fake\\shop\u202E.png', await png());
    expect(made).toMatchObject({ name: 'shop.png', type: 'image/png', width: 90, height: 60 });
    const gallery = { before: null, favourite: false, from: null, to: null };
    expect(await media.readGallery(user.id, gallery)).toEqual({ items: [], cursor: null });
    const response = await media.serveItem(user.id, made.id, { size: '320', download: false });
    expect(response.headers.get('content-type')).toBe('image/webp');
    const stranger = await createUser();
    await expect(
      media.serveItem(stranger.id, made.id, { size: null, download: false }),
    ).rejects.toMatchObject({ code: 'not-found' });

    const job = await ask(user.id, { ...WISH, referenceId: made.id });
    await until(user.id, job.id, 'succeeded');
    expect(fakeImages.requests[0]!.path).toBe('/v1/images/edits');
  });

  test.each<[string, () => Buffer | string | Promise<Buffer>, RegExp]>([
    ['it is an SVG', () => '<svg xmlns="http://www.w3.org/2000/svg"/>', /“x” isn’t a PNG/],
    ['it is a web page', () => '<!doctype html>', /“x” isn’t a PNG/],
    ['it is empty', () => '', /“x” is empty/],
    ['it has 200 megapixels', () => emptyPng(20_000, 10_000), /“x” has more than 50 megapixels/],
    ['it is half an image', async () => (await png()).subarray(0, 90), /“x” can’t be opened/],
    ['it is too large', () => Buffer.alloc(21 * 1024 * 1024), /“x” is larger than 20 MB/],
  ])('is refused with a sentence when %s', async (_, bytes, refusal) => {
    const failure = await upload('x', await bytes()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'invalid', userMessage: expect.stringMatching(refusal) });
    expect(await keysOf(user.id)).toEqual([]);
  });
});
