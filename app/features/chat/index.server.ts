export { type StoredAttachment, insertKeptFiles } from './attachments/attachment-data.server';
export { keepImportedFile } from './attachments/keep-imported.server';
export { removeAttachment, serveAttachment } from './attachments/serve-attachment.server';
export { purgeAttachments } from './attachments/purge-attachments.server';
export { dropFiles, uploadAttachment } from './attachments/upload-attachment.server';
export { warmUp as warmUpAnswers } from '~/gateways/ai/index.server';
export { conversations as conversationSection } from './archive/archive-sections.server';
export { messageRow } from './archive/read-whole.server';
export { exportConversation, readConversationFormat } from './archive/export-conversation.server';
export { continueAnswer } from './answers/answer-actions.server';
export { duplicateConversation } from './conversations/duplicate-conversation.server';
export { changeSettings } from './conversations/conversation-actions.server';
export { previewPrompt, readChoices } from './answers/answer-basis.server';
export { chooseBranch } from './messages/choose-branch.server';
export { hasConversations } from './conversations/conversation-data.server';
export { moveOutLeftovers, purgeMessageObjects } from './messages/message-overflow.server';
export { fullText } from './messages/message-objects.server';
export { readConversationText, readFullMessage } from './messages/read-transcript.server';
export {
  archiveConversations,
  createConversation,
  deleteConversation,
  deleteConversations,
  moveConversations,
  pinConversation,
  rename,
  undoDeletion,
  undoDeletions,
} from './conversations/conversation-actions.server';
export { createFolder, deleteFolder, renameFolder } from './folders/folder-actions.server';
export {
  listCounts,
  listOverview,
  listPage,
  parseListRequest,
  readList,
} from './conversations/list/list-conversations.server';
export { generateTitle } from './conversations/settings/make-title.server';
export { openConversation, readEarlierMessages } from './conversations/open-conversation.server';
export { editMessage } from './answers/answer-actions.server';
export { regenerateAnswer } from './answers/answer-actions.server';
export { sendMessage } from './answers/send-message.server';
export { purgeConversations } from './conversations/conversation-actions.server';
export { derivedId, derivedPart } from './conversations/derived-id.server';
export {
  type GrownMessage,
  type ImportedConversation,
  type ImportedMessage,
  type ExistingMessage,
  deleteUnfinished,
  finishImported,
  growImportedMessages,
  insertImportedConversations,
  insertImportedMessages,
  lockImported,
  ownConversations,
  reloadTabs,
  readExistingMessages,
} from './archive/imported-rows.server';
export type { MessageFile } from './messages/overflow';
export { savedPreview } from './conversations/settings/titles';
export {
  MAX_TITLE_TYPED,
  displayTitle,
  firstCharacters,
  importedTitle,
  oneLine,
} from './conversations/settings/titles';
export {
  changePrompt,
  createPrompt,
  deletePrompt,
  hideStarter,
  listPrompts,
  listSuggestions,
  readPrompt,
  showAllStarters,
} from './prompts/prompt-actions.server';
export { indexMessages, indexSoon } from './search/index-messages.server';
export { parseSearchRequest, searchEverything } from './search/search-everything.server';
export {
  endShareAt,
  endShares,
  listSharePage,
  shareConversation,
  shareOf,
  unshare,
  updateShare,
} from './sharing/share-actions.server';
export { continueShare, openShare, openSharedMessage } from './sharing/share-page.server';
export { registerChat } from './register.server';
