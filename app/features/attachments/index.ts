export { isPicture, sizeText, type AttachedFile } from './attachment';
export { ACCEPT, MOST_FILES } from './limits';
export { attachmentMessages, cannotSee } from './messages';
export { useWaitingFiles } from './use-waiting-files';
