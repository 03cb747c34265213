export { helpBackground } from './background.server';
export { findArticles } from './articles/articles.server';
export {
  changeState,
  openMessage,
  readInbox,
  readInboxFilter,
  replyToMessage,
} from './inbox/inbox-actions.server';
export { registerHelp } from './register.server';
