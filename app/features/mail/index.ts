export { renderMail, type MailContent, type RenderedMail } from './render';
export type { OutboxEntry, OutboxPage, OutboxText } from './outbox/outbox';
export {
  FAILURE_FILTERS,
  type MailFailureEntry,
  type MailFailureKind,
  type MailFailurePage,
  type MailNews,
  type Unreached,
} from './failures/failure';
export { UndeliveredBanner } from './components/undelivered-banner';
