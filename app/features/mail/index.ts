export { renderMail, type MailContent, type RenderedMail } from './render';
export type { OutboxEntry, OutboxPage, OutboxText } from './outbox/outbox';
