export { beginConversationWith, useNewChat } from './conversations/new-chat';
export { takeImagePrompt } from './messages/image-prompt';
export type {
  ImageOffer,
  ImageOfferProps,
  ImagePrices,
  MessageImage,
  MessageImagesProps,
} from './images/message-image';
export { answerErrorText } from './texts';
export { searchTexts } from './search/texts';
export type { OtherGroups, PaletteAction } from './search/components/search-window';

/** Loads the palette's code, which is in no first-load bundle. */
export const loadSearchWindow = () => import('./search/components/search-window');
