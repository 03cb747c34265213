export { findArticles } from './articles/articles.server';
export { contactEmailJob } from './contact/email-contact.server';
export {
  changeState,
  openMessage,
  readInbox,
  readInboxFilter,
  replyToMessage,
} from './inbox/inbox-actions.server';
export { contactReplyEmailJob } from './inbox/email-reply.server';
export { registerHelp } from './register.server';
