import { z } from 'zod';

import { findContact } from '~/features/accounts/index.server';
import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import type { EmailContent } from '~/features/email';
import { deliver } from '~/features/email/index.server';
import { payments, paymentsMode } from '~/gateways/payments/index.server';
import { prismaTransaction, type PrismaTx, sql, type Sql } from '~/lib/db/index.server';
import { appUrl, env } from '~/settings/env.server';
import { formatDay } from '~/lib/format/dates';
import { withFormatsOf } from '~/lib/format/context.server';
import { userScope } from '~/lib/scope';
import { DAY_MS } from '~/lib/time';

import { findCustomer } from '../checkout/customer-data.server';
import { getBalance } from '../ledger/get-balance.server';
import {
  packFailedEmail,
  paymentFailedEmail,
  receiptEmail,
  trialEndingEmail,
  trialOverEmail,
} from './billing-emails';
import { claimEmail, usersWithTrialEnding } from './email-data.server';

const userId = z.uuid().transform(userScope);
const schema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trial-ending'), userId }),
  z.object({ kind: z.literal('trial-over'), userId }),
  /** `id`: the invoice's. */
  z.object({ kind: z.literal('payment-failed'), userId, id: z.string() }),
  /** `id`: the session's. */
  z.object({ kind: z.literal('pack-failed'), userId, id: z.string() }),
  z.object({
    kind: z.literal('receipt'),
    userId,
    object: z.enum(['invoice', 'session']),
    id: z.string(),
  }),
]);

type BillingEmail = z.output<typeof schema>;

/** Sends an email about billing, if it still applies then; links to Stripe are fetched at that time. */
export const billingEmailJob: QueuedJob<BillingEmail> = {
  name: 'billing-mail',
  parse: (data) => schema.parse(data),
  retries: 20,
  run: (email) => send(email, new Date()),
};

/** Sends the email once the transaction has committed, unless it was requested before. */
export async function queueBillingEmail(
  tx: PrismaTx,
  sql: Sql,
  email: BillingEmail,
  now: Date,
): Promise<void> {
  const { userId, kind } = email;
  const reference = 'id' in email ? email.id : 'signup';
  if (await claimEmail(tx, { userId, kind, reference }, now)) {
    await enqueue(billingEmailJob, email, sql);
  }
}

async function send(email: BillingEmail, now: Date): Promise<void> {
  const recipient = await findContact({ userId: email.userId });
  // An unverified address may be anyone's.
  if (!recipient || recipient.disabled || !recipient.emailVerified) return;
  const content = await withFormatsOf(recipient.reader, () => contentOf(email, now));
  if (content) await deliver(recipient.email, content, { kind: 'notice' });
}

async function contentOf(email: BillingEmail, now: Date): Promise<EmailContent | null> {
  const plans = `${appUrl()}/settings?tab=subscription`;
  switch (email.kind) {
    case 'trial-ending': {
      const { trialEndsAt, subscriptionId, tokens } = await getBalance(email.userId, now);
      // It was delayed so long that it no longer applies.
      if (subscriptionId !== null || !trialEndsAt || trialEndsAt <= now) return null;
      return trialEndingEmail({
        href: plans,
        end: formatDay(trialEndsAt),
        left: tokens.trial,
      });
    }
    case 'trial-over': {
      const { subscriptionId } = await getBalance(email.userId, now);
      return subscriptionId === null ? trialOverEmail({ href: plans }) : null;
    }
    case 'payment-failed': {
      if (paymentsMode() === 'off') return null;
      const { customer, status, url } = await (await payments()).invoice(email.id);
      // Paid in the meantime, or another customer's.
      if (status !== 'open' || !(await isPaidBy(email, customer))) return null;
      return paymentFailedEmail({ href: url ?? plans });
    }
    case 'pack-failed':
      return packFailedEmail({ href: `${appUrl()}/settings?tab=tokens` });
    case 'receipt': {
      if (paymentsMode() === 'off') return null;
      const stripe = await payments();
      const { customer, url } =
        email.object === 'invoice'
          ? await stripe.invoice(email.id)
          : await stripe.sessionReceipt(email.id);
      return url !== null && (await isPaidBy(email, customer)) ? receiptEmail({ href: url }) : null;
    }
  }
}

/** Stripe's links open for anyone who has them, so they go only to the customer who paid, whatever the job's data say. */
async function isPaidBy({ userId }: BillingEmail, customer: string | null): Promise<boolean> {
  return customer !== null && customer === (await findCustomer(userId));
}

const BATCH = 500;
/** No email goes to users whose trial ended longer ago, as when this job runs for the first time. */
const MAX_LATE_MS = 3 * DAY_MS;

/** Emails users whose trial ends within two days, and those whose trial has ended, once each. */
export async function emailTrialEnds(now: Date): Promise<void> {
  // Without billing, the end of a trial changes nothing.
  if (env().METERING !== 'billing') return;
  const at = now.getTime();
  await queueTrialEmails('trial-ending', { after: now, until: new Date(at + 2 * DAY_MS) }, now);
  await queueTrialEmails('trial-over', { after: new Date(at - MAX_LATE_MS), until: now }, now);
}

async function queueTrialEmails(
  kind: 'trial-ending' | 'trial-over',
  span: { after: Date; until: Date },
  now: Date,
): Promise<void> {
  for (const userId of await usersWithTrialEnding(sql, kind, { ...span, limit: BATCH })) {
    await prismaTransaction((tx, sql) => queueBillingEmail(tx, sql, { kind, userId }, now));
  }
}
