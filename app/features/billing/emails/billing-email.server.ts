import { z } from 'zod';

import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import type { EmailContent } from '~/features/email';
import { deliver } from '~/features/email/index.server';
import { payments, paymentsMode } from '~/gateways/payments/index.server';
import { sql, type Sql, transaction } from '~/lib/db/index.server';
import { appUrl, env } from '~/settings/env.server';
import { formatDay } from '~/lib/format';
import { userScope } from '~/lib/scope';
import { DAY_MS } from '~/lib/time';

import { findCustomer } from '../checkout/customer-data.server';
import { getBalance } from '../ledger/get-balance.server';
import {
  packFailedEmail,
  paymentFailedEmail,
  receiptEmail,
  trialEndingMail,
  trialOverEmail,
} from './billing-emails';
import { claimEmail, findReader, usersWithTrialEnding } from './email-data.server';

const schema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trial-ending'), userId: z.uuid().transform(userScope) }),
  z.object({ kind: z.literal('trial-over'), userId: z.uuid().transform(userScope) }),
  /** `id`: the invoice's. */
  z.object({
    kind: z.literal('payment-failed'),
    userId: z.uuid().transform(userScope),
    id: z.string(),
  }),
  /** `id`: the session's. */
  z.object({
    kind: z.literal('pack-failed'),
    userId: z.uuid().transform(userScope),
    id: z.string(),
  }),
  z.object({
    kind: z.literal('receipt'),
    userId: z.uuid().transform(userScope),
    object: z.enum(['invoice', 'session']),
    id: z.string(),
  }),
]);

type BillingMail = z.output<typeof schema>;

/** Sends an email about money. Links of Stripe's are asked for when it is sent, and what no longer applies is not. */
export const billingEmailJob: QueuedJob<BillingMail> = {
  name: 'billing-mail',
  parse: (data) => schema.parse(data),
  retries: 20,
  run: (message) => send(message, new Date()),
};

/** Has the email sent once the transaction is committed, unless that was asked for before. */
export async function queueBillingEmail(tx: Sql, message: BillingMail, now: Date): Promise<void> {
  const reference = 'id' in message ? message.id : 'signup';
  const { userId, kind } = message;
  if (await claimEmail(tx, { userId, kind, reference }, now))
    await enqueue(billingEmailJob, message, tx);
}

async function send(message: BillingMail, now: Date): Promise<void> {
  const reader = await findReader(message.userId);
  const content = reader && (await contentOf(message, reader.timeZone, now));
  if (content) await deliver(reader.email, content, { kind: 'notice' });
}

async function contentOf(
  message: BillingMail,
  timeZone: string | null,
  now: Date,
): Promise<EmailContent | null> {
  const plans = `${appUrl()}/settings?tab=subscription`;
  switch (message.kind) {
    case 'trial-ending': {
      const { trialEndsAt, subscriptionId, tokens } = await getBalance(message.userId, now);
      // It took so long to be sent that it says nothing true any more.
      if (subscriptionId !== null || !trialEndsAt || trialEndsAt <= now) return null;
      return trialEndingMail({
        href: plans,
        end: formatDay(trialEndsAt, timeZone),
        left: tokens.trial,
      });
    }
    case 'trial-over': {
      const { subscriptionId } = await getBalance(message.userId, now);
      return subscriptionId === null ? trialOverEmail({ href: plans }) : null;
    }
    case 'payment-failed': {
      if (paymentsMode() === 'off') return null;
      const { customer, status, url } = await (await payments()).invoice(message.id);
      // Paid meanwhile, or not theirs to see.
      if (status !== 'open' || !(await isTheirs(message, customer))) return null;
      return paymentFailedEmail({ href: url ?? plans });
    }
    case 'pack-failed':
      return packFailedEmail({ href: `${appUrl()}/settings?tab=tokens` });
    case 'receipt': {
      if (paymentsMode() === 'off') return null;
      const stripe = await payments();
      const { customer, url } =
        message.object === 'invoice'
          ? await stripe.invoice(message.id)
          : await stripe.sessionReceipt(message.id);
      return url !== null && (await isTheirs(message, customer))
        ? receiptEmail({ href: url })
        : null;
    }
  }
}

/** Stripe's links open for anyone who has them, so they go only to the person who paid, whatever a job's data say. */
async function isTheirs({ userId }: BillingMail, customer: string | null): Promise<boolean> {
  return customer !== null && customer === (await findCustomer(userId));
}

const BATCH = 500;
/** People whose trial ended longer ago, as before the first start with this job, get no email. */
const LATE_MS = 3 * DAY_MS;

/** Writes to people whose trial ends within two days, and to those whose trial has ended: once each. */
export async function emailTrialEnds(now: Date): Promise<void> {
  // Elsewhere a trial's end changes nothing.
  if (env().METERING !== 'billing') return;
  const at = now.getTime();
  await message('trial-ending', { after: now, until: new Date(at + 2 * DAY_MS) }, now);
  await message('trial-over', { after: new Date(at - LATE_MS), until: now }, now);
}

async function message(
  kind: 'trial-ending' | 'trial-over',
  span: { after: Date; until: Date },
  now: Date,
): Promise<void> {
  for (const userId of await usersWithTrialEnding(sql, kind, { ...span, limit: BATCH })) {
    await transaction((tx) => queueBillingEmail(tx, { kind, userId }, now));
  }
}
