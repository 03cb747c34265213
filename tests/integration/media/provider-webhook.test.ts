import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import '../setup/outbox.ts';
import type { UserScope } from '~/lib/scope';

import { fakeReplicateTrainings as fake } from '../setup/fake-images.ts';

process.env.APP_URL = 'https://brandwright.example.com';

const { createUser, removeUser } = await import('../../factories/users.ts');
const { until } = await import('./world.ts');
const { draft, train } = await import('./lora-world.ts');
const media = await import('./media');
const { env } = await import('~/settings/env.server');
const { untilOver } = await import('~/gateways/replicate/work.server');
const { replicateClient } = await import('~/gateways/replicate/client.server');
const { webhookFields } = await import('~/gateways/replicate/webhook.server');
const { action } = await import('~/features/media/jobs/routes/replicate-webhook');

let user: { id: UserScope };
beforeAll(() => media.startMediaWorker({ soleProcess: false }));
beforeEach(async () => {
  user = await createUser();
  fake.reset();
  fake.behave({ hold: 'now' });
});
afterEach(async () => {
  fake.release('now');
  await removeUser(user);
});
afterAll(() => media.drainMedia(0));

async function send(request: Request): Promise<{ status: number; text: string }> {
  const context = { clientAddress: undefined } as never;
  const response = await action({ request, context, params: {} });
  return { status: response.status, text: await response.text() };
}

/** A training that runs at the provider, and the job that waits for it. */
async function startTraining() {
  const { id: jobId } = await train(user.id, await draft(user.id));
  await vi.waitFor(() => expect(fake.trainings).toHaveLength(1));
  return { jobId, training: fake.trainings[0]! };
}

/** Polls a training, and then not again for minutes unless woken. */
async function waitFor(id: string, pollMs: number) {
  const replicate = await replicateClient();
  let polls = 0;
  const over = untilOver({
    id,
    async ask(signal) {
      const state = await replicate.trainings.get(id, { signal });
      polls += 1;
      return state;
    },
    maxMs: 600_000,
    pollMs,
    signal: AbortSignal.timeout(60_000),
  });
  return { over, polls: () => polls };
}

test('a webhook has a training polled at once, wherever a job waits for it', async () => {
  const { jobId, training } = await startTraining();
  expect(training.webhook).toBe('https://brandwright.example.com/api/replicate/webhook');
  const waiting = await waitFor(training.id, 300_000);
  // One is too early, and one is about something else: the training is polled, and the wait continues.
  expect(await send(fake.webhookOf(training.id))).toMatchObject({ status: 200 });
  await vi.waitFor(() => expect(waiting.polls()).toBe(1));
  expect(await send(fake.webhookOf('another'))).toMatchObject({ status: 200 });
  fake.release('now');
  const webhook = fake.webhookOf(training.id);
  expect(await send(webhook.clone())).toEqual({ status: 200, text: 'Thank you.' });
  expect(await waiting.over).toMatchObject({ status: 'succeeded' });
  expect(waiting.polls()).toBe(2);
  await until(user.id, jobId, 'succeeded');
  // A repeated webhook and one about something unknown get the same answer, and nothing happens.
  expect(await send(webhook)).toEqual({ status: 200, text: 'Thank you.' });
  expect(await send(fake.webhookOf('unknown'))).toEqual({ status: 200, text: 'Thank you.' });
  expect(fake.trainings).toHaveLength(1);
});

test('a webhook that says “failed”, or nothing, changes nothing by itself', async () => {
  const { jobId, training } = await startTraining();
  const body = JSON.stringify({ id: training.id, status: 'failed', error: 'lies' });
  expect(await send(fake.webhookOf(training.id, { body }))).toMatchObject({ status: 200 });
  for (const odd of ['', 'null', '[]', '{"id":7}', '{"id":"a b"}', 'no json']) {
    const { status } = await send(fake.webhookOf(training.id, { body: odd }));
    expect(status, odd).toBe(200);
  }
  expect(await media.readJob(user.id, jobId)).toMatchObject({ state: 'running' });
  fake.release('now');
  await until(user.id, jobId, 'succeeded');
});

describe('a webhook is refused when it', () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  test.each<[string, Parameters<typeof fake.webhookOf>[1]]>([
    ['is signed by someone else', { secret: `whsec_${Buffer.from('guessed').toString('base64')}` }],
    ['was recorded and is replayed', { sentAt: ago(6) }],
    ['comes from the future', { sentAt: ago(-6) }],
  ])('%s', async (_name, how) => {
    expect(await send(fake.webhookOf('training1', how))).toEqual({
      status: 400,
      text: 'The signature is not right.',
    });
  });

  test('has no signature, or is too large, before the secret is fetched', async () => {
    const before = fake.secretReads;
    const url = 'https://brandwright.example.com/api/replicate/webhook';
    const bare = new Request(url, { method: 'POST', body: '{"id":"training1"}' });
    expect(await send(bare)).toMatchObject({ status: 400 });
    const body = JSON.stringify({ id: 'training1', logs: 'x'.repeat(1_000_001) });
    expect(await send(fake.webhookOf('training1', { body }))).toMatchObject({ status: 413 });
    expect(fake.secretReads).toBe(before);
  });
});

test('the secret is fetched once, and again when it may have been replaced', async () => {
  await send(fake.webhookOf('training1'));
  const before = fake.secretReads;
  expect(before).toBeGreaterThan(0);
  await send(fake.webhookOf('training1'));
  fake.replaceSecret();
  expect(await send(fake.webhookOf('training1'))).toMatchObject({ status: 400 });
  expect(fake.secretReads).toBe(before);
  vi.useFakeTimers({ now: Date.now() + 6 * 60_000, toFake: ['Date'] });
  try {
    expect(await send(fake.webhookOf('training1'))).toMatchObject({ status: 200 });
  } finally {
    vi.useRealTimers();
  }
  expect(fake.secretReads).toBe(before + 1);
});

test('a site that Replicate cannot reach requests no webhooks, and accepts none', async () => {
  expect(webhookFields()).toHaveProperty('webhook');
  const { APP_URL } = env();
  try {
    for (const address of ['http://brandwright.example.com', 'https://localhost:3000', undefined]) {
      env().APP_URL = address;
      expect(webhookFields()).toEqual({});
      expect(await send(fake.webhookOf('training1'))).toMatchObject({ status: 404 });
    }
  } finally {
    env().APP_URL = APP_URL;
  }
});
