export { renderMail, type MailContent } from './render';
export type { OutboxPage, OutboxText } from './outbox/outbox';
export {
  FAILURE_FILTERS,
  type MailFailureEntry,
  type MailFailurePage,
  type MailNews,
  type Unreached,
} from './failures/failure';
export { UndeliveredBanner } from './components/undelivered-banner';
