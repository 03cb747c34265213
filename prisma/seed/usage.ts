import { settle } from '~/features/billing/index.server';
import { prisma, transaction } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { daysAgo } from './past.ts';

const WEEKS = 7;
/** What uses tokens, how many at a time, and every how many days. */
const USES = [
  { kind: 'chat', tokens: 1_400, every: 1 },
  { kind: 'piece', tokens: 2_600, every: 2 },
  { kind: 'passage', tokens: 500, every: 3 },
  { kind: 'image', tokens: 4_000, every: 5 },
  { kind: 'profile-draft', tokens: 3_100, every: 12 },
  { kind: 'video', tokens: 9_000, every: 16 },
] as const;

/** Tokens used over several weeks, quieter on weekends. The operator pays for them: none come off the trial. */
export async function seedUsage(userId: UserScope): Promise<void> {
  const settled = { userId, kind: 'settle' as const };
  if ((await prisma.ledgerEntry.count({ where: settled })) > 0) return;
  await transaction(async (tx) => {
    for (let days = WEEKS * 7; days >= 1; days -= 1) {
      const now = daysAgo(days, 12);
      const quiet = [0, 6].includes(now.getUTCDay());
      for (const { kind, tokens, every } of USES) {
        if (days % every !== 0 || (quiet && kind !== 'chat')) continue;
        const share = 0.6 + ((days * 37) % 80) / 100;
        const used = Math.round(tokens * share * (quiet ? 0.4 : 1));
        await settle(tx, { userId, kind, reference: `generation:${newId()}:1`, tokens: used, now });
      }
    }
  });
}
