import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { INACTIVE, startFakePostmark, TOKEN } from '../../fakes/postmark.ts';

const fake = await startFakePostmark({ prefix: '/relay' });
process.env.POSTMARK_SERVER_TOKEN = TOKEN;
process.env.POSTMARK_BASE_URL = fake.url;
process.env.MAIL_FROM = 'Brand & Söhne, Inc. <hello@brand.example>';

const { deliver } = await import('~/features/email/index.server');
const { postmarkTransport } = await import('~/gateways/email/postmark.server');
const { enqueue, startJobs } = await import('~/engine/queue/index.server');
const { sql } = await import('~/lib/db/index.server');
const { makeRetriesDue, pollEvery } = await import('../setup/polling.ts');

const content = {
  subject: 'Your code',
  preview: 'It ends soon',
  title: 'Sign in',
  paragraphs: ['Someone asked for this.'],
};
const send = (to = 'ada@example.com') => deliver(to, content, { kind: 'sign-in' });

beforeEach(() => fake.reset());
afterAll(() => fake.close());

test('Postmark gets the rendered email, from MAIL_FROM and without tracking', async () => {
  await send('ada@bücher.example');
  expect(fake.mails).toEqual([
    expect.objectContaining({
      From: '"Brand & Söhne, Inc." <hello@brand.example>',
      To: 'ada@xn--bcher-kva.example',
      Subject: 'Your code',
      TextBody: expect.stringContaining('Someone asked for this.') as string,
      HtmlBody: expect.stringContaining('<h1') as string,
      MessageStream: 'outbound',
      Tag: 'sign-in',
      TrackOpens: false,
      TrackLinks: 'None',
      Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
    }),
  ]);
});

test('an inactive recipient and an invalid address are refused for good', async () => {
  await expect(send(INACTIVE)).rejects.toMatchObject({
    code: 'refused',
    detail: '406',
    retryable: false,
  });
  await expect(send('ädä@example.com')).rejects.toMatchObject({ code: 'refused', detail: '300' });
  expect(fake.requests).toBe(2);
});

test.each([
  [500, 'service-fault'],
  [503, 'service-fault'],
  [429, 'busy'],
] as const)('a failure with the status %i can be retried', async (status, code) => {
  fake.script({ status });
  await expect(send()).rejects.toMatchObject({ code, detail: String(status), retryable: true });
  await send();
  expect(fake.mails).toHaveLength(1);
});

const message = {
  from: { name: '', address: 'hello@brand.example' },
  to: 'ada@example.com',
  subject: 's',
  text: 't',
  html: 'h',
  kind: 'notice',
} as const;

test('a wrong token has a code of its own, and can be retried', async () => {
  const other = postmarkTransport({ token: 'another', baseUrl: fake.url });
  await expect(other.send(message)).rejects.toMatchObject({
    code: 'not-accepted',
    detail: '10',
    retryable: true,
  });
});

test('a request to a service that doesn’t answer times out', async () => {
  fake.script({ hang: true });
  const hurried = postmarkTransport({ token: TOKEN, baseUrl: fake.url, timeoutMs: 200 });
  await expect(hurried.send(message)).rejects.toMatchObject({ code: 'timed-out', retryable: true });
});

test('a page of another server doesn’t count as a receipt', async () => {
  fake.script({ page: '<!doctype html><title>Welcome</title>' });
  await expect(send()).rejects.toMatchObject({ code: 'service-fault', retryable: true });
});

test('an answer that is no object doesn’t count as a receipt or a server', async () => {
  const failure = { code: 'service-fault', retryable: true };
  fake.script({ page: 'null' }, { page: 'null' });
  await expect(send()).rejects.toMatchObject(failure);
  const transport = postmarkTransport({ token: TOKEN, baseUrl: fake.url });
  await expect(transport.check()).rejects.toMatchObject(failure);
});

test('a connection that is cut or refused can be retried', async () => {
  fake.script({ cutAfterAccepting: true });
  await expect(send()).rejects.toMatchObject({ code: 'unreachable', retryable: true });
  const closed = await startFakePostmark();
  await closed.close();
  const nowhere = postmarkTransport({ token: TOKEN, baseUrl: closed.url });
  await expect(nowhere.send(message)).rejects.toMatchObject({
    code: 'unreachable',
    detail: 'ECONNREFUSED',
  });
});

test('an error contains neither the address nor the token', async () => {
  const error = await send(INACTIVE).catch((thrown: unknown) => thrown as Error);
  const text = JSON.stringify(error) + String(error) + (error as Error).stack;
  expect(text).not.toContain(INACTIVE);
  expect(text).not.toContain(TOKEN);
});

const greeting = {
  name: 'greeting',
  retries: 5,
  parse: (data: unknown) => z.object({ to: z.string() }).parse(data),
  run: ({ to }: { to: string }) => send(to),
};
const jobsOf = (state: string) =>
  sql.query('SELECT 1 FROM pgboss.job WHERE name = $1 AND state::text = $2', ['greeting', state]);

let jobs: { stop(): Promise<void> } | undefined;
afterEach(async () => {
  await jobs?.stop();
  jobs = undefined;
});

test('a job retries after a fault and sends the email once, but gives up if the recipient is refused', async () => {
  pollEvery(0.5);
  jobs = await startJobs({ scheduled: [], queued: [greeting], work: true });
  fake.script({ status: 503 });
  await enqueue(greeting, { to: 'ada@example.com' });
  await vi.waitFor(async () => expect(await jobsOf('retry')).toHaveLength(1));
  await enqueue(greeting, { to: INACTIVE });
  await vi.waitFor(async () => expect(await jobsOf('completed')).toHaveLength(1));
  expect(await makeRetriesDue('greeting')).toHaveLength(1);
  await vi.waitFor(async () => expect(await jobsOf('completed')).toHaveLength(2));
  expect(fake.mails.map(({ To }) => To)).toEqual(['ada@example.com']);
  expect(fake.requests).toBe(3);
});
