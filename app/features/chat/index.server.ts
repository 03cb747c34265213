export { chatBackground } from './background.server';
export { indexSoon } from './search/index-messages.server';
export { type StoredAttachment, insertKeptFiles } from './attachments/attachment-data.server';
export { keepImportedFile } from './attachments/keep-imported.server';
export { dropFiles } from './attachments/upload-attachment.server';
export { conversations as conversationSection } from './archive/archive-sections.server';
export { messageRow } from './archive/read-whole.server';
export { conversationProfile, hasConversations } from './conversations/conversation-data.server';
export {
  archiveConversations,
  deleteConversations,
  moveConversations,
  pinConversation,
} from './conversations/conversation-actions.server';
export { MAX_MESSAGE_IMAGES, type MessageImage } from './images/message-image';
export { type MessageImages, registerMessageImages } from './images/message-images.server';
export { createFolder } from './folders/folder-actions.server';
export {
  type GrownMessage,
  type ImportedCall,
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
export {
  savedPreview,
  MAX_TITLE_TYPED,
  displayTitle,
  importedTitle,
} from './conversations/settings/titles';
export { restoreDocuments } from './documents/archive-sections.server';
export { removeStrayDocuments } from './documents/document-data.server';
export { readTurn } from './messages/read-turn.server';
export { createPrompt } from './prompts/prompt-actions.server';
export { shareConversation } from './sharing/share-actions.server';
export { findSharedMessage, SHARE_HEADERS } from './sharing/share-page.server';
export { registerChat } from './register.server';
