import type { BackgroundWork } from '~/engine/queue/index.server';

import { contactEmailJob } from './contact/email-contact.server';
import { contactReplyEmailJob } from './inbox/email-reply.server';

export const helpBackground: BackgroundWork = {
  scheduled: [],
  queued: [contactEmailJob, contactReplyEmailJob],
};
