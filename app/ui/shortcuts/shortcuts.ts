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

/** What of a keyboard event matters. */
export interface Press {
  key: string;
  /** The key's place, whatever letter the layout has there. */
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

export interface PressedWhere {
  mac: boolean;
  /** In a field, a menu or a dialog, which take letters for themselves. */
  occupied: boolean;
  /** The person wants keys without Ctrl or Cmd. */
  singleKeys: boolean;
}

/** Which shortcut a press means; null for none. */
export function shortcutOf(press: Press, where: PressedWhere): ShortcutId | null {
  const { ctrlKey, metaKey, altKey } = press;
  const mod = where.mac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (altKey || (!mod && (ctrlKey || metaKey))) return null;
  if (!mod && (where.occupied || !where.singleKeys)) return null;
  const keys = (mod ? 'mod+' : '') + keyOf(press);
  const ids = Object.keys(SHORTCUT_KEYS) as ShortcutId[];
  return ids.find((id) => SHORTCUT_KEYS[id] === keys) ?? null;
}

/** On a keyboard of another script the letters are found by their places. */
function keyOf({ key, code }: Press): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return (letter !== undefined && key.length === 1 && key > '\x7f' ? letter : key).toLowerCase();
}
