export { addVariant, writeAgain } from './wizard/pieces/add-piece.server';
export { choosePiece } from './wizard/pieces/choose-piece.server';
export { continuePiece } from './wizard/pieces/continue-piece.server';
export { createBrief } from './wizard/briefs/create-brief.server';
export { deleteBrief } from './wizard/briefs/delete-brief.server';
export { editPiece } from './wizard/pieces/edit-piece.server';
export { estimateBrief } from './wizard/briefs/estimate-brief.server';
export { recentBriefs } from './wizard/briefs/list-briefs.server';
export { openBrief, openPiece } from './wizard/briefs/open-brief.server';
export { savePieces } from './wizard/pieces/save-pieces.server';
export { purgeBriefs } from './wizard/briefs/purge-briefs.server';
export { changeFormat } from './library/export/change-format.server';
export { createFolder } from './library/folders/create-folder.server';
export { deleteContent, undoContentDeletion } from './library/content/delete-content.server';
export { deleteFolder } from './library/folders/delete-folder.server';
export { downloadContent } from './library/export/download-content.server';
export { duplicateContent } from './library/content/duplicate-content.server';
export { editContent } from './library/content/edit-content.server';
export {
  listSaved,
  openStart,
  parseSavedRequest,
  savedOverview,
} from './library/list/list-contents.server';
export { listContentVersions, readContentVersion } from './library/versions/list-versions.server';
export { moveContent } from './library/content/move-content.server';
export { openContent, requireContent } from './library/content/open-content.server';
export { renameFolder } from './library/folders/rename-folder.server';
export { restoreVersion } from './library/versions/restore-version.server';
export { saveContent } from './library/content/save-content.server';
export { purgeContents } from './library/content/purge-contents.server';
export { beginPassage } from './rewrite/begin-passage.server';
export { registerCopywriting } from './register.server';
