import { randomUUID } from 'node:crypto';

import sharp from 'sharp';
import { expect, vi } from 'vitest';

import { startFakeImages, type FakeImages } from '../../fakes/images.ts';
import { fakeTrainings, TRAINER, type FakeTrainings } from '../../fakes/trainings.ts';
import { fakeVideos, type FakeVideos } from '../../fakes/videos.ts';
import { query } from '../../process/setup.ts';
import { signedUp, type SignedUp } from '../../process/visitor.ts';
import { among } from './each-point.ts';
import { openKillable, patient, type Killable } from './killable.ts';
import { HANG_MS } from '../../harness/eventually.ts';

export const OPENAI = 'gpt-image-2';
export const REPLICATE = 'drawn/on-replicate';
const VIDEO = 'video/slow';
const SECONDS = 5;
/** The price of an image, a video, or a training. */
export const PRICE = 50;

const PATIENCE = { timeout: HANG_MS, interval: 50 };

/** A user who makes media with an app that dies; every request is repeated until it's answered. */
export interface Studio {
  app: Killable;
  images: FakeImages;
  trainings: FakeTrainings;
  videos: FakeVideos;
  /** Each returns the id of its job. */
  askImage(model: string): Promise<string>;
  askVideo(firstFrameId?: string): Promise<string>;
  train(loraId: string): Promise<string>;
  /** A LoRA that can be trained. */
  draftLora(): Promise<string>;
  uploadImage(): Promise<string>;
  postPoster(itemId: string): Promise<void>;
  cancel(jobId: string): Promise<void>;
  deleteLora(loraId: string): Promise<void>;
}

/** Runs the app with its providers during `work`. */
export async function inStudio(work: (studio: Studio) => Promise<void>): Promise<void> {
  const trainings = fakeTrainings();
  const videos = fakeVideos(() => images.url);
  const mountedVideos = {
    handle: (...[request, response]: Parameters<FakeVideos['handle']>) =>
      Promise.resolve(videos.handle(request, response)),
  };
  const images = await startFakeImages({ mounted: [trainings, mountedVideos] });
  await among(images, async () => {
    const app = await openKillable({
      MEDIA_JOBS: '20',
      IMAGE_BASE_URL: `${images.url}/v1`,
      IMAGE_API_KEY: 'sk-test',
      REPLICATE_API_TOKEN: 'r8-test',
      REPLICATE_BASE_URL: `${images.url}/replicate`,
      MEDIA_MODELS: JSON.stringify([
        { id: OPENAI, tokens: PRICE },
        { id: REPLICATE, provider: 'replicate', tokens: PRICE },
        { id: VIDEO, kind: 'video', tokensPerSecond: PRICE / SECONDS, seconds: [SECONDS] },
        { id: TRAINER, kind: 'training', tokens: PRICE, tokensPerStep: 0, pictureTokens: PRICE },
      ]),
    });
    const person = await signedUp(app.address);
    await work({ app, images, trainings, videos, ...asksOf(person) });
    await app.stop();
  });
}

function asksOf(person: SignedUp): Omit<Studio, 'app' | 'images' | 'trainings' | 'videos'> {
  const send = patient(person.fetch);

  async function taken(path: string, init: RequestInit): Promise<{ id: string }> {
    const response = await send(path, init);
    const answer = await response.text();
    expect(response.status, `${init.method} ${path}: ${answer}`).toBeLessThan(300);
    return JSON.parse(answer) as { id: string };
  }
  const tell = (method: string, path: string, body: object) =>
    taken(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const idOf = async (asked: Promise<{ id: string }>) => (await asked).id;
  const upload = async (path: string, image: Promise<Buffer>) =>
    idOf(
      taken(path, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'loaf.png' },
        body: new Uint8Array(await image),
      }),
    );

  return {
    askImage: (model) =>
      idOf(
        tell('POST', '/api/media/images', {
          clientKey: randomUUID(),
          prompt: 'A loaf of rye',
          model,
          size: '1024x1024',
          count: 1,
        }),
      ),
    askVideo: (firstFrameId) =>
      idOf(
        tell('POST', '/api/media/videos', {
          clientKey: randomUUID(),
          prompt: 'A loaf of rye is cut',
          model: VIDEO,
          aspect: '16:9',
          seconds: SECONDS,
          firstFrameId,
        }),
      ),
    train: (loraId) =>
      idOf(
        tell('POST', `/api/media/loras/${loraId}/train`, {
          clientKey: randomUUID(),
          rightsConfirmed: true,
        }),
      ),
    async draftLora() {
      const id = await idOf(
        tell('POST', '/api/media/loras', { clientKey: randomUUID(), name: 'Our rye loaf' }),
      );
      await tell('PATCH', `/api/media/loras/${id}`, { triggerWord: 'RYE' });
      for (let shade = 0; shade < 4; shade += 1) {
        await upload(`/api/media/loras/${id}/images`, photoOf(shade * 50));
      }
      return id;
    },
    uploadImage: () => upload('/api/media/uploads', photoOf(100)),
    async postPoster(itemId) {
      await upload(`/api/media/items/${itemId}/poster`, photoOf(100));
    },
    async cancel(jobId) {
      await tell('POST', `/api/media/jobs/${jobId}/cancel`, {});
    },
    async deleteLora(loraId) {
      const response = await send(`/api/media/loras/${loraId}`, { method: 'DELETE' });
      // An interrupted request may already have deleted it.
      expect([200, 404]).toContain(response.status);
    },
  };
}

function photoOf(shade: number): Promise<Buffer> {
  const background = { r: shade, g: 120, b: 80 };
  return sharp({ create: { width: 600, height: 600, channels: 3, background } })
    .png()
    .toBuffer();
}

/** A job's state, with everything it produced. */
export interface Outcome {
  state: string;
  progress: number | null;
  attempt: number;
  /** Images, videos, and LoRAs with weights. */
  made: number;
  calls: number;
  /** Provider calls that haven't ended. */
  open: number;
  paid: number;
  settlements: number;
}

const OUTCOME = `
  SELECT state, progress, attempt,
         (SELECT count(*)::int FROM media_items WHERE job_id = j.id)
           + (SELECT count(*)::int FROM loras WHERE job_id = j.id AND trained_at IS NOT NULL) AS made,
         (SELECT count(*)::int FROM media_calls WHERE job_id = j.id) AS calls,
         (SELECT count(*)::int FROM media_calls WHERE job_id = j.id AND state = 'asked') AS open,
         (SELECT -sum(trial_delta + allowance_delta + balance_delta)::int FROM ledger_entries
           WHERE user_id = j.user_id AND reference = 'media:' || j.id) AS paid,
         (SELECT count(*)::int FROM ledger_entries
           WHERE user_id = j.user_id AND reference = 'media:' || j.id AND kind = 'settle') AS settlements
    FROM media_jobs j WHERE id = $1`;

export async function outcomeOf({ app }: Studio, jobId: string): Promise<Outcome> {
  const [row] = await query(app.databaseUrl, OUTCOME, [jobId]);
  return row as unknown as Outcome;
}

/** Waits until a job satisfies `is`, whatever happens to the app meanwhile. */
export async function untilJob(
  studio: Studio,
  jobId: string,
  is: (outcome: Outcome) => boolean,
): Promise<Outcome> {
  return vi.waitFor(async () => {
    const outcome = await outcomeOf(studio, jobId);
    expect(outcome).toSatisfy(is);
    return outcome;
  }, PATIENCE);
}

/** Waits until the provider's id of a job's call is stored. */
export function untilKnown({ app }: Studio, jobId: string): Promise<string> {
  const known = `SELECT provider_ref AS ref FROM media_calls WHERE job_id = $1 AND provider_ref NOT LIKE 'dataset:%'`;
  return vi.waitFor(async () => {
    const [call] = await query(app.databaseUrl, known, [jobId]);
    expect(call).toBeDefined();
    return String(call?.ref);
  }, PATIENCE);
}

export function isOver({ state }: Outcome): boolean {
  return ['succeeded', 'failed', 'cancelled'].includes(state);
}
