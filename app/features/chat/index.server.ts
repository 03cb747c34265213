export { insertKeptFiles, type KeptFile } from './attachments/attachment-data.server';
export { keepImportedFile } from './attachments/keep-imported.server';
export { removeAttachment, serveAttachment } from './attachments/serve-attachment.server';
export { purgeAttachments } from './attachments/purge-attachments.server';
export { cleanName } from './attachments/sniff';
export { dropFiles, uploadAttachment } from './attachments/upload-attachment.server';
export { warmUp as warmUpAnswers } from '~/gateways/ai/index.server';
export {
  conversationRow,
  messageRow,
  type ConversationRow,
} from './archive/conversation-rows.server';
export { exportConversation, readConversationFormat } from './archive/export-conversation.server';
export { continueAnswer } from './answers/continue-answer.server';
export { copyConversation } from './conversations/copy-conversation.server';
export { changeSettings } from './conversations/settings/change-settings.server';
export { previewPrompt } from './answers/preview-prompt.server';
export { readChoices } from './answers/read-choices.server';
export { chooseBranch } from './messages/choose-branch.server';
export { moveOutLeftovers } from './messages/move-out.server';
export { wholeText } from './messages/message-objects.server';
export { readWholeMessage } from './messages/read-message.server';
export { sweepMessageObjects } from './messages/sweep-message-objects.server';
export { readConversationText } from './messages/read-transcript.server';
export { createConversation } from './conversations/create-conversation.server';
export { archiveConversations } from './archive/archive-conversations.server';
export { createFolder, deleteFolder, renameFolder } from './folders/change-folder.server';
export {
  deleteConversation,
  deleteConversations,
  undoDeletion,
  undoDeletions,
} from './conversations/delete-conversation.server';
export {
  listCounts,
  listOverview,
  listPage,
  parseListRequest,
  readList,
} from './conversations/list/list-conversations.server';
export { moveConversations } from './folders/move-conversations.server';
export { pinConversation } from './conversations/pin-conversation.server';
export { generateTitle } from './conversations/settings/make-title.server';
export { openConversation, readEarlierMessages } from './conversations/open-conversation.server';
export { rename } from './conversations/rename-conversation.server';
export { editMessage } from './answers/edit-message.server';
export { regenerateAnswer } from './answers/regenerate-answer.server';
export { sendMessage } from './answers/send-message.server';
export { purgeConversations } from './conversations/purge-conversations.server';
export { derivedId, derivedPart } from './conversations/derived-id.server';
export {
  publishReload,
  reloadTabs,
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
} from './archive/imported-rows.server';
export type { MessageFile } from './messages/overflow';
export { savedPreview } from './conversations/settings/preview';
export {
  displayTitle,
  firstCharacters,
  importedTitle,
  oneLine,
  MAX_TITLE_TYPED,
} from './conversations/settings/titles';
export { deletePrompt } from './prompts/delete-prompt.server';
export { hideStarter, showAllStarters } from './prompts/hide-starter.server';
export { listPrompts, listSuggestions } from './prompts/list-prompts.server';
export { readPrompt } from './prompts/read-prompt.server';
export { changePrompt, createPrompt } from './prompts/save-prompt.server';
export { indexMessages } from './search/index-messages.server';
export { indexSoon } from './search/index-soon.server';
export { parseSearchRequest, searchEverything } from './search/search-everything.server';
export { endShares } from './sharing/end-shares.server';
export { listSharePage } from './sharing/list-shares.server';
export {
  endShareAt,
  shareConversation,
  shareOf,
  unshare,
  updateShare,
} from './sharing/manage-share.server';
export { continueShare, openShare, openSharedMessage } from './sharing/open-share.server';
export { registerChat } from './register.server';
