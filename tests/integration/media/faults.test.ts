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

describe('what may go wrong at the service', () => {
  test.each<[string, Behavior, RegExp, number]>([
    ['down', { status: 500 }, /has a fault at the moment/, 1],
    ['too busy, three times', { status: 429 }, /is busy right now/, 3],
    ['busy for long', { status: 429, retryAfter: 600 }, /is busy right now/, 1],
    ['key refused', { status: 401 }, /did not accept the key of this site/, 1],
    ['no credit', { status: 429, code: 'insufficient_quota' }, /credit of this site/, 1],
    ['refused for its content', { status: 400, code: 'moderation_blocked' }, /content rules/, 1],
    ['no such model', { status: 404 }, /does not offer the model/, 1],
    ['cut off', { cut: true }, /broke off/, 1],
    ['no JSON', { rubbish: true }, /could not be understood/, 1],
    ['flooding', { flood: true }, /too large to be a picture/, 1],
    ['a link that breaks off', { link: 'good', cutOutput: true }, /could not be fetched/, 1],
    ['link gone', { link: 'gone' }, /could not be fetched any more/, 1],
    ['an SVG', { output: 'svg' }, /not a picture of a kind/, 1],
    ['a page', { output: 'html' }, /not a picture of a kind/, 1],
    ['a lie about its type', { output: 'lies' }, /cannot be opened|not a picture/, 1],
    ['half a picture', { output: 'half' }, /cannot be opened/, 1],
    ['nothing', { output: 'empty', link: 'good' }, /empty file/, 1],
    ['200 megapixels', { output: 'huge' }, /too many pixels/, 1],
    ['a bomb', { output: 'bomb' }, /too many pixels|cannot be opened/, 1],
    ['a file without end', { output: 'endless', link: 'good' }, /too large to be a picture/, 1],
  ])('%s: said in words, not charged, nothing kept', async (_, behavior, words, requests) => {
    fakeImages.behave(behavior);
    const { id } = await ask(user.id);
    const job = await until(user.id, id, 'failed');
    expect(job.reason).toMatch(words);
    expect(job.reason).not.toContain('sk-');
    expect(job.usedTokens).toBe(0);
    expect(await paid(user.id, id)).toBe(0);
    expect(fakeImages.requests).toHaveLength(requests);
    expect(await keysOf(user.id)).toEqual([]);
  });

  test('busy for a moment: asked again', async () => {
    fakeImages.script({ status: 429, retryAfter: 0 });
    const { id } = await ask(user.id);
    await until(user.id, id, 'succeeded');
    expect(fakeImages.requests).toHaveLength(2);
    expect(await paid(user.id, id)).toBe(4_000);
  });

  test('one of several fails: the others are kept and paid', async () => {
    fakeImages.script({ status: 500 });
    const { id } = await ask(user.id, { count: 3 });
    const job = await until(user.id, id, 'succeeded');
    expect(job.items).toHaveLength(2);
    expect(job.reason).toMatch(/^2 of 3 pictures were made\. The image service has a fault/);
    expect(await paid(user.id, id)).toBe(8_000);
  });

  test('by link, as JPEG, with another prompt: kept without what the file says of itself', async () => {
    fakeImages.behave({ link: 'good', output: 'jpeg', revisedPrompt: 'A rustic\0 loaf' });
    const job = await until(user.id, (await ask(user.id)).id, 'succeeded');
    const [item] = job.items;
    expect(item).toMatchObject({ type: 'image/jpeg', width: 512, height: 512 });
    const details = await media.readItem(user.id, item!.id);
    expect(details.metadata).toEqual({ provider: 'openai', revisedPrompt: 'A rustic loaf' });
    const { body } = await media.serveItem(user.id, item!.id, { size: null, download: false });
    const kept = await sharp(await buffer(body as unknown as AsyncIterable<Uint8Array>)).metadata();
    expect(kept.exif).toBeUndefined();
  });

  test('on Replicate a failed prediction tells why, and is made once', async () => {
    fakeImages.behave({ fails: 'NSFW content detected in image' });
    const { id } = await ask(user.id, { model: 'drawn/on-replicate' });
    expect((await until(user.id, id, 'failed')).reason).toMatch(/content rules/);
    fakeImages.reset();
    fakeImages.behave({ cut: true });
    const cut = await ask(user.id, { model: 'drawn/on-replicate' });
    expect((await until(user.id, cut.id, 'failed')).reason).toMatch(/broke off/);
    // Its SDK would have asked again, and paid again.
    expect(fakeImages.requests).toHaveLength(1);
    expect(await paid(user.id, cut.id)).toBe(0);
  });

  test.each<[string, Behavior, RegExp]>([
    ['down', { status: 503 }, /has a fault at the moment/],
    ['no JSON', { rubbish: true }, /broke off|could not be understood/],
    ['flooding', { flood: true }, /too large to be a picture|broke off/],
    ['an output that breaks off', { cutOutput: true }, /could not be fetched/],
    ['an output without end', { output: 'endless' }, /too large to be a picture/],
  ])('Replicate, %s: said in words, not charged, asked once', async (_, behavior, words) => {
    fakeImages.behave(behavior);
    const { id } = await ask(user.id, { model: 'drawn/on-replicate' });
    expect((await until(user.id, id, 'failed')).reason).toMatch(words);
    expect(fakeImages.requests).toHaveLength(1);
    expect(await paid(user.id, id)).toBe(0);
    expect(await keysOf(user.id)).toEqual([]);
  });

  test('an output that never comes: cancelled at once, and not charged', async () => {
    fakeImages.behave({ link: 'good', holdOutput: 'now' });
    const { id } = await ask(user.id);
    await vi.waitFor(() => expect(fakeImages.fetched).toHaveLength(1));
    expect((await media.cancelJob(user.id, id)).state).toBe('cancelled');
    expect(await paid(user.id, id)).toBe(0);
    expect(await keysOf(user.id)).toEqual([]);
  });

  test('slow beyond all patience, or not there at all', async () => {
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
    const slow = { apiKey: 'k', timeoutMs: 100 };
    for (const provider of [
      openAiImages({ ...slow, baseUrl }),
      openRouterImages({ ...slow, baseUrl }),
    ]) {
      await expect(provider.make(request, track)).rejects.toMatchObject({ code: 'timed-out' });
    }
    fakeImages.behave({ hangs: true });
    // Whether it arrived no one knows.
    await expect(startPrediction('a/b', {}, request.signal, 100)).rejects.toMatchObject({
      code: 'broken-off',
    });
    const gone = await startFakeImages();
    await gone.close();
    const nobody = `${gone.url}/v1`;
    for (const provider of [
      openAiImages({ ...slow, baseUrl: nobody }),
      openRouterImages({ ...slow, baseUrl: nobody }),
    ]) {
      await expect(provider.make(request, track)).rejects.toMatchObject({ code: 'unreachable' });
    }
  });

  test('OpenRouter gets only what was wished for', async () => {
    const provider = openRouterImages({ baseUrl: `${fakeImages.url}/router/`, apiKey: 'k' });
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

describe('what may go wrong here', () => {
  test('the store is away at the copy: tried again, then said, and not charged', async () => {
    const place = join(dataDir, 'objects');
    mkdirSync(place, { recursive: true });
    renameSync(place, `${place}-away`);
    writeFileSync(place, 'a file where the directory was');
    try {
      const { id } = await ask(user.id);
      const job = await until(user.id, id, 'failed');
      expect(job.reason).toMatch(/could not be stored\. You were not charged/);
      expect(await paid(user.id, id)).toBe(0);
    } finally {
      rmSync(place);
      renameSync(`${place}-away`, place);
    }
    await until(user.id, (await ask(user.id)).id, 'succeeded');
  });

  test('the storage is full: refused before anything is asked for, and at the copy', async () => {
    const fill = (bytes: number) =>
      sql.query(
        `INSERT INTO media_items (id, user_id, origin, kind, type, width, height, bytes, stored_bytes)
         VALUES ($1::uuid, $2::uuid, 'upload', 'image', 'image/png', 1, 1, 1, $3::int)`,
        [newId(), user.id, bytes],
      );
    for (let part = 0; part < 4; part += 1) await fill(1_249_999_999);
    // A byte or two is left: it begins, and does not fit.
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

  test('the picture to start from is gone when its turn comes', async () => {
    const { id } = await upload('start.png', await png());
    fakeImages.behave({ hold: 'now' });
    const first = [await ask(user.id), await ask(user.id)];
    const last = await ask(user.id, { referenceId: id });
    await media.removeItems(user.id, [id]);
    fakeImages.release('now');
    expect((await until(user.id, last.id, 'failed')).reason).toMatch(/no longer there/);
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

describe('an upload to start from', () => {
  test('is checked, kept for its owner, and not in the gallery', async () => {
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
    ['an SVG', () => '<svg xmlns="http://www.w3.org/2000/svg"/>', /“x” is not a PNG/],
    ['a page', () => '<!doctype html>', /“x” is not a PNG/],
    ['nothing', () => '', /“x” is empty/],
    ['200 megapixels', () => emptyPng(20_000, 10_000), /“x” has too many pixels/],
    ['half a picture', async () => (await png()).subarray(0, 90), /“x” cannot be opened/],
    ['too much', () => Buffer.alloc(21 * 1024 * 1024), /“x” is larger than 20 MB/],
  ])('is refused in words: %s', async (_, bytes, words) => {
    const failure = await upload('x', await bytes()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'invalid', userMessage: expect.stringMatching(words) });
    expect(await keysOf(user.id)).toEqual([]);
  });
});
