export { contactKindOf } from './contact';
export { contactMailContent } from './contact-mail';
export { ContactForm } from './components/contact-form';
export { HelpMenu } from './components/help-menu';
export { helpMessages } from './messages';
export { ArticleIndex } from './components/article-index';
export { ArticlePage } from './components/article-page';
export { replyMailContent } from './inbox/reply-mail';
export { CONTACT_KINDS, type ContactKind } from './contact';
export {
  CONTACT_STATES,
  type ContactState,
  type InboxEntry,
  type InboxMessage,
  type InboxPage,
  type ReplyView,
} from './inbox/inbox';
export { REPLY_MOST, replyProblem } from './inbox/reply-text';
