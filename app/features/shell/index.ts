export { AppShell, type AppShellProps } from './components/app-shell';
export { MaintenanceBanner } from './components/maintenance-banner';
export { ShellError } from './components/shell-error';
export type { MaintenanceNotice } from './maintenance';
export { shellMessages } from './messages';
export { mediaCardOf, settingsTabOf, type SettingsTabId } from './sections';
export type { ShellUser } from './shell-user';
