/** The keys of the app's shortcuts. `mod` is Cmd on a Mac and Ctrl elsewhere. */
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

/** The name under which a component registers a shortcut's handler. */
export type ShortcutId = keyof typeof SHORTCUT_KEYS;

const NAMES: Record<string, string> = { escape: 'Esc', enter: 'Enter', shift: 'Shift' };

/** The keys as they are labeled on the keyboard. */
export function keyNames(keys: string, mac: boolean): string[] {
  return keys
    .split('+')
    .map((key) => (key === 'mod' ? (mac ? '⌘' : 'Ctrl') : (NAMES[key] ?? key.toUpperCase())));
}

/** The part of a keyboard event that shortcuts use. */
export interface Press {
  key: string;
  /** The physical key, whatever letter the layout gives it. */
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

export interface PressedWhere {
  mac: boolean;
  /** The focus is in a field, a menu, or a dialog, which use letters themselves. */
  occupied: boolean;
  /** The person has single-key shortcuts switched on. */
  singleKeys: boolean;
}

/** Which shortcut a key press triggers; null for none. */
export function shortcutOf(press: Press, where: PressedWhere): ShortcutId | null {
  const { ctrlKey, metaKey, altKey } = press;
  const mod = where.mac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (altKey || (!mod && (ctrlKey || metaKey))) return null;
  if (!mod && (where.occupied || !where.singleKeys)) return null;
  const keys = (mod ? 'mod+' : '') + keyOf(press);
  const ids = Object.keys(SHORTCUT_KEYS) as ShortcutId[];
  return ids.find((id) => SHORTCUT_KEYS[id] === keys) ?? null;
}

/** On a keyboard with another script, letters are found by their position. */
function keyOf({ key, code }: Press): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return (letter !== undefined && key.length === 1 && key > '\x7f' ? letter : key).toLowerCase();
}
