export { AppShell, type AppShellProps } from './components/app-shell';
export { MaintenanceBanner } from './components/maintenance-banner';
export { ShellError } from './components/shell-error';
export type { MaintenanceNotice } from './maintenance';
export { shellMessages } from './messages';
export { mediaCardOf } from './media-cards';
export { settingsTabOf, type SettingsTabId } from './settings-tabs';
export type { ShellUser } from './shell-user';
export { MediaCards } from './components/media-cards';
export { SettingsTabs } from './components/settings-tabs';
export { announcementText } from './maintenance';
export {
  ANNOUNCEMENT_MOST,
  readAnnouncement,
  type AnnouncementProblems,
} from './typed-announcement';
export { localText, momentOf } from './zoned-time';
