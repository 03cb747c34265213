export { beginConversationWith } from './begin-conversation';
export { ChatPage } from './components/chat-page';
export { ConversationSidebar } from './components/conversation-sidebar';
export { NO_FILTER } from './conversation-filter';
export { useNewChat } from './use-new-chat';
export { answerErrorText } from './messages';
