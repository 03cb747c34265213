export type { EmailContent } from './render';
export type { OutboxPage, OutboxText } from './outbox/outbox';
export {
  FAILURE_FILTERS,
  type EmailFailureEntry,
  type EmailFailurePage,
  type FailureReporting,
  type Unreached,
} from './failures/failure';
export { UndeliveredBanner } from './components/undelivered-banner';
