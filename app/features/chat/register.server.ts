import { registerKind, registerTool } from '~/engine/generation/index.server';
import { registerUserData, registerStorage } from '~/engine/user-data/index.server';
import { registerProfileUse } from '~/features/brand/index.server';
import { registerAnswerProfile } from '~/features/copywriting/index.server';

import { answerKind } from './answers/answer-kind.server';
import { attachmentsSection, chatSections, sharesSection } from './archive/archive-sections.server';
import { storedBytes } from './attachments/attachment-data.server';
import { ATTACHMENT_OBJECTS } from './attachments/upload-attachment.server';
import { countGroundedBy, removeSomeOf } from './conversations/conversation-data.server';
import { documentSections } from './documents/archive-sections.server';
import { answerProfile } from './messages/message-data.server';
import { MESSAGE_OBJECTS } from './messages/message-objects.server';
import { promptSections } from './archive/archive-sections.server';
import { pageReader, webSearch } from './web/web-tools.server';

/** Called once per process, by registry.server.ts. */
export function registerChat(): void {
  registerStorage('attachments', storedBytes);
  registerUserData('attachments', {
    objects: [ATTACHMENT_OBJECTS],
    sections: [attachmentsSection],
  });
  registerKind('chat', answerKind);
  registerTool(webSearch);
  registerTool(pageReader());
  registerProfileUse('conversation', countGroundedBy);
  registerAnswerProfile(answerProfile);
  registerUserData('chat', {
    objects: [MESSAGE_OBJECTS],
    removeRows: (userId) => removeSomeOf(userId, 50),
    sections: chatSections,
  });
  registerUserData('chat-documents', { sections: documentSections });
  registerUserData('prompts', { sections: promptSections });
  registerUserData('sharing', { sections: [sharesSection] });
}
