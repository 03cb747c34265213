export { Keys } from './components/keys';
export { ShortcutsDialog } from './components/shortcuts-dialog';
export { useSingleKeys } from './single-keys';
export { useShortcut, useShortcutKeys } from './use-shortcut';
