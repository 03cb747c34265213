// The use cases that the tests in this folder call.
export {
  cancelImport,
  createImport,
  listCandidates,
  listImports,
  listReport,
  readUpload,
  removeImport,
  requireImport,
  startImport,
} from '~/features/import-export/imports/import-actions.server';
export {
  drainImports,
  resumeImports,
} from '~/features/import-export/imports/work/work-import.server';
export { purgeImports } from '~/features/import-export/imports/purge-imports.server';
export { uploadPart } from '~/features/import-export/imports/upload-part.server';
