export {
  allUserData,
  archiveSections,
  followDeletionOf,
  registerUserData,
} from './user-data.server';
export type {
  ArchiveDocument,
  ArchivedPreferences,
  ArchiveFile,
  ArchiveSection,
  RestoreTarget,
} from './archive';
export { archivedTable, type RowIn } from './archived-table.server';
export {
  bigCount,
  changeCount,
  inTrash,
  leftOut,
  moment,
  newReference,
  partOf,
  reference,
} from './columns';
export { type RestoredFiles, saveArchived } from './restore-row.server';
export { ownFolders } from './folders.server';
export { type OwnedRow, softDeletion } from './soft-deletion.server';
export { storedImages } from './stored-images.server';

export { hasRoom, lockStorage, readStorage, registerStorage, roomLeft } from './storage.server';
