import { appUrl, env } from '~/lib/env.server';

import type { MailNews } from './failure';
import { isWebhookSet } from './receive-postmark-event.server';

/** How this site hears of mails that do not arrive, for its admins. */
export function mailNews(): MailNews {
  const { POSTMARK_SERVER_TOKEN, SMTP_URL } = env();
  return {
    service: POSTMARK_SERVER_TOKEN ? 'postmark' : SMTP_URL ? 'smtp' : 'none',
    webhook: isWebhookSet() ? `${appUrl()}/api/mail/postmark-webhook` : null,
  };
}
