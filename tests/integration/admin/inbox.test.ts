import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type * as Gateway from '~/gateways/email/index.server';
import type { UserScope } from '~/lib/scope';

import { startFakePostmark, TOKEN } from '../../fakes/postmark.ts';
import { emptyTables } from '../setup/empty-tables.ts';

const service = vi.hoisted(() => ({ isSet: true }));
vi.mock('~/gateways/email/index.server', async (original) => {
  const gateway = await original<typeof Gateway>();
  const without = { sendEmail: async () => {}, whatSentMeans: () => 'nothing' as const };
  return {
    ...gateway,
    isOutboxUsed: () => !service.isSet,
    sendEmail: (email: Parameters<typeof gateway.sendEmail>[0]) =>
      (service.isSet ? gateway : without).sendEmail(email),
    whatSentMeans: () => (service.isSet ? gateway : without).whatSentMeans(),
  };
});

const fake = await startFakePostmark();
process.env.POSTMARK_SERVER_TOKEN = TOKEN;
process.env.POSTMARK_BASE_URL = fake.url;
process.env.MAIL_FROM = 'Brandwright <hello@brand.example>';
process.env.SUPPORT_EMAIL = 'support@brand.example';

const { readLog } = await import('~/features/admin/audit/read-log.server');
const { newReply, stateChange } = await import('~/features/admin/schema');
const { changeState, openMessage, readInbox, readInboxFilter, replyToMessage } =
  await import('~/features/help/index.server');
const { contactReplyEmailJob } = await import('~/features/help/inbox/email-reply.server');
const { answerContactCall } = await import('~/features/help/contact/contact-requests.server');
const { input, NOT_UNDERSTOOD } = await import('~/http/input.server');
const { startJobs } = await import('~/engine/queue/index.server');
const { sql } = await import('~/lib/db/index.server');
const { newId } = await import('~/lib/ids.server');
const { createUser } = await import('../../factories/users');

let admin: { id: UserScope; address: string };
let running: { stop(): Promise<void> } | undefined;
beforeEach(async () => {
  fake.reset();
  service.isSet = true;
  await emptyTables('users', 'contact_messages', 'audit_entries', 'rate_limits');
  const { id } = await createUser({ email: 'admin@example.com', isAdmin: true });
  admin = { id, address: '192.0.2.1' };
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});
afterAll(() => fake.close());

const list = (search: string) => readInbox(readInboxFilter(new URLSearchParams(search)));
const acts = async () => (await readLog(new URLSearchParams())).acts;

async function write(
  more: {
    kind?: 'suggestion' | 'support';
    subject?: string;
    details?: string;
    email?: string;
  } = {},
  user: { id: UserScope } | null = null,
): Promise<string> {
  const { kind = 'support', subject = 'Printing', ...typed } = more;
  const fields = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', details: 'Why?' };
  const sent = { kind, typed: { ...fields, ...typed }, subject, trap: '' };
  const sender = async () => ({ user, address: undefined });
  expect(await answerContactCall(Promise.resolve(sent), sender)).toMatchObject({ success: true });
  const [row] = await sql.query<{ id: string }>(
    'SELECT id FROM contact_messages ORDER BY id DESC LIMIT 1',
  );
  return row!.id;
}

describe('the inbox', () => {
  test('lists messages by state and kind, each with its first line', async () => {
    const user = await createUser({ email: 'account@example.com' });
    const support = await write({ details: '\n  Why does it stop?  \na secret worry' });
    const idea = await write({ kind: 'suggestion', subject: '' }, user);
    expect((await list('')).messages.map(({ id }) => id)).toEqual([idea, support]);
    expect((await list('kind=support')).messages).toEqual([
      expect.objectContaining({
        id: support,
        name: 'Ada Byron',
        subject: 'Printing',
        firstLine: 'Why does it stop?',
      }),
    ]);
    expect(JSON.stringify(await list(''))).not.toContain('secret');
    await changeState(admin, support, 'closed');
    expect((await list('state=open')).messages.map(({ id }) => id)).toEqual([idea]);
    expect((await list('state=closed&kind=suggestion')).messages).toEqual([]);
    expect((await list('state=nonsense&kind=x&before=y')).messages).toHaveLength(1);
    expect(await openMessage(idea)).toMatchObject({
      text: 'Why?',
      account: { id: user.id, email: 'account@example.com' },
    });
    expect(await openMessage(support)).toMatchObject({
      account: null,
      text: expect.stringContaining('a secret worry'),
    });
  });

  test('has pages that contain each message once, read by an index', async () => {
    await sql.query(
      `INSERT INTO contact_messages (id, kind, state, first_name, last_name, email, subject, body, created_at)
       SELECT gen_random_uuid(), CASE WHEN n % 100 = 0 THEN 'suggestion' ELSE 'support' END::contact_kind,
              CASE WHEN n <= 20 THEN 'open' ELSE 'closed' END::contact_state, 'A', 'B', 'a@b.example', '', 'x', now()
         FROM generate_series(1, 20000) n`,
    );
    await sql.query('ANALYZE contact_messages');
    const first = await list('state=closed&kind=suggestion');
    const second = await list(`state=closed&kind=suggestion&before=${first.cursor}`);
    expect([first.messages.length, second.messages.length]).toEqual([50, 50]);
    const ids = [...first.messages, ...second.messages].map(({ id }) => id);
    expect(new Set(ids).size).toBe(100);
    expect((await list('')).cursor).toBeNull();

    const plan = async (conditions: string) =>
      JSON.stringify(
        await sql.query(
          `EXPLAIN (FORMAT JSON) SELECT m.id FROM contact_messages m LEFT JOIN users u ON u.id = m.user_id
            WHERE ${conditions} ORDER BY m.id DESC LIMIT 51`,
        ),
      );
    const { cursor } = first;
    expect(await plan(`m.state = 'open' AND m.id < '${cursor}'`)).toContain(
      'contact_messages_state_id_idx',
    );
    expect(
      await plan(`m.state = 'closed' AND m.kind = 'suggestion' AND m.id < '${cursor}'`),
    ).toContain('contact_messages_state_kind_id_idx');
  });

  test('records who changed a state, and nothing if it did not change', async () => {
    const user = await createUser({ email: 'account@example.com' });
    const id = await write({}, user);
    await changeState(admin, id, 'closed');
    await changeState(admin, id, 'closed');
    expect(await acts()).toEqual([
      expect.objectContaining({
        action: 'change-message-state',
        actor: 'admin@example.com',
        target: 'account@example.com',
        before: { state: 'open' },
        after: { state: 'closed', message: id },
        address: '192.0.2.1',
      }),
    ]);
    for (const body of [null, {}, { state: 'gone' }]) {
      expect(() => input(stateChange)(body)).toThrow(NOT_UNDERSTOOD);
    }
    for (const wrong of [undefined, 'x', newId()]) {
      await expect(changeState(admin, wrong, 'open')).rejects.toMatchObject({ code: 'not-found' });
      await expect(openMessage(wrong)).rejects.toMatchObject({ code: 'not-found' });
    }
  });
});

describe('a reply', () => {
  const reply = (contact: string, id = newId(), text = ' It prints again.\r\n\r\nSorry! ') =>
    replyToMessage(admin, contact, { id, text }, new Date());

  test('is stored, then emailed to the sender with the operator’s address to reply to', async () => {
    const contact = await write({ details: 'It does not print.\n\nWhy?' });
    const id = newId();
    await reply(contact, id);
    await reply(contact, id);
    expect(fake.requests).toBe(0);
    expect(await openMessage(contact)).toMatchObject({
      state: 'answered',
      replies: [
        { id, author: 'admin@example.com', text: 'It prints again.\n\nSorry!', state: 'waiting' },
      ],
    });
    running = await startJobs({ scheduled: [], queued: [contactReplyEmailJob], work: true });
    await vi.waitFor(async () =>
      expect((await openMessage(contact)).replies[0]?.state).toBe('sent'),
    );
    expect(fake.mails).toEqual([
      expect.objectContaining({
        To: 'ada@example.com',
        ReplyTo: 'support@brand.example',
        Subject: 'Re: Printing',
      }),
    ]);
    const text = fake.mails[0]!.TextBody;
    expect(text).toMatch(/It prints again\.\n\nSorry!\n\n[^]*It does not print\.\n\nWhy\?/);
    const log = await acts();
    expect(log).toEqual([
      expect.objectContaining({
        action: 'reply-to-message',
        after: { state: 'answered', message: contact },
      }),
    ]);
    expect(JSON.stringify(log)).not.toContain('prints');
  });

  test('is sent again after an outage, and given up if the service refuses the address', async () => {
    const contact = await write();
    const id = newId();
    await reply(contact, id);
    fake.script({ status: 503 });
    await expect(contactReplyEmailJob.run({ id })).rejects.toMatchObject({ retryable: true });
    expect((await openMessage(contact)).replies[0]?.state).toBe('waiting');
    await contactReplyEmailJob.run({ id });
    // A job may run twice.
    await contactReplyEmailJob.run({ id });
    expect([(await openMessage(contact)).replies[0]?.state, fake.mails.length]).toEqual([
      'sent',
      1,
    ]);

    const unknown = await write({ email: 'ädä@example.com' });
    const lost = newId();
    await reply(unknown, lost);
    await contactReplyEmailJob.run({ id: lost });
    expect((await openMessage(unknown)).replies[0]?.state).toBe('refused');
    expect(await contactReplyEmailJob.run({ id: newId() })).toBeUndefined();
  });

  test('without an email service stays in the outbox, and is shown so once a service is set', async () => {
    const contact = await write();
    const id = newId();
    service.isSet = false;
    await reply(contact, id);
    await contactReplyEmailJob.run({ id });
    service.isSet = true;
    // A job may run twice, also later.
    await contactReplyEmailJob.run({ id });
    expect(fake.requests).toBe(0);
    expect(await openMessage(contact)).toMatchObject({
      state: 'open',
      replies: [{ id, state: 'outbox' }],
    });
  });

  test('needs a text and an existing message', async () => {
    const contact = await write();
    await expect(reply(contact, newId(), ' \n ')).rejects.toMatchObject({
      code: 'invalid',
      fields: { text: 'Write a reply.' },
    });
    await expect(reply(newId())).rejects.toMatchObject({ code: 'not-found' });
    for (const body of [null, {}, { id: 'x', text: 'y' }, { id: newId(), text: 5 }]) {
      expect(() => input(newReply)(body)).toThrow(NOT_UNDERSTOOD);
    }
    expect(await openMessage(contact)).toMatchObject({ state: 'open', replies: [] });
    expect(await acts()).toEqual([]);
  });
});
