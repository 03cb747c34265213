export { emailBackground } from './background.server';
export { isOutboxUsed, EmailError } from '~/gateways/email/index.server';
export { deliver, deliverBy, deliverWithResult } from './deliver.server';
export { clearFailures, findUnreached } from './failures/failure-data.server';
export {
  failedAddress,
  readFailureQuery,
  readFailures,
  recordArrivalIn,
} from './failures/failure-actions.server';
export { failureReporting } from './failures/receive-postmark-event.server';
export { openOutboxEmail, readOutbox } from './outbox/read-outbox.server';
export { registerEmail } from './register.server';
