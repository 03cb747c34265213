import { fakeAi } from '../setup/fake-ai';
import { fakeImages, fakeReplicateTrainings } from '../setup/fake-images';
import { fakeStripe } from '../setup/fake-stripe';
import { afterAll, beforeEach, expect, test } from 'vitest';

import { startFakePostmark, TOKEN } from '../../fakes/postmark.ts';

const postmark = await startFakePostmark();
process.env.POSTMARK_SERVER_TOKEN = TOKEN;
process.env.POSTMARK_BASE_URL = postmark.url;
process.env.MAIL_FROM = 'Brandwright <hello@brand.example>';

const { testConnection } = await import('~/features/admin/health/test-connections.server');
const { readHealth } = await import('~/features/admin/health/read-health.server');
const { checkAi } = await import('~/gateways/ai/index.server');
const { checkEmailService } = await import('~/gateways/email/index.server');
const { payments } = await import('~/gateways/payments/index.server');
const { openAiProvider } = await import('~/gateways/ai/openai.server');
const { postmarkTransport } = await import('~/gateways/email/postmark.server');
const { smtpTransport } = await import('~/gateways/email/smtp.server');
const { startFakeSmtp } = await import('../../fakes/smtp.ts');

const patience = () => AbortSignal.timeout(5_000);
const provider = (path: string, key: string | undefined = undefined) =>
  openAiProvider({ source: 'environment', baseUrl: new URL(path, fakeAi.url).href, apiKey: key });

beforeEach(() => postmark.reset());
afterAll(() => postmark.close());

test('remote parts are checked in the background, by requests that cost nothing', async () => {
  const first = await readHealth(new Date());
  expect(first.map(({ name, state }) => [name, state])).toEqual([
    ['Database', 'works'],
    ['Files', 'works'],
    ['AI', 'checking'],
    ['Images', 'checking'],
    ['Replicate', 'checking'],
    ['Email', 'checking'],
    ['Payments', 'checking'],
  ]);
  await expect
    .poll(async () => (await readHealth(new Date())).map(({ state }) => state))
    .toEqual(Array(7).fill('works'));
  for (const part of await readHealth(new Date())) {
    expect(part.checkedAt, part.name).toMatch(/^20/);
    expect(part.isChecking, part.name).toBe(false);
  }
  expect(fakeAi.requests).toEqual([]);
  expect(fakeImages.looks.map(([request]) => request)).toEqual(['GET /v1/models']);
  expect(fakeImages.requests).toEqual([]);
  expect(fakeReplicateTrainings.trainings).toEqual([]);
  expect(postmark.mails).toEqual([]);
  expect(postmark.requests).toBe(1);
  expect(fakeStripe.calls).toEqual(['GET /v1/prices']);
});

test('checking an AI provider succeeds, or names the problem', async () => {
  await expect(checkAi(patience())).resolves.toBe('works');
  // A server that isn't a provider.
  await expect(provider('/nowhere/v1').check(patience())).resolves.toBe('unknown');
  const closed = openAiProvider({
    source: 'environment',
    baseUrl: 'http://127.0.0.1:9/v1',
    apiKey: undefined,
  });
  await expect(closed.check(patience())).rejects.toMatchObject({ code: 'unreachable' });
  await expect(provider('/v1').check(AbortSignal.abort())).rejects.toMatchObject({
    code: 'timed-out',
  });
});

test('checking Postmark succeeds, or names the problem', async () => {
  await expect(checkEmailService()).resolves.toBeUndefined();
  const wrong = postmarkTransport({ token: 'wrong', baseUrl: postmark.url });
  await expect(wrong.check()).rejects.toMatchObject({ code: 'not-accepted' });
  postmark.script({ status: 503 }, { page: '<p>Hello</p>' });
  await expect(checkEmailService()).rejects.toMatchObject({ code: 'service-fault' });
  await expect(checkEmailService()).rejects.toMatchObject({ code: 'service-fault' });
});

test('checking an SMTP server sends no email', async () => {
  const fake = await startFakeSmtp({ user: 'mailer', password: 'secret' });
  const at = (password: string) =>
    smtpTransport({
      url: `smtp://mailer:${password}@127.0.0.1:${fake.port}?tls.rejectUnauthorized=false`,
    }).check();
  await expect(at('secret')).resolves.toBeUndefined();
  await expect(at('wrong')).rejects.toMatchObject({ code: 'not-accepted' });
  expect(fake.mails).toEqual([]);
  await fake.close();
  await expect(at('secret')).rejects.toMatchObject({ code: 'unreachable' });
});

test('testing payments checks the key, and says what to do about a failure', async () => {
  const admin = { email: 'root@example.com' };
  expect(await testConnection('payments', admin)).toMatchObject({ ok: true });
  fakeStripe.script({ status: 400 }, { status: 500 });
  expect(await testConnection('payments', admin)).toMatchObject({
    ok: false,
    text: expect.stringMatching(/Check STRIPE_SECRET_KEY/),
  });
  await expect((await payments()).check()).rejects.toMatchObject({ code: 'unavailable' });
});
