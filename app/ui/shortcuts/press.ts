import { SHORTCUT_KEYS, type ShortcutId } from './shortcuts';

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
