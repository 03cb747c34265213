import { z } from 'zod';

import { archivedTable, bigCount, leftOut, moment } from '~/engine/user-data/index.server';
import { LedgerKind, PurchaseState } from '~/lib/prisma/enums';

// No section has `restore`: tokens can't be imported.

const revision = leftOut('only needed while two events of the payment service arrive at once');

const balance = archivedTable('billingAccount', {
  section: 'balance',
  key: 'userId',
  columns: {
    subscriptionStatus: z.string(),
    subscriptionName: z.string().nullable(),
    subscriptionTrialStartAt: moment.nullable(),
    subscriptionTrialEndAt: moment.nullable(),
    trialToken: z.number(),
    allowanceToken: z.number(),
    allowanceEndsAt: moment.nullable(),
    tokenBalance: z.number(),
    debtToken: z.number(),
    totalTokensUsed: bigCount,
    lastTokenUse: moment.nullable(),
    subscriptionId: leftOut('the section `subscriptions` has it'),
    lapsesAt: leftOut('only tells a job when to look at it next'),
  },
});

const ledger = archivedTable('ledgerEntry', {
  section: 'ledger',
  columns: {
    kind: z.enum(LedgerKind),
    reference: z.string(),
    trialDelta: z.number(),
    allowanceDelta: z.number(),
    balanceDelta: z.number(),
    tokens: z.number(),
    uncovered: z.number(),
    use: z.string().nullable(),
    createdAt: moment,
  },
  order: ['createdAt', 'id'],
});

const subscriptions = archivedTable('subscription', {
  section: 'subscriptions',
  ids: 'texts',
  columns: {
    status: z.string(),
    price: z.string(),
    name: z.string(),
    interval: z.string(),
    currentPeriodEnd: moment.nullable(),
    cancelAtPeriodEnd: z.boolean(),
    startedAt: moment,
    revision,
  },
  order: ['startedAt', 'id'],
});

const purchases = archivedTable('purchase', {
  section: 'purchases',
  ids: 'texts',
  columns: {
    kind: z.string(),
    price: z.string(),
    name: z.string(),
    state: z.enum(PurchaseState),
    tokens: z.number(),
    /** In the currency's smallest unit. */
    amount: z.number(),
    currency: z.string(),
    lostAmount: z.number(),
    periodStart: moment.nullable(),
    periodEnd: moment.nullable(),
    granted: z.number(),
    takenBack: z.number(),
    createdAt: moment,
    paidAt: moment.nullable(),
    subscriptionId: leftOut('the section `subscriptions` has it'),
    nextGrantAt: leftOut('only tells a job when to look at it next'),
    revision,
  },
  order: ['createdAt', 'id'],
});

const allowance = archivedTable('monthlyAllowance', {
  section: 'monthlyAllowance',
  key: 'userId',
  columns: { tokens: z.number(), beganAt: moment, grantedUntil: moment },
});

export const billingSections = [balance, ledger, subscriptions, purchases, allowance];
