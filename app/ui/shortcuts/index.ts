export { Keys } from './keys';
export { ShortcutsDialog } from './shortcuts-dialog';
export { useSingleKeys } from './single-keys';
export { useShortcut, useShortcutKeys } from './use-shortcut';
