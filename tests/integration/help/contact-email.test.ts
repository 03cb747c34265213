import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { UserScope } from '~/lib/scope';

import { startFakePostmark, TOKEN } from '../../fakes/postmark.ts';
import { emptyTables } from '../setup/empty-tables.ts';

const fake = await startFakePostmark();
process.env.POSTMARK_SERVER_TOKEN = TOKEN;
process.env.POSTMARK_BASE_URL = fake.url;
process.env.MAIL_FROM = 'Brandwright <hello@brand.example>';
process.env.SUPPORT_EMAIL = 'support@brand.example';

const { contactEmailJob } = await import('~/features/help/contact/email-contact.server');
const { answerContactCall } = await import('~/features/help/contact/contact-requests.server');
const { startJobs } = await import('~/engine/queue/index.server');
const { sql } = await import('~/lib/db/index.server');
const { env } = await import('~/settings/env.server');
const { createUser } = await import('../../factories/users');

const before = { ...env() };
let running: { stop(): Promise<void> } | undefined;
beforeEach(async () => {
  fake.reset();
  await emptyTables('rate_limits', 'users', 'contact_messages');
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  Object.assign(env(), before);
});
afterAll(() => fake.close());

const typed = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  details: 'It does not print.\n\nWhy?',
};
const send = (more: object = {}, user: { id: UserScope } | null = null) =>
  answerContactCall(
    Promise.resolve({
      kind: 'support',
      typed: { ...typed, ...more },
      subject: 'Printing',
      trap: '',
    }),
    async () => ({ user, address: undefined }),
  );
const work = async () =>
  (running = await startJobs({ scheduled: [], queued: [contactEmailJob], work: true }));
const mailed = async () =>
  (
    await sql.query<{ done: boolean }>(
      'SELECT mailed_at IS NOT NULL AS done FROM contact_messages ORDER BY id',
    )
  ).map(({ done }) => done);
const idOf = async () =>
  (await sql.query<{ id: string }>('SELECT id FROM contact_messages'))[0]!.id;

test('a message is stored first, then emailed to the operator, who can reply to its sender', async () => {
  expect(await send()).toMatchObject({ success: true });
  expect([await mailed(), fake.requests]).toEqual([[false], 0]);
  await work();
  await vi.waitFor(async () => expect(await mailed()).toEqual([true]));
  expect(fake.mails).toEqual([
    expect.objectContaining({
      To: 'support@brand.example',
      ReplyTo: 'ada@example.com',
      From: '"Brandwright" <hello@brand.example>',
      Subject: 'Support request: Printing',
    }),
  ]);
  const text = fake.mails[0]!.TextBody;
  expect(text).toContain('Ada Byron <ada@example.com> writes:\n\nIt does not print.\n\nWhy?\n');
  expect(text).toContain('Sent by a visitor');
});

test('a message is emailed later when the email service is down', async () => {
  await send();
  fake.script({ status: 503 });
  const id = await idOf();
  await expect(contactEmailJob.run({ id })).rejects.toMatchObject({ retryable: true });
  expect(await mailed()).toEqual([false]);
  await contactEmailJob.run({ id });
  expect(await mailed()).toEqual([true]);
  // A job may run twice.
  await contactEmailJob.run({ id });
  expect(fake.mails).toHaveLength(1);
});

test('a message reaches the operator even when the email service rejects the sender’s address', async () => {
  await send({ email: 'ädä@example.com' });
  await contactEmailJob.run({ id: await idOf() });
  expect(await mailed()).toEqual([true]);
  expect(fake.mails).toMatchObject([{ To: 'support@brand.example' }]);
  expect(fake.mails[0]).not.toHaveProperty('ReplyTo');
  expect(fake.mails[0]!.TextBody).toContain('ädä@example.com');
});

test('the email names the account that the message was sent from', async () => {
  const user = await createUser({ email: 'account@example.com' });
  await send({}, user);
  await contactEmailJob.run({ id: await idOf() });
  expect(fake.mails[0]!.TextBody).toContain('Sent from the account account@example.com');
});

describe('a message to the operator', () => {
  test.each([
    [{ SUPPORT_EMAIL: undefined, ADMIN_EMAIL: 'admin@brand.example' }, 'admin@brand.example'],
    [{ SUPPORT_EMAIL: undefined, ADMIN_EMAIL: undefined }, 'hello@brand.example'],
    [{ SUPPORT_EMAIL: undefined, MAIL_FROM: 'bare@brand.example' }, 'bare@brand.example'],
  ])('with the settings %j is emailed to %s', async (settings, to) => {
    Object.assign(env(), settings);
    await send();
    await contactEmailJob.run({ id: await idOf() });
    expect(fake.mails).toMatchObject([{ To: to }]);
  });

  test('is only stored when no address is set', async () => {
    Object.assign(env(), { SUPPORT_EMAIL: undefined, MAIL_FROM: undefined });
    await send();
    await contactEmailJob.run({ id: await idOf() });
    expect([await mailed(), fake.requests]).toEqual([[false], 0]);
  });
});
