import { z } from 'zod';

import { fewRows, moment, section, written } from '~/engine/user-data/index.server';
import { prisma } from '~/lib/db/index.server';

// All of it is to be read only: no one brings tokens along.

const balanceRow = z.object({
  /** The account's. */
  id: z.uuid(),
  subscriptionStatus: z.string(),
  subscriptionName: z.string().nullable(),
  subscriptionTrialStartAt: moment.nullable(),
  subscriptionTrialEndAt: moment.nullable(),
  trialToken: z.number(),
  allowanceToken: z.number(),
  allowanceEndsAt: moment.nullable(),
  tokenBalance: z.number(),
  debtToken: z.number(),
  totalTokensUsed: z.number(),
  lastTokenUse: moment.nullable(),
});

const balance = section<z.output<typeof balanceRow>>({
  name: 'balance',
  row: balanceRow,
  async *rows(userId) {
    const row = await prisma.billingAccount.findUnique({ where: { userId } });
    if (row) yield { id: row.userId, ...written(row) };
  },
});

const entryRow = z.object({
  id: z.uuid(),
  kind: z.string(),
  reference: z.string(),
  trialDelta: z.number(),
  allowanceDelta: z.number(),
  balanceDelta: z.number(),
  tokens: z.number(),
  uncovered: z.number(),
  use: z.string().nullable(),
  createdAt: moment,
});

const PAGE = 500;

const ledger = section<z.output<typeof entryRow>>({
  name: 'ledger',
  row: entryRow,
  async *rows(userId, signal) {
    // In the order of the index on the user's entries.
    for (let last: { createdAt: Date; id: string } | null = null; ;) {
      signal.throwIfAborted();
      const rows: Awaited<ReturnType<typeof prisma.ledgerEntry.findMany>> =
        await prisma.ledgerEntry.findMany({
          where: {
            userId,
            ...(last && {
              createdAt: { gte: last.createdAt },
              OR: [
                { createdAt: { gt: last.createdAt } },
                { createdAt: last.createdAt, id: { gt: last.id } },
              ],
            }),
          },
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          take: PAGE,
        });
      for (const row of rows) yield written(row);
      last = rows.at(-1) ?? null;
      if (last === null || rows.length < PAGE) return;
    }
  },
});

const subscriptionRow = z.object({
  id: z.string(),
  status: z.string(),
  price: z.string(),
  name: z.string(),
  interval: z.string(),
  currentPeriodEnd: moment.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  startedAt: moment,
});

const subscriptions = section<z.output<typeof subscriptionRow>>({
  name: 'subscriptions',
  row: subscriptionRow,
  rows: (userId) =>
    fewRows(prisma.subscription.findMany({ where: { userId }, orderBy: { startedAt: 'asc' } })),
});

const purchaseRow = z.object({
  id: z.string(),
  kind: z.string(),
  price: z.string(),
  name: z.string(),
  state: z.string(),
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
});

const purchases = section<z.output<typeof purchaseRow>>({
  name: 'purchases',
  row: purchaseRow,
  rows: (userId) =>
    fewRows(prisma.purchase.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })),
});

const allowanceRow = z.object({
  id: z.uuid(),
  tokens: z.number(),
  beganAt: moment,
  grantedUntil: moment,
});

const allowance = section<z.output<typeof allowanceRow>>({
  name: 'monthlyAllowance',
  row: allowanceRow,
  async *rows(userId) {
    const row = await prisma.monthlyAllowance.findUnique({ where: { userId } });
    if (row) yield { id: row.userId, ...written(row) };
  },
});

export const billingSections = [balance, ledger, subscriptions, purchases, allowance];
