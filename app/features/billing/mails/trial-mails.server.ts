import { sql, transaction } from '~/lib/db/index.server';
import { env } from '~/lib/env.server';

import { queueBillingMail } from './billing-mail.server';
import { usersWithTrialEnding } from './mail-data.server';

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
