import { afterAll, beforeEach, describe, expect, test } from 'vitest';

import type { UserScope } from '~/lib/scope';
import { DAY_MS } from '~/lib/time';

import { INACTIVE, startFakePostmark, TOKEN } from '../../fakes/postmark.ts';
import { emptyTables } from '../setup/empty-tables.ts';

const fake = await startFakePostmark();
process.env.POSTMARK_SERVER_TOKEN = TOKEN;
process.env.POSTMARK_BASE_URL = fake.url;
process.env.MAIL_FROM = 'Brandwright <hello@brand.example>';
process.env.POSTMARK_WEBHOOK_USER = 'postmark';
process.env.POSTMARK_WEBHOOK_PASSWORD = 'a password of Postmark’s';

const { actOnUser } = await import('~/features/admin/users/act-on-user.server');
const { clearEmailFailures } = await import('~/features/admin/outbox/clear-email-failures.server');
const { listUsers, openUser, readUserQuery } =
  await import('~/features/admin/users/read-users.server');
const { listActs } = await import('~/features/accounts/index.server');
const { deliver, readFailureQuery, readFailures, findUnreached } =
  await import('~/features/email/index.server');
const { receivePostmarkEvent } =
  await import('~/features/email/failures/receive-postmark-event.server');
const { purgeFailures } = await import('~/features/email/failures/failure-actions.server');
const { bodyOf } = await import('~/http/read-body.server');
const { sql } = await import('~/lib/db/index.server');
const { createUser } = await import('../../factories/users.ts');

const NOW = new Date('2026-11-21T12:00:00Z');
const LOGIN = `Basic ${Buffer.from('postmark:a password of Postmark’s').toString('base64')}`;

let user: Awaited<ReturnType<typeof createUser>>;
let admin: { id: UserScope; address: string };

afterAll(() => fake.close());

beforeEach(async () => {
  await emptyTables('users', 'mail_failures', 'audit_entries');
  user = await createUser({ email: 'ada@example.com' });
  admin = { id: (await createUser({ isAdmin: true })).id, address: '192.0.2.1' };
  fake.reset();
});

/** The example in Postmark's documentation. */
const bounce = {
  RecordType: 'Bounce',
  ID: 4323372036854775807,
  Type: 'HardBounce',
  TypeCode: 1,
  Name: 'Hard bounce',
  Tag: 'notice',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  ServerID: 23,
  MessageStream: 'outbound',
  Description: 'The server was unable to deliver your message (ex: unknown user).',
  Details: 'Test bounce details',
  Email: 'Ada@Example.com',
  From: 'hello@brand.example',
  BouncedAt: '2026-11-21T11:13:28.0735393Z',
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Subject: 'Your tokens',
};
const complaint = { ...bounce, RecordType: 'SpamComplaint', Type: 'SpamComplaint', ID: 42 };
const delivery = {
  RecordType: 'Delivery',
  MessageID: 'another',
  Recipient: 'ada@example.com',
  DeliveredAt: '2026-11-21T11:59:59Z',
};

function report(body: unknown, login: string | null = LOGIN, address = '192.0.2.9') {
  const request = new Request('http://localhost/api/mail/postmark-webhook', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(login && { authorization: login }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const { headers } = request;
  return receivePostmarkEvent({ headers, address, bytes: () => bodyOf(request) }, NOW);
}

const list = (search = '') => readFailures(readFailureQuery(new URLSearchParams(search)));

describe('an event of Postmark', () => {
  test('marks the address, once for each event', async () => {
    for (let time = 0; time < 2; time += 1) expect((await report(bounce)).status).toBe(200);
    expect(await findUnreached('ada@example.com')).toBe('hard');
    expect((await list()).failures).toMatchObject([
      {
        email: 'ada@example.com',
        userId: user.id,
        kind: 'hard',
        reason: 'HardBounce',
        subject: 'Your tokens',
        happenedAt: '2026-11-21T11:13:28.073Z',
        clearedAt: null,
      },
    ]);
    await report({ ...bounce, MessageID: 'of another mail' });
    expect((await list()).failures).toHaveLength(2);
  });

  test.each([
    ['SpamComplaint', { RecordType: 'SpamComplaint', Inactive: true }, 'complaint'],
    ['Blocked', { Inactive: false }, null],
    ['Blocked', { Inactive: true }, 'hard'],
    ['SoftBounce', { Inactive: false }, null],
    ['Transient', { Inactive: undefined }, null],
    ['BadEmailAddress', { Inactive: false }, 'hard'],
  ] as const)('%s with %j marks the address as: %s', async (Type, event, kind) => {
    expect((await report({ ...bounce, ...event, Type })).status).toBe(200);
    expect(await findUnreached('ada@example.com')).toBe(kind);
    expect((await list('filter=all')).failures).toHaveLength(1);
    expect((await list()).failures).toHaveLength(kind === null ? 0 : 1);
  });

  test('that doesn’t matter here is accepted and not stored', async () => {
    for (const event of [
      { RecordType: 'Open', Recipient: 'ada@example.com' },
      { ...bounce, Type: 'AutoResponder', Inactive: false },
    ]) {
      expect((await report(event)).status).toBe(200);
    }
    expect((await list('filter=all')).failures).toEqual([]);
  });

  test('about an email that opens an account never shows what opens it', async () => {
    await report({ ...bounce, Tag: 'sign-in', Subject: 'Your code: 123456' });
    await report({
      ...bounce,
      ID: 2,
      Tag: undefined,
      Subject: 'https://brand.example/auth/x?code=1',
    });
    const subjects = (await list()).failures.map(({ subject }) => subject);
    expect(subjects).toEqual(['[link hidden]', 'Your code: [code hidden]']);
  });

  test('finds an account whose domain isn’t ASCII', async () => {
    const other = await createUser({ email: 'ada@bücher.example' });
    await report({ ...bounce, Email: 'ada@xn--bcher-kva.example' });
    expect((await list()).failures).toMatchObject([{ userId: other.id }]);
    expect(await findUnreached('ada@bücher.example')).toBe('hard');
  });

  test('is dated no later than now', async () => {
    await report({ ...bounce, BouncedAt: '2099-01-01T00:00:00Z' });
    expect((await list()).failures[0]?.happenedAt).toBe(NOW.toISOString());
  });

  test('about an email that arrived clears earlier failures, and no later ones', async () => {
    await report(bounce);
    await report({ ...delivery, DeliveredAt: '2026-11-21T11:00:00Z' });
    expect(await findUnreached('ada@example.com')).toBe('hard');
    await report(delivery);
    expect(await findUnreached('ada@example.com')).toBeNull();
    // The same event changes nothing the second time.
    await report(bounce);
    expect(await findUnreached('ada@example.com')).toBeNull();
  });

  test('about sending to the address again clears its failures', async () => {
    await report(complaint);
    const change = {
      RecordType: 'SubscriptionChange',
      Recipient: 'ada@example.com',
      ChangedAt: '2026-11-21T11:30:00Z',
      SuppressionReason: 'SpamComplaint',
    };
    await report({ ...change, SuppressSending: true });
    expect(await findUnreached('ada@example.com')).toBe('complaint');
    await report({ ...change, SuppressSending: false });
    expect(await findUnreached('ada@example.com')).toBeNull();
  });
});

describe('the webhook', () => {
  test.each([
    ['no credentials', null],
    ['a wrong password', `Basic ${Buffer.from('postmark:wrong').toString('base64')}`],
    ['a wrong user', `Basic ${Buffer.from('other:a password of Postmark’s').toString('base64')}`],
    ['another scheme', LOGIN.replace('Basic', 'Bearer')],
  ])('refuses %s', async (_credentials, login) => {
    const answer = await report(bounce, login);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
    expect((await list()).failures).toEqual([]);
  });

  test.each([
    ['a body that isn’t JSON', 'x', 400],
    ['a body that isn’t an event', {}, 400],
    ['a bounce without an address', { ...bounce, Email: 'nobody' }, 400],
    ['a bounce without a time', { ...bounce, BouncedAt: 'soon' }, 400],
    ['a bounce with two addresses', { ...bounce, Email: 'a@example.com, b@example.com' }, 400],
    ['a huge body', `"${'x'.repeat(1_000_001)}"`, 413],
  ])('refuses %s', async (_kind, body, status) => {
    expect((await report(body)).status).toBe(status);
    expect((await list('filter=all')).failures).toEqual([]);
  });

  test('is rate-limited', async () => {
    const many = Array.from({ length: 620 }, () =>
      report(bounce, null, '192.0.2.66').catch((error) => error),
    );
    const refused = (await Promise.all(many)).filter((answer) => answer instanceof Error);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ status: 429 });
  });
});

describe('a recipient that the service refuses at once', () => {
  const send = (to: string) =>
    deliver(
      to,
      { subject: 'Your code: 123456', preview: 'p', title: 't', paragraphs: ['x'] },
      { kind: 'sign-in' },
    );

  test('is marked, until the service accepts an email to the address', async () => {
    await expect(send(INACTIVE)).rejects.toMatchObject({ code: 'refused' });
    expect((await list()).failures).toMatchObject([
      { email: INACTIVE, userId: null, reason: '406', subject: 'Your code: [code hidden]' },
    ]);
    await expect(send('two@example.com, three@example.com')).rejects.toMatchObject({
      code: 'refused',
    });
    // That Postmark accepts another email doesn't clear a bounce.
    await report(bounce);
    await send('ada@example.com');
    expect(await findUnreached('ada@example.com')).toBe('hard');
    await sql.query(`UPDATE mail_failures SET email = 'eve@example.com' WHERE event_key IS NULL`);
    await send('Eve@example.com');
    expect(await findUnreached('eve@example.com')).toBeNull();
    expect((await list()).failures).toHaveLength(1);
  });
});

describe('an admin', () => {
  const filtered = async () =>
    (await listUsers(readUserQuery(new URLSearchParams('filter=unreached')))).users.map(
      ({ id }) => id,
    );

  test('finds people whom email doesn’t reach, and can clear that, which is recorded in the audit log', async () => {
    expect(await filtered()).toEqual([]);
    await report(bounce);
    await report({ ...bounce, ID: 2 });
    expect(await filtered()).toEqual([user.id]);
    expect((await openUser(user.id, NOW)).unreached).toBe(true);
    await actOnUser(admin, user.id, { name: 'clear-mail-failures' }, NOW);
    expect(await filtered()).toEqual([]);
    expect(await findUnreached(user.email)).toBeNull();
    expect(await listActs({ before: null, limit: 10 })).toMatchObject([
      {
        action: 'clear-mail-failures',
        targetId: user.id,
        before: { email: 'ada@example.com', failures: 2 },
        address: '192.0.2.1',
      },
    ]);
    await expect(
      actOnUser(admin, user.id, { name: 'clear-mail-failures' }, NOW),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  test('can clear an address by one of its failures', async () => {
    await report(bounce);
    await report({ ...bounce, ID: 2 });
    await report({ ...bounce, ID: 3, Email: 'eve@example.com' });
    const [failure] = (await list('email=ADA@example.com')).failures;
    await clearEmailFailures(admin, failure?.id, NOW);
    expect((await list()).failures.map(({ email }) => email)).toEqual(['eve@example.com']);
    expect((await list('filter=all&email=ada@example.com')).failures).toHaveLength(2);
    // A second admin at the same time finds nothing to clear, which is no error and adds no entry.
    await clearEmailFailures(admin, failure?.id, NOW);
    expect(await listActs({ before: null, limit: 10 })).toMatchObject([{ targetId: user.id }]);
    await expect(clearEmailFailures(admin, 'none', NOW)).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('reads failures page by page', async () => {
    for (let id = 0; id < 53; id += 1) await report({ ...bounce, ID: id });
    const first = await list('filter=all');
    const second = await list(`filter=all&before=${first.cursor}`);
    expect([first.failures.length, second.failures.length, second.cursor]).toEqual([50, 3, null]);
    const ids = [...first.failures, ...second.failures].map(({ id }) => id);
    expect(new Set(ids).size).toBe(53);
  });
});

test('cleared failures are deleted after three months, the others after two years', async () => {
  await report(bounce);
  await report({ ...bounce, ID: 2, Type: 'SoftBounce', Inactive: false });
  await report({ ...bounce, ID: 3, Email: 'nobody@example.com' });
  await purgeFailures(new Date(NOW.getTime() + 89 * DAY_MS));
  expect((await list('filter=all')).failures).toHaveLength(3);
  await purgeFailures(new Date(NOW.getTime() + 91 * DAY_MS));
  expect((await list('filter=all')).failures).toMatchObject([{ kind: 'hard', userId: user.id }]);
  await purgeFailures(new Date(NOW.getTime() + 731 * DAY_MS));
  expect((await list('filter=all')).failures).toEqual([]);
});

test('with many failures, the queries of every page and of the list use an index', async () => {
  await sql.query(
    `INSERT INTO mail_failures (id, event_key, email, kind, reason, happened_at, cleared_at)
     SELECT gen_random_uuid(), 'k' || n, 'person' || n || '@example.com', 'hard', 'HardBounce', now(), now()
       FROM generate_series(1, 20000) n`,
  );
  await report(bounce);
  await sql.query('ANALYZE mail_failures');
  const plans = await Promise.all(
    [
      `SELECT kind FROM mail_failures WHERE email = 'ada@example.com' AND cleared_at IS NULL AND kind <> 'soft'
        ORDER BY happened_at DESC, id DESC LIMIT 1`,
      `SELECT * FROM mail_failures WHERE cleared_at IS NULL AND kind <> 'soft' ORDER BY id DESC LIMIT 51`,
      `SELECT * FROM mail_failures WHERE email = 'ada@example.com' ORDER BY id DESC LIMIT 51`,
    ].map((query) => sql.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${query}`)),
  );
  for (const plan of plans) {
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toMatch(/Index|Bitmap/);
    expect(text).not.toMatch(/Seq Scan/);
  }
});
