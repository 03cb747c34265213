import { registerAccountData } from '~/features/account-data/index.server';
import { registerStorage } from '~/features/storage/index.server';

import { attachmentsSection } from './archive-section.server';
import { storedBytes } from './attachment-table.server';
import { ATTACHMENT_OBJECTS } from './upload-attachment.server';

export { insertKeptFiles, keysOfConversations, type KeptFile } from './attachment-table.server';
export { keepImportedFile, type ImportedFile } from './keep-imported.server';
export { attachmentPath } from './archive-section.server';
export { attachmentNodeRoutes, nameFromHeader } from './node-routes.server';
export { removeAttachment, serveAttachment } from './serve-attachment.server';
export {
  readPictures,
  takeAttachments,
  tieAttachments,
  type TakenFiles,
} from './take-attachments.server';
export { tidyAttachments } from './tidy-attachments.server';
export { cleanName } from './sniff';
export { dropFiles, uploadAttachment } from './upload-attachment.server';

registerStorage('attachments', storedBytes);
registerAccountData('attachments', {
  objects: [ATTACHMENT_OBJECTS],
  sections: [attachmentsSection],
});
