import { openedOnUse } from '../load-on-use';

/** The list of keyboard shortcuts. Its code is loaded when it first opens. */
export const ShortcutsDialog = openedOnUse(() =>
  import('./shortcut-list').then(({ ShortcutList }) => ShortcutList),
);
