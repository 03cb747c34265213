/** The keys of the shortcuts that the app listens to. `mod` is Cmd on a Mac and Ctrl elsewhere. */
export const SHORTCUT_KEYS = {
  search: 'mod+k',
  shortcuts: '?',
  'new-chat': 'n',
  sidebar: 'b',
  write: 'm',
  'copy-answer': 'c',
  stop: 's',
  'next-conversation': 'j',
  'previous-conversation': 'k',
} as const;

/** The component that handles a shortcut registers under its name. */
export type ShortcutId = keyof typeof SHORTCUT_KEYS;

const NAMES: Record<string, string> = { escape: 'Esc', enter: 'Enter', shift: 'Shift' };

/** The keys as they are written on the keyboard. */
export function keyNames(keys: string, mac: boolean): string[] {
  return keys
    .split('+')
    .map((key) => (key === 'mod' ? (mac ? '⌘' : 'Ctrl') : (NAMES[key] ?? key.toUpperCase())));
}
