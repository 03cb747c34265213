import { registerAccountData } from '~/features/account-data/index.server';

import { contentSections } from './archive-sections.server';

export { changeFormat } from './change-format.server';
export { CONTENT_MOST } from './content-fields';
export { createFolder } from './create-folder.server';
export { deleteContent, undoContentDeletion } from './delete-content.server';
export { deleteFolder } from './delete-folder.server';
export { downloadContent } from './download-content.server';
export { duplicateContent } from './duplicate-content.server';
export { editContent } from './edit-content.server';
export { listSaved, openStart, parseSavedRequest, savedOverview } from './list-contents.server';
export { listContentVersions, readContentVersion } from './list-versions.server';
export { moveContent } from './move-content.server';
export { openContent, requireContent } from './open-content.server';
export { renameFolder } from './rename-folder.server';
export {
  readDownloadFormat,
  readEdit,
  readFolderName,
  readFormatChange,
  readMove,
  readNewContent,
  readNewFolder,
  readRestoration,
} from './requests.server';
export { restoreVersion } from './restore-version.server';
export { savedNews } from './changes.server';
export { saveContent, saveContentWithin } from './save-content.server';
export { findOwnContent, readItem } from './content-table.server';
export { tidyContents } from './tidy-contents.server';

registerAccountData('copy', { sections: contentSections });
