import { registerMetering } from '~/engine/generation/index.server';
import { registerUserData } from '~/engine/user-data/index.server';

import { billingSections } from './archive-sections.server';
import { reserve } from './ledger/reserve.server';
import { settle } from './ledger/settle.server';
import { weigh } from './ledger/spending';
import { openBillingAccount } from './ledger/trial.server';
import { endSubscription } from './subscriptions/end-subscription.server';

const ENDINGS = { requested: 'period-end', withdrawn: 'resume', started: 'now' } as const;

/** Called once in each process, by registry.server.ts. */
export function registerBilling(): void {
  registerMetering({ reserve, settle, weigh });
  registerUserData('billing', {
    created: openBillingAccount,
    followDeletion: (userId, step) => endSubscription(userId, ENDINGS[step]),
    sections: billingSections,
  });
}
