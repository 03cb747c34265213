export { CONTACT_KINDS, type ContactKind } from './contact/contact';
export { ContactForm } from './contact/components/contact-form';
export { HelpMenu } from './assistant/components/help-menu';
export { helpTexts } from './texts';
export {
  CONTACT_STATES,
  type ContactState,
  type InboxListEntry,
  type InboxMessage,
  type InboxPage,
  replyProblem,
  type ReplyView,
} from './inbox/inbox';
