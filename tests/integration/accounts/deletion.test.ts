import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { sentDeletionEmails } from './emails';
// A process that removes accounts knows all features.
import '~/lifecycle.server';
import {
  authenticate,
  onSessionEnded,
  readDeletion,
  recordAct,
} from '~/features/accounts/index.server';
import { accountEmailJob } from '~/features/accounts/emails/send-account-email.server';
import { deletionEmailJob } from '~/features/accounts/deletion/deletion-email.server';
import { followDeletion } from '~/features/accounts/deletion/request-deletion.server';
import { removeAccounts } from '~/features/accounts/deletion/remove-accounts.server';
import {
  cancelDeletion,
  requestDeletion,
} from '~/features/accounts/deletion/request-deletion.server';
import { signIn } from '~/features/accounts/sessions/sign-in.server';
import { allUserData, registerUserData } from '~/engine/user-data/index.server';
import * as billing from '~/features/billing/subscriptions/end-subscription.server';
import { purgeLoras } from '~/features/media/loras/lora-leftovers.server';
import { shareConversation } from '~/features/chat/index.server';
import { openShare } from '~/features/chat/sharing/share-page.server';
import { sendEmail } from '~/gateways/email/index.server';
import { hasAddress } from '~/gateways/email/outbox.server';
import { objects } from '~/gateways/objects/index.server';
import { enqueue } from '~/engine/queue/index.server';
import { sql } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { newId } from '~/lib/ids.server';
import type { Session } from '~/http/session';
import type { UserScope } from '~/lib/scope';
import { DAY_MS } from '~/lib/time';

import { createConversation, createMessages } from '../../factories/conversations';
import { createUser, PASSWORD, signInCookie, type TestUser } from '../../factories/users';
import { everyRow, fillTables, userTables } from './filled-tables';

vi.mock('~/features/billing/subscriptions/end-subscription.server', { spy: true });

const GONE = { code: 'not-found' };
const client = { address: undefined, userAgent: null, secure: false };

let user: TestUser;
let found: Session;
beforeEach(async () => {
  await sql.query('DELETE FROM account_deletions');
  user = await createUser();
  found = (await authenticate(await signInCookie(user)))!;
});
afterEach(() => vi.mocked(billing.endSubscription).mockReset());

const in31Days = () => new Date(Date.now() + 31 * DAY_MS);

/** Stores some objects of each kind for the user. */
async function storeObjects(userId: UserScope): Promise<void> {
  const store = await objects();
  for (const place of allUserData().flatMap((data) => data.objects ?? [])) {
    for (const name of ['one/file', 'one/small', 'two']) {
      await store.put(`${place}${userId}/${name}`, Buffer.from('x'), { type: 'text/plain' });
    }
  }
}

async function keysWith(userId: UserScope): Promise<string[]> {
  const { objects: listed } = await (await objects()).list('');
  return listed.map(({ key }) => key).filter((key) => key.includes(userId));
}

async function rowsWithout(word: string): Promise<Map<string, string[]>> {
  const rows = [...(await everyRow())];
  return new Map(
    rows.map(([table, texts]) => [table, texts.filter((text) => !text.includes(word))]),
  );
}

async function tablesWith(...words: string[]): Promise<string[]> {
  const rows = await everyRow(['public', 'pgboss']);
  return [...rows]
    .filter(([, texts]) => texts.some((text) => words.some((word) => text.includes(word))))
    .map(([table]) => table);
}

describe('a request for the account’s deletion', () => {
  test('needs a recent login', async () => {
    const stale = { ...found, authenticatedAt: new Date(Date.now() - 11 * 60_000) };
    await expect(requestDeletion(stale, new Date())).rejects.toMatchObject({ code: 'forbidden' });
    expect(await readDeletion(user)).toBeNull();
  });

  test('is recorded once, with the day on which it is due, and confirmed by email', async () => {
    const now = new Date('2026-11-21T12:00:00Z');
    const recent = { ...found, authenticatedAt: now };
    const request = await requestDeletion(recent, now);
    expect(request).toEqual({ requestedOn: 'November 21, 2026', dueOn: 'December 21, 2026' });
    const later = new Date(now.getTime() + 5 * 60_000);
    expect(await requestDeletion(recent, later)).toEqual(request);
    const messages = await sentDeletionEmails();
    expect(messages.map(({ to, subject }) => [to, subject])).toEqual([
      [user.email, 'Your Brandwright account will be deleted'],
    ]);
    expect(messages[0]?.text).toContain(
      'We’ll delete it on December 21, 2026, with everything in it.',
    );
  });

  test('closes public links at once, and opens them again when it is withdrawn', async () => {
    const conversation = await createConversation(user, { title: 'Plan' });
    await createMessages(conversation, ['Hello', 'Hello to you.']);
    const { id: shareId } = await shareConversation(user.id, conversation.id);
    await requestDeletion(found, new Date());
    await expect(openShare({ shareId })).rejects.toMatchObject(GONE);
    await expect(openShare({ shareId, userId: user.id })).rejects.toMatchObject(GONE);

    await cancelDeletion(found);
    expect((await openShare({ shareId })).title).toBe('Plan');
    expect(await readDeletion(user)).toBeNull();
    await expect(cancelDeletion(found)).rejects.toMatchObject(GONE);
    await removeAccounts(in31Days());
    expect(await authenticate(await signInCookie(user))).not.toBeNull();
  });

  test('ends the subscription with its period, and continues it when withdrawn', async () => {
    await requestDeletion(found, new Date());
    await followDeletion.run({ userId: user.id });
    expect(billing.endSubscription).toHaveBeenLastCalledWith(user.id, 'period-end');
    await cancelDeletion(found);
    await followDeletion.run({ userId: user.id });
    expect(billing.endSubscription).toHaveBeenLastCalledWith(user.id, 'resume');
  });

  test('is only recorded with ACCOUNT_DELETION_DAYS=0', async () => {
    const days = env().ACCOUNT_DELETION_DAYS;
    onTestFinished(() => void Object.assign(env(), { ACCOUNT_DELETION_DAYS: days }));
    Object.assign(env(), { ACCOUNT_DELETION_DAYS: 0 });
    expect((await requestDeletion(found, new Date())).dueOn).toBeNull();
    await removeAccounts(new Date(Date.now() + 3_650 * DAY_MS));
    expect(await readDeletion(user)).not.toBeNull();
    await signIn({ email: user.email, password: PASSWORD, timeZone: null }, client);
  });

  test('leaves the account usable until it is due', async () => {
    await requestDeletion(found, new Date());
    await removeAccounts(new Date(Date.now() + 29 * DAY_MS));
    await signIn({ email: user.email, password: PASSWORD, timeZone: null }, client);
    expect(await readDeletion(user)).not.toBeNull();
  });
});

describe('a deletion that is due', () => {
  let other: TestUser;
  /** All rows of all tables, before the user had any but their own. */
  let without: Map<string, string[]>;
  beforeEach(async () => {
    other = await createUser();
    await fillTables(other.id);
    await storeObjects(other.id);
    await sql.query('DELETE FROM account_deletions');
    without = await rowsWithout(user.id);
    await fillTables(user.id);
    await storeObjects(user.id);
    await sql.query('DELETE FROM account_deletions');
    await sql.query(
      `INSERT INTO invitations (id, email, expires_at, used_at) VALUES ($1, $2, now() + interval '1 day', now())`,
      [`invitation of ${user.id}`, user.email],
    );
    await requestDeletion(found, new Date());
    await sentDeletionEmails();
  });

  test('is tested with rows of both users in every table that belongs to users', async () => {
    const rows = await everyRow();
    const empty = (await userTables()).filter(
      (table) => table !== 'account_deletions' && (rows.get(table)?.length ?? 0) < 2,
    );
    expect(empty).toEqual([]);
  });

  test('removes every row and object of the user, and none of anyone else', async () => {
    const objectsOfOther = await keysWith(other.id);
    expect(objectsOfOther.length).toBeGreaterThan(0);
    const ended: unknown[] = [];
    onTestFinished(onSessionEnded((event) => void ended.push(event)));

    await removeAccounts(in31Days());
    expect(ended).toContainEqual({ userId: user.id });
    expect(billing.endSubscription).toHaveBeenLastCalledWith(user.id, 'now');
    expect((await tablesWith(user.id, user.email)).toSorted()).toEqual([
      'account_deletions',
      'lora_leftovers',
      // The last email.
      'pgboss.job_common',
    ]);
    // Objects that were still being stored.
    await storeObjects(user.id);
    const [message] = await sentDeletionEmails();
    await removeAccounts(new Date(in31Days().getTime() + 2 * 3_600_000));
    await purgeLoras(new Date());

    expect(await tablesWith(user.id, user.email)).toEqual([]);
    expect(await keysWith(user.id)).toEqual([]);
    expect(await everyRow()).toEqual(without);
    expect(await keysWith(other.id)).toEqual(objectsOfOther);
    expect(message).toMatchObject({
      to: user.email,
      subject: 'Your Brandwright account was deleted',
    });
  });

  test('can’t be withdrawn once the removal has begun, and the user can’t sign in', async () => {
    vi.mocked(billing.endSubscription).mockRejectedValue(new Error('Stripe is away'));
    await removeAccounts(in31Days());
    await expect(cancelDeletion(found)).rejects.toMatchObject(GONE);
    await expect(
      signIn({ email: user.email, password: PASSWORD, timeZone: null }, client),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('is completed by the next run, no matter at which step it was interrupted', async () => {
    const store = await objects();
    const steps: ((fail: () => never) => () => void)[] = [
      (fail) => {
        vi.mocked(billing.endSubscription).mockImplementationOnce(fail);
        return () => undefined;
      },
      ...(['stop', 'removeRows'] as const).map((step) => (fail: () => never) => {
        registerUserData('broken', { [step]: fail });
        return () => registerUserData('broken', {});
      }),
      (fail) => {
        const broken = vi.spyOn(store, 'delete').mockImplementationOnce(fail);
        return () => broken.mockRestore();
      },
    ];
    for (const breakStep of steps) {
      const repair = breakStep(() => {
        throw new Error('interrupted');
      });
      await removeAccounts(in31Days());
      expect(await tablesWith(user.email)).not.toEqual([]);
      repair();
    }
    await removeAccounts(in31Days());
    await sentDeletionEmails();
    await removeAccounts(new Date(in31Days().getTime() + 2 * 3_600_000));
    await purgeLoras(new Date());
    expect(await tablesWith(user.id, user.email)).toEqual([]);
    expect(await keysWith(user.id)).toEqual([]);
  });

  describe('removes the user’s email address', () => {
    /** The address of someone else, which ends with the user's. */
    const longer = () => `other.${user.email}`;

    /** Jobs in each state, rows that have only the address, and emails in the outbox. */
    async function leaveTraces(email: string): Promise<void> {
      for (const state of ['created', 'retry', 'completed', 'cancelled', 'failed']) {
        await enqueue(accountEmailJob, { kind: 'reset', email: email.toUpperCase() });
        await sql.query(
          `UPDATE pgboss.job SET state = $1::pgboss.job_state WHERE name = $2 AND state = 'created'`,
          [state, accountEmailJob.name],
        );
      }
      await sql.query(
        `INSERT INTO failed_jobs (id, queue_id, name, data, cause, failed_at)
         VALUES ($1::uuid, $2::uuid, 'account-mail', $3::jsonb, 'Error', now())`,
        [
          newId(),
          newId(),
          JSON.stringify({ kind: 'email-changed', email: 'a@b.example', newEmail: email }),
        ],
      );
      await sql.query(
        `INSERT INTO contact_messages (id, kind, first_name, last_name, email, subject, body, created_at)
         VALUES ($1::uuid, 'support', 'Tina', 'Baker', $2, 'Bread', 'Where is it?', now())`,
        [newId(), email.toUpperCase()],
      );
      await sql.query(
        `INSERT INTO mail_failures (id, email, kind, reason, happened_at)
         VALUES ($1::uuid, $2, 'hard', '550', now())`,
        [newId(), email],
      );
      await recordAct(sql, {
        ...{ actorId: null, targetId: null, action: 'clear-mail-failures' },
        before: { email, failures: 1 },
      });
      const notice = {
        kind: 'notice',
        subject: 'News',
        text: 'News',
        html: '<p>News</p>',
      } as const;
      await sendEmail({ ...notice, to: email });
      await sendEmail({ ...notice, to: 'support@example.com', replyTo: email });
      await sendEmail({ ...notice, to: 'support@example.com', text: `It came from <${email}>.` });
    }

    /** The tables and files that contain the address. */
    async function tracesOf(email: string): Promise<string[]> {
      const contains = (text: string) => hasAddress(text, email);
      const rows = await everyRow(['public', 'pgboss']);
      const tables = [...rows].filter(([, texts]) => texts.some(contains)).map(([name]) => name);
      const outbox = join(env().DATA_DIR, 'outbox');
      const files = readdirSync(outbox).filter((name) =>
        contains(readFileSync(join(outbox, name), 'utf8')),
      );
      return [...tables, ...files.map(() => 'outbox')].toSorted();
    }

    test('from jobs, the outbox, and rows that have only the address, and leaves other addresses alone', async () => {
      await leaveTraces(user.email);
      await leaveTraces(longer());
      const ofLonger = await tracesOf(longer());
      expect(new Set(ofLonger)).toEqual(
        new Set([
          'audit_entries',
          'contact_messages',
          'failed_jobs',
          'mail_failures',
          'outbox',
          'pgboss.job_common',
        ]),
      );
      await removeAccounts(in31Days());
      // Needed to send the last email, and to look again.
      expect(await tracesOf(user.email)).toEqual(['account_deletions', 'pgboss.job_common']);

      // The email is still waiting, so nothing is given up.
      const later = new Date(in31Days().getTime() + 2 * 3_600_000);
      await removeAccounts(later);
      expect(await tracesOf(user.email)).toEqual(['account_deletions', 'pgboss.job_common']);
      const [job] = await sql.query<{ id: string; data: unknown }>(
        'SELECT id, data FROM pgboss.job WHERE name = $1',
        [deletionEmailJob.name],
      );
      await deletionEmailJob.run(deletionEmailJob.parse(job?.data));
      await sql.query(`UPDATE pgboss.job SET state = 'completed' WHERE id = $1::uuid`, [
        job?.id ?? '',
      ]);
      expect(await tracesOf(user.email)).toContain('outbox');
      await removeAccounts(later);
      expect(await tracesOf(user.email)).toEqual([]);
      expect(await tracesOf(longer())).toEqual(ofLonger);
    });

    test('unless someone has signed up with it again', async () => {
      await removeAccounts(in31Days());
      await sentDeletionEmails();
      const again = await createUser({ email: user.email });
      await leaveTraces(user.email);
      const traces = await tracesOf(user.email);
      await removeAccounts(new Date(in31Days().getTime() + 2 * 3_600_000));
      expect(await tracesOf(user.email)).toEqual(
        traces.filter((trace) => trace !== 'account_deletions'),
      );
      await sql.query('DELETE FROM users WHERE id = $1::uuid', [again.id]);
    });
  });

  test('is carried out even if another account can’t be removed', async () => {
    const second = (await authenticate(await signInCookie(other)))!;
    await requestDeletion(second, new Date());
    vi.mocked(billing.endSubscription).mockImplementation((userId) =>
      userId === user.id ? Promise.reject(new Error('away')) : Promise.resolve(),
    );
    await removeAccounts(in31Days());
    await sentDeletionEmails();
    expect(await tablesWith(other.email)).toEqual(['account_deletions']);
    expect(await tablesWith(user.email)).not.toEqual([]);
  });
});

test('every prefix of objects in the sources is removed with an account', () => {
  const root = join(process.cwd(), 'app/features');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.server.ts'))
    .map((name) => readFileSync(join(root, name), 'utf8'));
  const places = sources.flatMap((source) =>
    [...source.matchAll(/_OBJECTS = '([^']+)'/g)].map(([, place]) => place),
  );
  const removed = allUserData().flatMap((data) => data.objects ?? []);
  expect(places.length).toBeGreaterThan(2);
  expect(removed.toSorted()).toEqual(places.toSorted());
});
