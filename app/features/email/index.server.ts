export { clearOutbox, isOutboxUsed, MailError } from '~/gateways/mail/index.server';
export { deliver } from './deliver.server';
export { clearFailures } from './failures/failure-data.server';
export {
  failedAddress,
  readFailureQuery,
  readFailures,
  readUnreached,
} from './failures/list-failures.server';
export { mailNews } from './failures/mail-news.server';
export { receivePostmarkEvent } from './failures/receive-postmark-event.server';
export { noteArrival } from './failures/take-failures.server';
export { purgeFailures } from './failures/purge-failures.server';
export { openOutboxMail, readOutbox } from './outbox/read-outbox.server';
export { registerEmail } from './register.server';
