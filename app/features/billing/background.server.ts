import type { BackgroundWork } from '~/engine/queue/index.server';

import { grantAllowances } from './allowance/allowance-actions.server';
import { billingEmailJob, emailTrialEnds } from './emails/billing-email.server';
import { callEnd } from './ledger/charge-call.server';
import { expireTokens } from './ledger/trial.server';
import { grantMonths } from './purchases/grant-purchase.server';
import { subscriptionEndJob } from './subscriptions/end-subscription.server';
import { purgeEvents } from './webhooks/event-data.server';

export const billingBackground: BackgroundWork = {
  scheduled: [
    { name: 'grant-allowances', cron: '*/10 * * * *', run: grantAllowances },
    {
      name: 'lapse-tokens',
      cron: '*/10 * * * *',
      run: async (now) => void (await expireTokens(now)),
    },
    { name: 'grant-months', cron: '*/10 * * * *', run: grantMonths },
    { name: 'mail-trial-ends', cron: '5 * * * *', run: emailTrialEnds },
    { name: 'tidy-payment-events', cron: '53 3 * * *', run: purgeEvents },
  ],
  queued: [billingEmailJob, subscriptionEndJob, callEnd],
};
