export { clearOutbox, MailError } from '~/gateways/mail/index.server';
export { deliver } from './deliver.server';
