export { keysOfConversations } from './attachment-table.server';
export { attachmentNodeRoutes, nameFromHeader } from './node-routes.server';
export { removeAttachment, serveAttachment } from './serve-attachment.server';
export {
  readPictures,
  takeAttachments,
  tieAttachments,
  type TakenFiles,
} from './take-attachments.server';
export { tidyAttachments } from './tidy-attachments.server';
export { uploadAttachment } from './upload-attachment.server';
