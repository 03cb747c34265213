import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { dataDir } from '../setup/outbox';
import { fakeStripe as stripe } from '../setup/fake-stripe';
import { billingEmailJob, emailTrialEnds } from '~/features/billing/emails/billing-email.server';
import { startJobs } from '~/engine/queue/index.server';
import { sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';
import { DAY_MS, HOUR_MS } from '~/lib/time';

import { readOutbox } from '../../harness/outbox';
import { insertUser, openAccount, setMetering } from './accounts';
import { begin, clockOf, send } from './paying';
import { emptyTables } from '../setup/empty-tables.ts';

const now = new Date();
const ago = (ms: number) => new Date(now.getTime() - ms);
let running: { stop(): Promise<void> } | undefined;

beforeEach(async () => {
  setMetering('billing');
  clockOf(stripe, now);
  stripe.events.length = 0;
  await emptyTables('users');
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

const work = async () =>
  (running = await startJobs({ scheduled: [], queued: [billingEmailJob], work: true }));
/** Waits for this many emails to the user. */
async function emailsTo(userId: UserScope, count: number) {
  return vi.waitFor(async () => {
    const emails = (await readOutbox(dataDir)).filter(({ to }) => to.includes(userId));
    expect(emails).toHaveLength(count);
    return emails;
  });
}
/** How many emails of each kind were requested. */
const requested = async () =>
  (
    await sql.query<{ kind: string; n: number }>(
      'SELECT kind, count(*)::int AS n FROM billing_mails GROUP BY kind ORDER BY kind',
    )
  ).map(({ kind, n }) => `${n} ${kind}`);

it('a user is emailed two days before the trial ends and when it has ended, once each', async () => {
  const userId = await openAccount(ago(5 * DAY_MS - HOUR_MS));
  await emailTrialEnds(now);
  expect(await requested()).toEqual([]);
  const inAnHour = new Date(now.getTime() + HOUR_MS);
  await emailTrialEnds(inAnHour);
  await Promise.all([emailTrialEnds(inAnHour), emailTrialEnds(inAnHour)]);
  await work();
  const [first] = await emailsTo(userId, 1);
  expect(first).toMatchObject({ subject: 'Your trial ends in two days', kind: 'notice' });
  expect(first!.text).toContain('25,000 trial tokens left');
  expect(first!.text).toContain('/settings?tab=subscription');

  const over = new Date(now.getTime() + 3 * DAY_MS);
  await emailTrialEnds(over);
  await emailTrialEnds(over);
  expect((await emailsTo(userId, 2))[1]).toMatchObject({ subject: 'Your trial has ended' });
  expect(await requested()).toEqual(['1 trial-ending', '1 trial-over']);
});

it('an email of a job writes days and numbers as its reader does, in the zone that they chose', async () => {
  const userId = await openAccount(ago(5 * DAY_MS - HOUR_MS));
  await sql.query(
    `UPDATE users SET locale = 'de-DE', time_zone = 'UTC', chosen_time_zone = 'Pacific/Kiritimati' WHERE id = $1`,
    [userId],
  );
  // After the trial's tokens expire, at a moment when it's the next day in that zone.
  const end = new Date(now.getTime() + 3 * DAY_MS);
  end.setUTCHours(20, 0, 0, 0);
  await sql.query('UPDATE billing_accounts SET subscription_trial_end_at = $2 WHERE user_id = $1', [
    userId,
    end,
  ]);
  await emailTrialEnds(new Date(end.getTime() - DAY_MS));
  await work();
  const [email] = await emailsTo(userId, 1);
  const nextDay = new Date(end.getTime() + DAY_MS);
  expect(email!.text).toContain(
    nextDay.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  );
  expect(email!.text).toContain('25.000 trial tokens left');
});

it('a user gets no email if the trial ended long ago, they have a plan, or they are unverified or disabled, or if there is no billing', async () => {
  await openAccount(ago(11 * DAY_MS));
  await openAccount(ago(8 * DAY_MS), false);
  const disabled = await openAccount(ago(8 * DAY_MS));
  await sql.query('UPDATE users SET disabled_at = now() WHERE id = $1::uuid', [disabled]);
  const subscriber = await openAccount(ago(6 * DAY_MS));
  stripe.pay(await begin(stripe, subscriber, 'price_month', now));
  await send(stripe.events.splice(0), now);
  await insertUser();
  await emailTrialEnds(now);
  expect(await requested()).toEqual(['1 receipt']);
  setMetering('allowance');
  await openAccount(ago(8 * DAY_MS));
  await emailTrialEnds(now);
  expect(await requested()).toEqual(['1 receipt']);
});

it('a receipt is emailed for each payment, and a failed payment is reported by email', async () => {
  const userId = await openAccount(now);
  const session = await begin(stripe, userId, 'price_month', now);
  stripe.pay(session);
  stripe.pay(await begin(stripe, userId, 'price_pack', now));
  const subscription = stripe.sessions.get(session)!.subscription!;
  const failed = stripe.renew(subscription, { paid: false });
  const events = stripe.events.splice(0);
  await send([...events, ...events], now);
  await work();
  const emails = await emailsTo(userId, 3);
  expect(emails.map(({ subject }) => subject).sort()).toEqual([
    'Your payment didn’t go through',
    'Your receipt',
    'Your receipt',
  ]);
  const texts = emails.map(({ text }) => text).join('\n');
  expect(texts).toContain(`/invoice/${failed.id}`);
  expect(texts).toMatch(/\/receipt\/ch_/);
});
