export { allAccountData, registerAccountData, type AccountData } from './account-data.server';
export type { ArchiveFile, ArchiveSection, RestoreTarget } from './archive';
export { restoredTime, restoredTimeOrNull, restoredVersion } from './restored-values';
export { freeName } from './free-name';
