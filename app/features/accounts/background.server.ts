import type { BackgroundWork } from '~/engine/queue/index.server';

import { deletionEmailJob } from './deletion/deletion-email.server';
import { removeAccounts } from './deletion/remove-accounts.server';
import { followDeletion } from './deletion/request-deletion.server';
import { accountEmailJob } from './emails/send-account-email.server';
import { purgeActionCodes } from './email-address/action-code-data.server';
import { purgeChallenges } from './passkeys/challenges.server';
import { purgePhotos } from './photo/photo-objects.server';
import { purgeSecurityEvents } from './security-events/security-event-data.server';
import { purgeSessions } from './sessions/session-data.server';
import { purgeInvitations } from './sign-up/invitation-data.server';

export const accountsBackground: BackgroundWork = {
  scheduled: [
    { name: 'expire-sessions', cron: '23 3 * * *', run: async () => void (await purgeSessions()) },
    { name: 'forget-invitations', cron: '29 3 * * *', run: purgeInvitations },
    { name: 'purge-challenges', cron: '17 * * * *', run: purgeChallenges },
    { name: 'purge-security-events', cron: '37 3 * * *', run: purgeSecurityEvents },
    { name: 'remove-accounts', cron: '*/10 * * * *', run: removeAccounts },
    { name: 'sweep-account-pictures', cron: '53 4 * * *', run: purgePhotos },
    { name: 'sweep-action-codes', cron: '41 3 * * *', run: purgeActionCodes },
  ],
  queued: [accountEmailJob, deletionEmailJob, followDeletion],
};
