export { contactMail } from './contact/mail-contact.server';
export {
  changeState,
  openMessage,
  readInbox,
  readInboxFilter,
  replyToMessage,
} from './inbox/inbox-actions.server';
export { contactReplyMail } from './inbox/mail-reply.server';
export { registerHelp } from './register.server';
