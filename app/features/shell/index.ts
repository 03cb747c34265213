export { AppShell } from './components/app-shell';
export { ShellError } from './components/shell-error';
export { shellMessages } from './messages';
export { mediaCardOf, settingsTabOf, type SettingsTabId } from './sections';
export type { ShellUser } from './shell-user';
