export { contactMail } from './contact/mail-contact.server';
export { changeState } from './inbox/change-state.server';
export { contactReplyMail } from './inbox/mail-reply.server';
export { openMessage } from './inbox/open-message.server';
export { readInbox, readInboxFilter } from './inbox/read-inbox.server';
export { replyToMessage } from './inbox/reply-to-message.server';
export { registerHelp } from './register.server';
