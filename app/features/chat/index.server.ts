import { registerAccountData } from '~/features/account-data/index.server';
import { registerKind } from '~/features/generation/index.server';
import { registerProfileUse } from '~/features/profiles/index.server';
import { sql } from '~/lib/db/index.server';

import { answerKind } from './answer-kind.server';
import { chatSections } from './archive/sections.server';
import { countGroundedBy, removeSomeOf } from './conversation-table.server';
import { MESSAGE_OBJECTS } from './message-objects.server';

export { isDemo, warmUp as warmUpAnswers } from '~/gateways/ai/index.server';
export {
  conversationRow,
  messageRow,
  type ArchivedMessage,
  type ConversationRow,
} from './archive/conversation-rows.server';
export { exportConversation, readConversationFormat } from './archive/export-conversation.server';
export { continueAnswer } from './continue-answer.server';
export { copyConversation, type CopySource } from './copy-conversation.server';
export { activeLeaf } from './conversation-table.server';
export { changeSettings } from './change-settings.server';
export { previewPrompt } from './preview-prompt.server';
export { readChoices } from './read-choices.server';
export { chooseBranch } from './choose-branch.server';
export { countMessagesBeyond, type BranchUpTo, type PageKey } from './message-branches.server';
export { markPublic } from './publish-conversation.server';
export { moveOutLeftovers } from './move-out.server';
export { wholeText, wholeTextIfThere } from './message-objects.server';
export { readWholeMessage } from './read-message.server';
export { sweepMessageObjects } from './sweep-message-objects.server';
export {
  readConversationText,
  readTranscript,
  readTranscriptMessage,
  requireConversation,
  type Transcript,
} from './read-transcript.server';
export { createConversation } from './create-conversation.server';
export { archiveConversations } from './archive-conversations.server';
export { createFolder, deleteFolder, renameFolder } from './change-folder.server';
export {
  deleteConversation,
  deleteConversations,
  undoDeletion,
  undoDeletions,
} from './delete-conversation.server';
export {
  listCounts,
  listOverview,
  listPage,
  parseListRequest,
  readList,
} from './list-conversations.server';
export { moveConversations } from './move-conversations.server';
export { pinConversation } from './pin-conversation.server';
export { generateTitle } from './make-title.server';
export { chatNodeRoutes } from './node-routes.server';
export { openConversation, readEarlierMessages } from './open-conversation.server';
export { rename } from './rename-conversation.server';
export { parseBatch, parseChange, parseFolder } from './organising-requests.server';
export {
  MAX_BODY,
  parseEdit,
  parseRegenerate,
  parseSend,
  parseSettings,
  parseSettingsChange,
} from './requests.server';
export { editMessage } from './edit-message.server';
export { regenerateAnswer } from './regenerate-answer.server';
export { sendMessage } from './send-message.server';
export { tidyConversations } from './tidy-conversations.server';
export { derivedId, derivedPart } from './derived-id.server';
export {
  announceReload,
  dropUnfinished,
  finishImported,
  growImportedMessages,
  insertImportedConversations,
  insertImportedMessages,
  lockImported,
  ownConversations,
  readStandingMessages,
  type ImportedConversation,
  type GrownMessage,
  type ImportedMessage,
  type StandingMessage,
} from './imported-rows.server';
export type { MessageFile } from './overflow';
export { savedPreview } from './preview';
export { displayTitle, firstCharacters, importedTitle, oneLine, TITLE_TYPED_MOST } from './titles';

// Whatever process may end a run, or find one abandoned, must know what to do with its text.
registerKind('chat', answerKind);
registerProfileUse('conversation', (userId, profileId) => countGroundedBy(sql, userId, profileId));
registerAccountData('chat', {
  objects: [MESSAGE_OBJECTS],
  removeRows: (userId) => removeSomeOf(sql, userId, 50),
  sections: chatSections,
});
