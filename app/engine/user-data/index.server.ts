export {
  allUserData,
  archiveSections,
  followDeletionOf,
  registerUserData,
  section,
} from './user-data.server';
export {
  fewRows,
  idPage,
  moment,
  rowsById,
  rowsOfIds,
  written,
  type ArchiveDocument,
  type ArchivedPreferences,
  type ArchiveFile,
  type ArchiveSection,
  type RestoreTarget,
} from './archive';
export { restoredTime, restoredTimeOrNull, restoredVersion } from './restored-values';
export { freeName } from './free-name';
export { DamagedFile, saveArchived } from './save-archived.server';
export { hasRoom, lockStorage, readStorage, registerStorage, roomLeft } from './storage.server';
