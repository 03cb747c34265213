export { addVariant, regenerateVariant } from './wizard/variants/add-variant.server';
export { chooseVariant } from './wizard/variants/variant-actions.server';
export { continueVariant } from './wizard/variants/continue-variant.server';
export { createBrief } from './wizard/briefs/brief-actions.server';
export { deleteBrief } from './wizard/briefs/brief-actions.server';
export { editVariant } from './wizard/variants/variant-actions.server';
export { estimateBrief } from './wizard/briefs/brief-actions.server';
export { recentBriefs } from './wizard/briefs/open-brief.server';
export { openBrief, openVariant } from './wizard/briefs/open-brief.server';
export { saveVariants } from './wizard/variants/variant-actions.server';
export { purgeBriefs } from './wizard/briefs/brief-actions.server';
export { changeFormat } from './library/content/content-actions.server';
export { createFolder } from './library/folders/folder-actions.server';
export { deleteContent, undoContentDeletion } from './library/content/content-actions.server';
export { deleteFolder } from './library/folders/folder-actions.server';
export { downloadContent } from './library/content/open-content.server';
export { duplicateContent } from './library/content/content-actions.server';
export { editContent } from './library/content/content-actions.server';
export {
  listSaved,
  recentContents,
  parseSavedRequest,
  savedOverview,
} from './library/list/list-contents.server';
export { listContentVersions, readContentVersion } from './library/versions/version-actions.server';
export { moveContent } from './library/content/content-actions.server';
export { openContent, requireContent } from './library/content/open-content.server';
export { renameFolder } from './library/folders/folder-actions.server';
export { restoreVersion } from './library/versions/version-actions.server';
export { saveContent } from './library/content/content-actions.server';
export { purgeContents } from './library/content/content-actions.server';
export { startRewrite } from './rewrite/start-rewrite.server';
export { registerCopywriting } from './register.server';
