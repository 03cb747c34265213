export { ShareDialog } from './components/share-dialog';
export { ShareList } from './components/share-list';
export { SharedConversation } from './components/shared-conversation';
