export { allAccountData, registerAccountData, type AccountData } from './account-data.server';
export type { ArchiveFile, ArchiveSection, RestoreTarget } from './archive';
