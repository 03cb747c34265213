import { fakeImages, fakeReplicateTrainings } from '../setup/fake-images';
import { afterEach, expect, test, vi } from 'vitest';

import { describeConnections } from '~/features/admin/health/describe-connections.server';
import { testConnection } from '~/features/admin/health/test-connections.server';
import { checkImages } from '~/gateways/images/index.server';
import { env } from '~/settings/env.server';
import { log } from '~/lib/log.server';

const before = { ...env() };
afterEach(() => {
  Object.assign(env(), before);
  fakeImages.reset();
  vi.restoreAllMocks();
});

const admin = { email: 'root@example.com' };
const images = () => testConnection('images', admin);
const replicate = () => testConnection('replicate', admin);
const failed = (text: RegExp) => ({ ok: false, text: expect.stringMatching(text) });
const host = new URL(fakeImages.url).host;

test('testing the image service checks the key without generating an image', async () => {
  expect(await images()).toEqual({
    ok: true,
    text: `${host} answered and accepts the key. No image was created.`,
  });
  expect(fakeImages.looks).toEqual([['GET /v1/models', 'Bearer sk-secret-of-the-operator']]);
  expect(fakeImages.requests).toEqual([]);
});

test.each([
  [{ status: 401 }, /Check IMAGE_API_KEY/],
  [{ status: 402 }, /out of credit/],
  [{ status: 429, retryAfter: 60 }, /busy/],
  [{ status: 503 }, /has a problem/],
  [{ status: 400 }, /rejected the request/],
  [{ cut: true }, /couldn’t be reached.*IMAGE_BASE_URL/],
  [{ rubbish: true }, /expected API.*IMAGE_BASE_URL/],
])('testing the image service says what to do about %j', async (behavior, text) => {
  const logged = vi.spyOn(log, 'warn');
  fakeImages.behave(behavior);
  expect(await images()).toEqual(failed(text));
  // Not retried.
  expect(fakeImages.looks).toHaveLength(1);
  expect(JSON.stringify(logged.mock.calls)).not.toContain('secret-of-the-operator');
});

test.each([{ status: 404 }, { status: 403, because: 'Missing scopes: api.model.read' }])(
  'an image service that can’t check the key is not reported as failing: %j',
  async (behavior) => {
    fakeImages.behave(behavior);
    expect(await images()).toEqual({
      ok: true,
      text: 'It answers, but only a real image shows whether it accepts the key.',
    });
  },
);

test('checking an image service that hangs times out', async () => {
  fakeImages.behave({ hold: 'for ever' });
  await expect(checkImages(AbortSignal.timeout(50))).rejects.toMatchObject({ code: 'timed-out' });
  fakeImages.release('for ever');
  Object.assign(env(), { IMAGE_BASE_URL: 'http://127.0.0.1:9/v1' });
  expect(await images()).toEqual(failed(/couldn’t be reached/));
});

test('testing Replicate checks the token, and starts nothing', async () => {
  expect(await replicate()).toEqual({
    ok: true,
    text: `${host} answered and accepts the token. Nothing was created.`,
  });
  expect(fakeReplicateTrainings.trainings).toEqual([]);

  Object.assign(env(), { REPLICATE_API_TOKEN: 'of-someone-else' });
  expect(await replicate()).toEqual(failed(/Check REPLICATE_API_TOKEN/));
  Object.assign(env(), { ...before, REPLICATE_BASE_URL: `${fakeImages.url}/outputs` });
  expect(await replicate()).toEqual(failed(/Check REPLICATE_BASE_URL/));
  Object.assign(env(), { REPLICATE_BASE_URL: 'http://127.0.0.1:9' });
  expect(await replicate()).toEqual(failed(/Replicate couldn’t be reached/));
});

test('media services are described by what they generate, without secrets', async () => {
  expect(describeConnections()).toMatchObject({
    images: `gpt-image-2 at ${host}`,
    replicate: `${host}, for LoRAs and images`,
  });
  const [, ofReplicate, training] = env().MEDIA_MODELS ?? [];
  Object.assign(env(), { MEDIA_MODELS: [ofReplicate, training] });
  expect(describeConnections().images).toBe('Replicate models only');
  expect(await images()).toMatchObject({ ok: true, text: expect.stringMatching(/Replicate/) });
  expect(fakeImages.looks).toEqual([]);
});
