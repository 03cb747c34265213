export { AppShell, type AppShellProps } from './components/app-shell';
export { MaintenanceBanner } from './components/maintenance-banner';
export { AppearanceSettings } from './components/appearance-settings';
export { ShellError } from './components/shell-error';
export type { MaintenanceNotice } from './maintenance';
export { shellMessages } from './messages';
export { mediaCardOf } from './media-cards';
export { settingsTabOf, type SettingsTabId } from './settings-tabs';
export { initials, type ShellUser } from './shell-user';
export { MediaCards } from './components/media-cards';
export { SettingsTabs } from './components/settings-tabs';
export { announcementText } from './maintenance';
export {
  ANNOUNCEMENT_MOST,
  readAnnouncement,
  type AnnouncementProblems,
} from './typed-announcement';
export { localText, momentOf } from './zoned-time';
