import { registerAccountData } from '~/features/account-data/index.server';
import { sql } from '~/lib/db/index.server';

import { contactSection } from './archive-section.server';
import { deleteContactMessagesFrom } from './contact-table.server';

export { answerContactCall, answerContactForm } from './contact-answers.server';
export { contactMail } from './mail-contact.server';
export { readContactCall, readContactForm } from './read-contact.server';
export { articleIndex } from './articles.server';
export { askAssistant, parseAssistantCall } from './ask-assistant.server';
export { readArticle } from './read-article.server';
export { changeState } from './inbox/change-state.server';
export { contactReplyMail } from './inbox/mail-reply.server';
export { openMessage } from './inbox/open-message.server';
export { readInbox, readInboxFilter } from './inbox/read-inbox.server';
export { replyToMessage } from './inbox/reply-to-message.server';

registerAccountData('help', {
  sections: [contactSection],
  forgetAddress: (email) => deleteContactMessagesFrom(sql, email),
});
