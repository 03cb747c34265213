import { z } from 'zod';

import { enqueue, type QueuedJob } from '~/engine/queue/index.server';
import type { MailContent } from '~/features/email';
import { deliver } from '~/features/email/index.server';
import { payments, paymentsMode } from '~/gateways/payments/index.server';
import { sql, type Sql, transaction } from '~/lib/db/index.server';
import { appUrl, env } from '~/lib/env.server';

import { findCustomer } from '../checkout/customer-data.server';
import { getBalance } from '../ledger/get-balance.server';
import {
  packFailedMail,
  paymentFailedMail,
  receiptMail,
  trialEndingMail,
  trialOverMail,
} from './billing-mails';
import { claimMail, findReader, usersWithTrialEnding } from './mail-data.server';

const schema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trial-ending'), userId: z.uuid() }),
  z.object({ kind: z.literal('trial-over'), userId: z.uuid() }),
  /** `id`: the invoice's. */
  z.object({ kind: z.literal('payment-failed'), userId: z.uuid(), id: z.string() }),
  /** `id`: the session's. */
  z.object({ kind: z.literal('pack-failed'), userId: z.uuid(), id: z.string() }),
  z.object({
    kind: z.literal('receipt'),
    userId: z.uuid(),
    object: z.enum(['invoice', 'session']),
    id: z.string(),
  }),
]);

type BillingMail = z.output<typeof schema>;

/** Sends a mail about money. Links of Stripe's are asked for when it is sent, and what no longer applies is not. */
export const billingMailJob: QueuedJob<BillingMail> = {
  name: 'billing-mail',
  parse: (data) => schema.parse(data),
  retries: 20,
  run: (mail) => send(mail, new Date()),
};

/** Has the mail sent once the transaction is committed, unless that was asked for before. */
export async function queueBillingMail(tx: Sql, mail: BillingMail, now: Date): Promise<void> {
  const reference = 'id' in mail ? mail.id : 'signup';
  const { userId, kind } = mail;
  if (await claimMail(tx, { userId, kind, reference }, now))
    await enqueue(billingMailJob, mail, tx);
}

async function send(mail: BillingMail, now: Date): Promise<void> {
  const reader = await findReader(sql, mail.userId);
  const content = reader && (await contentOf(mail, reader.timeZone, now));
  if (content) await deliver(reader.email, content, { kind: 'notice' });
}

async function contentOf(
  mail: BillingMail,
  timeZone: string | null,
  now: Date,
): Promise<MailContent | null> {
  const plans = `${appUrl()}/settings?tab=subscription`;
  switch (mail.kind) {
    case 'trial-ending': {
      const { trialEndsAt, subscriptionId, tokens } = await getBalance(mail.userId, now);
      // It took so long to be sent that it says nothing true any more.
      if (subscriptionId !== null || !trialEndsAt || trialEndsAt <= now) return null;
      return trialEndingMail({
        href: plans,
        end: dayIn(trialEndsAt, timeZone),
        left: tokens.trial,
      });
    }
    case 'trial-over': {
      const { subscriptionId } = await getBalance(mail.userId, now);
      return subscriptionId === null ? trialOverMail({ href: plans }) : null;
    }
    case 'payment-failed': {
      if (paymentsMode() === 'off') return null;
      const { customer, status, url } = await (await payments()).invoice(mail.id);
      // Paid meanwhile, or not theirs to see.
      if (status !== 'open' || !(await isTheirs(mail, customer))) return null;
      return paymentFailedMail({ href: url ?? plans });
    }
    case 'pack-failed':
      return packFailedMail({ href: `${appUrl()}/settings?tab=tokens` });
    case 'receipt': {
      if (paymentsMode() === 'off') return null;
      const stripe = await payments();
      const { customer, url } =
        mail.object === 'invoice'
          ? await stripe.invoice(mail.id)
          : await stripe.sessionReceipt(mail.id);
      return url !== null && (await isTheirs(mail, customer)) ? receiptMail({ href: url }) : null;
    }
  }
}

/** Links of Stripe's open to whoever has them: they go to no one but who paid, whatever a job's data say. */
async function isTheirs({ userId }: BillingMail, customer: string | null): Promise<boolean> {
  return customer !== null && customer === (await findCustomer(sql, userId));
}

function dayIn(moment: Date, timeZone: string | null): string {
  const zone = timeZone ?? 'UTC';
  return moment.toLocaleDateString('en-US', { timeZone: zone, dateStyle: 'long' });
}

const DAY_MS = 24 * 60 * 60_000;
const BATCH = 500;
/** Whoever's trial ended longer ago, as before the first start with this job, is not written to. */
const LATE_MS = 3 * DAY_MS;

/** Writes to people whose trial ends within two days, and to those whose trial has ended: once each. */
export async function mailTrialEnds(now: Date): Promise<void> {
  // Elsewhere a trial's end changes nothing.
  if (env().METERING !== 'billing') return;
  const at = now.getTime();
  await mail('trial-ending', { after: now, until: new Date(at + 2 * DAY_MS) }, now);
  await mail('trial-over', { after: new Date(at - LATE_MS), until: now }, now);
}

async function mail(
  kind: 'trial-ending' | 'trial-over',
  span: { after: Date; until: Date },
  now: Date,
): Promise<void> {
  for (const userId of await usersWithTrialEnding(sql, kind, { ...span, limit: BATCH })) {
    await transaction((tx) => queueBillingMail(tx, { kind, userId }, now));
  }
}
