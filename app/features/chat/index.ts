export { beginConversationWith, useNewChat } from './conversations/new-chat';
export { answerErrorText } from './texts';
export { loadSearchWindow } from './search/load-search-window';
export { searchTexts } from './search/texts';
export type { PaletteAction } from './search/components/search-window';
