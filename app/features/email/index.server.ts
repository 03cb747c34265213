export { clearOutbox, isOutboxUsed, MailError } from '~/gateways/mail/index.server';
export { deliver } from './deliver.server';
export { clearFailures } from './failures/failure-data.server';
export {
  failedAddress,
  readFailureQuery,
  readFailures,
  readUnreached,
  noteArrival,
  purgeFailures,
} from './failures/failure-actions.server';
export { mailNews, receivePostmarkEvent } from './failures/receive-postmark-event.server';
export { openOutboxMail, readOutbox } from './outbox/read-outbox.server';
export { registerEmail } from './register.server';
