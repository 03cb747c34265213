import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

import type { UserScope } from '~/lib/scope';

import { dataDir } from '../setup/outbox.ts';
import { fakeVideos } from '../setup/fake-videos.ts';

process.env.METERING = 'allowance';

const { createUser, removeUser } = await import('../../factories/users.ts');
const { entriesOf, keysOf, orphan, paid, until } = await import('./world.ts');
const media = await import('./media');
const { reapJobs } = await import('~/features/media/jobs/liveness.server');
const { heldJobs, worker } = await import('~/features/media/jobs/worker.server');
const { startJobs } = await import('~/engine/queue/index.server');
const { fetchToFile } = await import('~/gateways/providers/fetch-file.server');
const { sql } = await import('~/lib/db/index.server');
const { env } = await import('~/settings/env.server');
const { newId } = await import('~/lib/ids.server');
const { runApart } = await import('~/lib/concurrency/run-apart.server');

type Behavior = Parameters<typeof fakeVideos.behave>[0];
type VideoInput = Parameters<typeof media.requestVideo>[2];

const WISH: VideoInput = {
  prompt: 'A loaf of rye is cut, steam rises',
  model: 'video/slow',
  aspect: '16:9',
  seconds: 5,
};
const FILE = { size: null, download: false };
const GONE = { code: 'not-found' };

let user: { id: UserScope };
beforeAll(() => media.startMediaWorker({ soleProcess: false }));
beforeEach(async () => {
  user = await createUser();
  fakeVideos.reset();
});
afterEach(async () => {
  fakeVideos.release('now');
  worker.works = true;
  await removeUser(user);
});
afterAll(() => media.drainMedia(0));

async function ask(wish: Partial<VideoInput> = {}, owner = user) {
  return (await media.requestVideo(owner.id, newId(), { ...WISH, ...wish })).job;
}

/** A video that was made. */
async function makeVideo(wish: Partial<VideoInput> = {}, owner = user) {
  const job = await until(owner.id, (await ask(wish, owner)).id, 'succeeded');
  const [item] = job.items;
  if (!item) throw new Error('a job made nothing');
  return item;
}

function png(width = 640, height = 360) {
  return sharp({ create: { width, height, channels: 3, background: '#c96' } })
    .png()
    .toBuffer();
}

function streamOf(bytes: Buffer | string) {
  return Readable.from([Buffer.from(bytes)], { objectMode: false });
}

async function upload(bytes?: Buffer, owner = user) {
  const body = streamOf(bytes ?? (await png()));
  return media.uploadReference({ userId: owner.id, name: 'shop.png', body });
}

describe('a request for a video', () => {
  test('that is sent twice makes one video, which is measured and charged once', async () => {
    const key = newId();
    const both = await Promise.all([
      media.requestVideo(user.id, key, { ...WISH, seed: 7 }),
      media.requestVideo(user.id, key, { ...WISH, seed: 7 }),
    ]);
    expect(both.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    const [{ job }] = both;
    expect(job).toMatchObject({ kind: 'video', tokens: 5_000, items: [] });
    const done = await until(user.id, job.id, 'succeeded');
    expect(done).toMatchObject({ usedTokens: 5_000, progress: 100, reason: null });
    const [item] = done.items;
    expect(item).toMatchObject({
      kind: 'video',
      type: 'video/mp4',
      width: 320,
      height: 180,
      durationMs: 5_000,
      bytes: readFileSync('tests/fixtures/videos/vp9.mp4').length,
      thumbUrl: '',
      prompt: WISH.prompt,
    });
    expect(await media.readItem(user.id, item!.id)).toMatchObject({
      video: { ...WISH, seed: 7 },
      request: null,
      madeWith: 'slow',
      seed: 7,
    });
    expect(fakeVideos.requests).toEqual([
      {
        authorization: 'Bearer r8-secret-of-the-operator',
        input: { prompt: WISH.prompt, duration: 5, aspect_ratio: '16:9', seed: 7 },
      },
    ]);
    expect(await entriesOf(user.id, job.id)).toMatchObject([
      { kind: 'reserve', delta: -5_000 },
      { kind: 'settle', delta: 0, tokens: 5_000 },
    ]);
    expect(await keysOf(user.id)).toEqual([`media/${user.id}/${item!.id}/file`]);
    const again = await media.repeatJob(user.id, job.id, newId());
    expect(again).toMatchObject({ kind: 'video', request: { seed: 7 } });
  });

  test('reports its progress', async () => {
    fakeVideos.behave({ hold: 'now', logs: ' 10%|█ | 2/20\n 35%|███▌ | 7/20' });
    const { id } = await ask();
    await vi.waitFor(async () =>
      expect(await media.readJob(user.id, id)).toMatchObject({ progress: 35 }),
    );
    fakeVideos.release('now');
    await until(user.id, id, 'succeeded');
  });

  test('is sent to a model with the inputs that it takes', async () => {
    fakeVideos.behave({ output: 'webm' });
    const { type } = await makeVideo({ model: 'video/odd', seconds: 4, aspect: '9:16', seed: 3 });
    expect(type).toBe('video/webm');
    expect(fakeVideos.requests[0]!.input).toEqual({
      resolution: '480p',
      prompt: WISH.prompt,
      length: 4,
      shape: '9:16',
    });
  });

  test('can begin with an image of the user, which becomes its poster', async () => {
    const small = await upload();
    const item = await makeVideo({
      model: 'video/odd',
      seconds: 4,
      aspect: '9:16',
      firstFrameId: small.id,
    });
    const [{ input }] = fakeVideos.requests as [(typeof fakeVideos.requests)[0]];
    expect(input).not.toHaveProperty('shape');
    expect(input.start_image).toMatch(/^data:image\/png;base64,/);
    expect(item.thumbUrl).toBe(`/api/media/items/${item.id}/file?size=320`);
    const poster = await media.serveItem(user.id, item.id, { ...FILE, size: '320' });
    expect(poster.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(await poster.arrayBuffer()).metadata()).toMatchObject({ width: 320 });

    // It is too large to be part of the request.
    const pixels = { raw: { width: 400, height: 400, channels: 3 as const } };
    const noise = await sharp(randomBytes(400 * 400 * 3), pixels)
      .png()
      .toBuffer();
    const large = await upload(noise);
    await makeVideo({ firstFrameId: large.id });
    expect(fakeVideos.requests[1]!.input.image).toBe(`${fakeVideos.url}/replicate/files/1`);
    expect(fakeVideos.uploads).toHaveLength(1);
    expect(fakeVideos.uploads[0]!.toString('latin1')).toContain('\x89PNG');
  });

  test.each<[string, Partial<VideoInput>, RegExp]>([
    ['the model is not offered', { model: 'gpt-image-2' }, /no longer available/],
    ['the model does not make this length', { seconds: 7 }, /doesn’t offer this length/],
    [
      'the model does not make this shape',
      { model: 'video/odd', seconds: 4, aspect: '1:1' },
      /doesn’t offer this shape/,
    ],
    [
      'the model cannot begin with an image',
      { model: 'video/words-only', firstFrameId: newId() },
      /can’t start from an image/,
    ],
    ['the first frame is gone', { firstFrameId: newId() }, /image to start from no longer exists/],
  ])('is refused with a sentence when %s', async (_, wish, refusal) => {
    const failure = await ask(wish).catch((error: unknown) => error);
    expect(failure).toMatchObject({ userMessage: expect.stringMatching(refusal) });
    expect(fakeVideos.requests).toEqual([]);
  });

  test('is refused when its first frame is another user’s, or a video', async () => {
    const stranger = await createUser();
    const theirs = await upload(undefined, stranger);
    await expect(ask({ firstFrameId: theirs.id })).rejects.toMatchObject(GONE);
    const { id } = await makeVideo();
    await expect(ask({ firstFrameId: id })).rejects.toMatchObject(GONE);
  });

  test('is refused when the balance does not cover it', async () => {
    expect(await media.estimateVideo(user.id, { ...WISH, seconds: 10 })).toEqual({
      tokens: 10_000,
      available: 25_000,
    });
    await makeVideo({ seconds: 10 });
    await makeVideo({ seconds: 10 });
    const failure = await ask({ seconds: 10 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'out-of-tokens',
      userMessage: expect.stringMatching(/5,000 tokens left.* A shorter video may still fit/),
    });
    expect(fakeVideos.requests).toHaveLength(2);
  });
});

describe('a video job', () => {
  test.each<[string, Behavior, RegExp, number]>([
    ['the service is down', { status: 500 }, /video service has a problem right now/, 1],
    ['the service is too busy three times', { status: 429 }, /is busy/, 3],
    ['the service is busy for long', { status: 429, retryAfter: 600 }, /is busy/, 1],
    ['the service refuses the key', { status: 401 }, /isn’t set up correctly/, 1],
    ['the service has no credit left', { status: 402 }, /out of credit/, 1],
    ['the service lacks the model', { status: 404 }, /no longer offers this model/, 1],
    ['the service refuses the request', { status: 422 }, /rejected this request/, 1],
    ['the connection breaks', { cut: true }, /lost the connection/, 1],
    ['the answer is a web page', { answer: 'page' }, /lost the connection/, 1],
    ['the answer has no id', { answer: 'nothing' }, /couldn’t read/, 1],
    ['the answer never ends', { answer: 'flood' }, /lost the connection|too large/, 1],
    ['the output breaks off again and again', { cutOutputs: 9 }, /lost the connection/, 1],
    ['the content is refused', { fails: 'NSFW content detected' }, /content rules/, 1],
    ['the prediction fails', { fails: 'CUDA out of memory' }, /has a problem/, 1],
    [
      'the linked output is gone',
      { link: 'gone' },
      /video was created but couldn’t be downloaded/,
      1,
    ],
    ['the output is a web page', { output: 'html' }, /unsupported type of file/, 1],
    ['the output has a false type', { output: 'liar' }, /damaged|unsupported type/, 1],
    ['the output is half a video', { output: 'half' }, /incomplete/, 1],
    ['the output is empty', { output: 'empty' }, /empty file/, 1],
    ['the output has 600 MB', { output: 'huge' }, /too large/, 1],
  ])(
    'fails with a reason, without a charge or a file, when %s',
    async (_, behavior, reason, requests) => {
      fakeVideos.behave(behavior);
      const { id } = await ask();
      const job = await until(user.id, id, 'failed');
      expect(job.reason).toMatch(reason);
      expect(job.reason).not.toContain('r8-');
      expect(await paid(user.id, id)).toBe(0);
      expect(fakeVideos.requests).toHaveLength(requests);
      expect(await keysOf(user.id)).toEqual([]);
    },
  );

  test('repeats a request that a busy service refused', async () => {
    fakeVideos.script({ status: 429, retryAfter: 0 });
    await makeVideo();
    expect(fakeVideos.requests).toHaveLength(2);
  });

  test('fetches an interrupted output again, without another prediction', async () => {
    fakeVideos.behave({ cutOutputs: 1 });
    await makeVideo();
    expect(fakeVideos.fetched).toBe(2);
    expect(fakeVideos.requests).toHaveLength(1);
  });

  test('stores a fragmented video', async () => {
    fakeVideos.behave({ output: 'fragmented' });
    expect(await makeVideo()).toMatchObject({ width: 180, height: 320, durationMs: 2_000 });
  });

  test('gives up a video with a table of billions of frames in time', async () => {
    const video = readFileSync('tests/fixtures/videos/avc.mp4');
    // The number of frames in the first chunk, and in all that follow.
    video.writeUInt32BE(0x7b00_0004, video.indexOf('stsc') + 16);
    const path = join(dataDir, 'billions.mp4');
    writeFileSync(path, video);
    const limits = { timeMs: 2_000, memoryMb: 256 };
    const turn = { userId: user.id };
    const run = await runApart('readers/video-reader.ts', [path], limits, turn, z.unknown());
    expect(run).toEqual({ killed: 'time' });
  });

  test('rejects an answer of the reader that its schema does not allow', async () => {
    const limits = { timeMs: 10_000, memoryMb: 256 };
    const video = ['tests/fixtures/videos/avc.mp4'];
    const schema = z.object({ durationMs: z.string() });
    const turn = { userId: user.id };
    const run = await runApart('readers/video-reader.ts', video, limits, turn, schema);
    expect(run).toEqual({ broken: true });
  });

  test('fails with a reason and without a charge when the object store is away', async () => {
    const place = join(dataDir, 'objects');
    mkdirSync(place, { recursive: true });
    renameSync(place, `${place}-away`);
    writeFileSync(place, 'a file where the directory was');
    try {
      const { id } = await ask();
      const job = await until(user.id, id, 'failed');
      expect(job.reason).toMatch(/video was created but couldn’t be saved/);
      expect(await paid(user.id, id)).toBe(0);
    } finally {
      rmSync(place);
      renameSync(`${place}-away`, place);
    }
    await makeVideo();
  });

  test('is refused when the storage is full, and fails when its video no longer fits', async () => {
    const fill = (bytes: number) =>
      sql.query(
        `INSERT INTO media_items (id, user_id, origin, kind, type, width, height, bytes, stored_bytes)
         VALUES ($1::uuid, $2::uuid, 'upload', 'image', 'image/png', 1, 1, 1, $3::int)`,
        [newId(), user.id, bytes],
      );
    for (let part = 0; part < 4; part += 1) await fill(1_249_999_900);
    const { id } = await ask();
    expect((await until(user.id, id, 'failed')).reason).toMatch(/storage is full/);
    expect(await paid(user.id, id)).toBe(0);
    expect(await keysOf(user.id)).toEqual([]);
    await fill(400);
    await expect(ask()).rejects.toMatchObject({ code: 'conflict' });
  });

  test('fails when its first frame was deleted before its turn', async () => {
    const { id } = await upload();
    fakeVideos.behave({ hold: 'now' });
    const first = [await ask(), await ask()];
    const last = await ask({ firstFrameId: id });
    await media.removeItems(user.id, [id]);
    fakeVideos.release('now');
    expect((await until(user.id, last.id, 'failed')).reason).toMatch(/no longer exists/);
    expect(await paid(user.id, last.id)).toBe(0);
    for (const job of first) await until(user.id, job.id, 'succeeded');
  });
});

describe('canceling a video', () => {
  test('cancels the prediction at the provider, and costs nothing', async () => {
    fakeVideos.behave({ hold: 'now' });
    const { id } = await ask();
    await vi.waitFor(async () => expect(await refsOf(id)).toEqual([expect.any(String)]));
    expect(await media.cancelJob(user.id, id)).toMatchObject({ state: 'cancelled', usedTokens: 0 });
    expect(await paid(user.id, id)).toBe(0);
    await vi.waitFor(() => expect(fakeVideos.cancelled).toHaveLength(1));
    expect(await keysOf(user.id)).toEqual([]);
  });

  test('cancels the prediction of a requeued job too', async () => {
    const jobs = await startJobs({ scheduled: [], queued: [media.predictionEnd], work: true });
    try {
      fakeVideos.behave({ hold: 'now' });
      const { id } = await ask();
      await vi.waitFor(async () => expect(await refsOf(id)).toHaveLength(1));
      const [ref] = await refsOf(id);
      worker.works = false;
      await heldJobs.cut(id, 'death');
      await until(user.id, id, 'queued');
      expect(await media.cancelJob(user.id, id)).toMatchObject({ state: 'cancelled' });
      await vi.waitFor(() => expect(fakeVideos.cancelled).toContain(ref));
    } finally {
      await jobs.stop();
    }
  });

  test('is possible only for its owner', async () => {
    const stranger = await createUser();
    fakeVideos.behave({ hold: 'now' });
    const { id } = await ask();
    await expect(media.cancelJob(stranger.id, id)).rejects.toMatchObject(GONE);
    await expect(media.readJob(stranger.id, id)).rejects.toMatchObject(GONE);
    await expect(media.repeatJob(stranger.id, id, newId())).rejects.toMatchObject(GONE);
  });
});

async function refsOf(jobId: string): Promise<(string | null)[]> {
  const rows = await sql.query<{ ref: string | null }>(
    `SELECT provider_ref AS ref FROM media_calls WHERE job_id = $1::uuid AND provider_ref IS NOT NULL`,
    [jobId],
  );
  return rows.map(({ ref }) => ref);
}

describe('when its process dies', () => {
  test('a job continues with its prediction, without another request', async () => {
    fakeVideos.behave({ hold: 'now' });
    const { id } = await ask();
    await vi.waitFor(async () => expect(await refsOf(id)).toHaveLength(1));
    worker.works = false;
    await orphan(id);
    await heldJobs.cut(id, 'lost');
    expect(await reapJobs(15)).toBe(1);
    expect(await media.readJob(user.id, id)).toMatchObject({ state: 'queued' });
    worker.works = true;
    fakeVideos.release('now');
    await reapJobs(15);
    await media.startMediaWorker({ soleProcess: false });
    const done = await until(user.id, id, 'succeeded');
    expect(done.items).toHaveLength(1);
    expect(fakeVideos.requests).toHaveLength(1);
    expect(await paid(user.id, id)).toBe(5_000);
  });

  test('a job whose prediction cannot be found again fails without a charge or another request', async () => {
    fakeVideos.behave({ hold: 'now' });
    const { id } = await ask();
    await vi.waitFor(async () => expect(await refsOf(id)).toHaveLength(1));
    worker.works = false;
    await orphan(id);
    await heldJobs.cut(id, 'lost');
    await sql.query(`UPDATE media_calls SET provider_ref = NULL WHERE job_id = $1::uuid`, [id]);
    await reapJobs(15);
    const job = await until(user.id, id, 'failed');
    expect(job.reason).toMatch(/server restarted/);
    expect(await paid(user.id, id)).toBe(0);
    expect(fakeVideos.requests).toHaveLength(1);
  });

  test('a job whose video is stored ends with that one video', async () => {
    const { id } = await ask();
    await until(user.id, id, 'succeeded');
    await sql.query(
      `UPDATE media_jobs SET state = 'running', finished_at = NULL, used_tokens = NULL WHERE id = $1::uuid`,
      [id],
    );
    await orphan(id);
    await reapJobs(15);
    await media.startMediaWorker({ soleProcess: false });
    const done = await until(user.id, id, 'succeeded');
    expect(done.items).toHaveLength(1);
    expect(fakeVideos.requests).toHaveLength(1);
  });
});

describe('a video', () => {
  const bytes = readFileSync('tests/fixtures/videos/vp9.mp4');
  const last = bytes.length - 1;
  type Wanted = NonNullable<Parameters<typeof media.serveItem>[3]>;
  const NONE: Wanted = { isHead: false, range: null, ifRange: null, ifNoneMatch: null };
  let item: Awaited<ReturnType<typeof makeVideo>>;
  beforeEach(async () => {
    item = await makeVideo();
  });
  const serve = (wanted: Partial<Wanted>, file = FILE) =>
    media.serveItem(user.id, item.id, file, { ...NONE, ...wanted });
  const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  test('is served whole, with its type, only to its owner', async () => {
    const whole = await serve({});
    expect(whole.status).toBe(200);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': expect.stringContaining('private'),
      'content-disposition': expect.stringMatching(/^inline; filename="brandwright-.*\.mp4"$/),
    });
    expect((await bodyOf(whole)).equals(bytes)).toBe(true);
    const download = await serve({}, { ...FILE, download: true });
    expect(download.headers.get('content-disposition')).toMatch(/^attachment/);
    const stranger = await createUser();
    await expect(media.serveItem(stranger.id, item.id, FILE)).rejects.toMatchObject(GONE);
    await media.removeItems(user.id, [item.id]);
    await expect(serve({})).rejects.toMatchObject(GONE);
  });

  test.each([
    ['bytes=0-', 0, last],
    ['bytes=100-199', 100, 199],
    ['bytes=-50', last - 49, last],
    ['bytes=4000-99999', 4_000, last],
  ])('is served in part for the range %s', async (range, start, end) => {
    const part = await serve({ range });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${bytes.length}`);
    expect(part.headers.get('content-length')).toBe(String(end - start + 1));
    expect((await bodyOf(part)).equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  test.each(['bytes=0-10,20-30', `bytes=${bytes.length}-`, 'bytes=-0'])(
    'is not served for the range %s',
    async (range) => {
      const refused = await serve({ range });
      expect(refused.status).toBe(416);
      expect(refused.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
      expect(await bodyOf(refused)).toHaveLength(0);
    },
  );

  test('is served in part only if the rest that the browser has is of the same file', async () => {
    const tag = (await serve({ isHead: true })).headers.get('etag') ?? '';
    expect(tag).toMatch(/^".+"$/);
    expect((await serve({ range: 'bytes=9-', ifRange: tag })).status).toBe(206);
    expect((await serve({ range: 'bytes=9-', ifRange: '"another"' })).status).toBe(200);
    const date = 'Wed, 21 Oct 2026 07:28:00 GMT';
    expect((await serve({ range: 'bytes=9-', ifRange: date })).status).toBe(200);
    const known = await serve({ ifNoneMatch: `"x", W/${tag}` });
    expect(known.status).toBe(304);
    expect(await bodyOf(known)).toHaveLength(0);
  });

  test('is not read for a HEAD request', async () => {
    const head = await serve({ isHead: true, range: 'bytes=0-5' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
    expect(head.body).toBeNull();
  });

  test('whose file is missing is refused with a sentence', async () => {
    rmSync(join(dataDir, 'objects', 'media', user.id), { recursive: true });
    await expect(serve({})).rejects.toMatchObject({
      code: 'unavailable',
      userMessage: expect.stringMatching(/This video can’t be opened/),
    });
  });
});

describe('a poster', () => {
  const poster = (id: string, bytes: Buffer | string, owner = user) =>
    media.keepPoster(owner.id, id, streamOf(bytes));

  test('is stored once, and checked like every image', async () => {
    const { id } = await makeVideo();
    await expect(media.serveItem(user.id, id, { ...FILE, size: '320' })).rejects.toMatchObject(
      GONE,
    );
    for (const bytes of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '', '<!doctype html>']) {
      await expect(poster(id, bytes)).rejects.toMatchObject({ code: 'invalid' });
    }
    const [before] = await storedOf(id);
    const shown = await poster(id, await png(320, 180));
    expect(shown.thumbUrl).toBe(`/api/media/items/${id}/file?size=320`);
    const [after] = await storedOf(id);
    expect(after!.bytes).toBeGreaterThan(before!.bytes);
    expect(await keysOf(user.id)).toHaveLength(4);
    const first = await media.serveItem(user.id, id, { ...FILE, size: '640' });
    expect(await sharp(await first.arrayBuffer()).metadata()).toMatchObject({ width: 320 });

    await poster(id, await png(200, 200));
    expect(await storedOf(id)).toEqual([after]);
    const again = await media.serveItem(user.id, id, { ...FILE, size: '640' });
    expect(await sharp(await again.arrayBuffer()).metadata()).toMatchObject({ width: 320 });
  });

  test('is accepted only for the user’s own videos', async () => {
    const { id } = await makeVideo();
    const stranger = await createUser();
    await expect(poster(id, await png(), stranger)).rejects.toMatchObject(GONE);
    await expect(poster('nonsense', await png())).rejects.toMatchObject(GONE);
    const upload_ = await upload();
    await expect(poster(upload_.id, await png())).rejects.toMatchObject({ code: 'invalid' });
  });

  function storedOf(id: string) {
    return sql.query<{ bytes: number }>(
      `SELECT stored_bytes AS bytes FROM media_items WHERE id = $1::uuid`,
      [id],
    );
  }
});

describe('fetching a provider’s output', () => {
  let directory: string;
  const never = new AbortController().signal;
  const server = createServer((request, response) => {
    if (request.url === '/silent') return void response.writeHead(200).write('a beginning');
    response.writeHead(200);
    if (request.url === '/broken') {
      return void response.write('a beginning', () => response.destroy());
    }
    const chunk = Buffer.alloc(64 * 1024, 7);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  });
  let url = '';
  let before: string | undefined;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'brandwright-fetch-'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // No other address of this machine is allowed.
    before = env().REPLICATE_BASE_URL;
    env().REPLICATE_BASE_URL = url;
  });
  afterAll(async () => {
    env().REPLICATE_BASE_URL = before;
    server.closeAllConnections();
    server.close();
    await rm(directory, { recursive: true, force: true });
  });

  test('ends at the maximum size', async () => {
    const file = join(directory, 'endless');
    const limits = { mostBytes: 1_000_000, mostMs: 20_000, signal: never };
    await expect(fetchToFile(`${url}/endless`, file, limits)).rejects.toMatchObject({
      code: 'output-too-large',
    });
    expect((await readFile(file)).length).toBeLessThanOrEqual(1_000_000);
  });

  test('ends when the connection breaks', async () => {
    const limits = { mostBytes: 1_000_000, mostMs: 20_000, signal: never };
    const broken = fetchToFile(`${url}/broken`, join(directory, 'broken'), limits);
    await expect(broken).rejects.toMatchObject({ code: 'broken-off' });
  });

  test('ends when nothing arrives, when it is aborted, and for a file address', async () => {
    const file = join(directory, 'silent');
    const limits = { mostBytes: 1_000_000, mostMs: 20_000, idleMs: 50 };
    const silent = fetchToFile(`${url}/silent`, file, { ...limits, signal: never });
    await expect(silent).rejects.toMatchObject({ code: 'timed-out' });
    const signal = AbortSignal.abort('stop');
    const aborted = fetchToFile(`${url}/silent`, file, { ...limits, signal });
    await expect(aborted).rejects.toMatchObject({ code: 'aborted' });
    const odd = fetchToFile('file:///etc/passwd', file, { ...limits, signal: never });
    await expect(odd).rejects.toMatchObject({ code: 'invalid-response' });
  });
});
