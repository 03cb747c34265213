import { registerAccountData } from '~/features/account-data/index.server';
import { removeFromOutbox } from '~/gateways/mail/index.server';
import { sql } from '~/lib/db/index.server';

import { deleteFailuresOf } from './failures/failure-table.server';

export { clearOutbox, MailError } from '~/gateways/mail/index.server';
export { deliver } from './deliver.server';
export { clearFailures } from './failures/failure-table.server';
export {
  failedAddress,
  readFailureQuery,
  readFailures,
  readUnreached,
} from './failures/list-failures.server';
export { mailNews } from './failures/mail-news.server';
export { receivePostmarkEvent } from './failures/receive-postmark-event.server';
export { noteArrival } from './failures/take-failures.server';
export { tidyFailures } from './failures/tidy-failures.server';
export { isOutboxUsed } from '~/gateways/mail/index.server';
export { openOutboxMail, readOutbox } from './outbox/read-outbox.server';

registerAccountData('mail', {
  async forgetAddress(email) {
    await deleteFailuresOf(sql, email);
    await removeFromOutbox(email);
  },
});
