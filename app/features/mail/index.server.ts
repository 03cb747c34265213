export { clearOutbox, MailError } from '~/gateways/mail/index.server';
export { deliver } from './deliver.server';
export { isOutboxUsed } from '~/gateways/mail/index.server';
export { openOutboxMail, readOutbox } from './outbox/read-outbox.server';
