export {
  allAccountData,
  archiveSections,
  registerAccountData,
  section,
  type AccountData,
} from './account-data.server';
export {
  fewRows,
  idPage,
  moment,
  rowsById,
  rowsOfIds,
  written,
  type ArchiveDocument,
  type ArchiveFile,
  type ArchiveSection,
  type ReadableText,
  type RestoreTarget,
  type Written,
} from './archive';
export { restoredTime, restoredTimeOrNull, restoredVersion } from './restored-values';
export { freeName } from './free-name';
export { DamagedFile, saveArchived } from './save-archived.server';
