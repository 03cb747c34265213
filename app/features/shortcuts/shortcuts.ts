// All of the app's keys in one table: the list under "?" and what listens to the keyboard are both made of it.

export interface Shortcut {
  /** Whoever does it registers under this name; null for what browser or field do by themselves. */
  id: string | null;
  /** `mod` is Cmd on a Mac and Ctrl elsewhere. */
  keys: string;
  label: string;
}

export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

export const SHORTCUT_GROUPS = [
  {
    title: 'Everywhere',
    shortcuts: [
      { id: 'search', keys: 'mod+k', label: 'Search everything, or go somewhere' },
      { id: 'shortcuts', keys: '?', label: 'Show this list' },
      { id: 'new-chat', keys: 'n', label: 'Start a new chat' },
      { id: 'sidebar', keys: 'b', label: 'Go to the sidebar' },
      { id: null, keys: 'escape', label: 'Close what is open, or give up an edit' },
    ],
  },
  {
    title: 'In the chat',
    shortcuts: [
      { id: 'write', keys: 'm', label: 'Write a message' },
      { id: 'copy-answer', keys: 'c', label: 'Copy the last answer' },
      { id: 'stop', keys: 's', label: 'Stop the answer' },
      { id: 'next-conversation', keys: 'j', label: 'Open the next conversation' },
      { id: 'previous-conversation', keys: 'k', label: 'Open the previous conversation' },
    ],
  },
  {
    title: 'While writing',
    shortcuts: [
      { id: null, keys: 'enter', label: 'Send the message' },
      { id: null, keys: 'shift+enter', label: 'Begin a new line' },
    ],
  },
] as const satisfies readonly ShortcutGroup[];

export type ShortcutId = Exclude<(typeof SHORTCUT_GROUPS)[number]['shortcuts'][number]['id'], null>;

const NAMES: Record<string, string> = { escape: 'Esc', enter: 'Enter', shift: 'Shift' };

/** The keys as they are written on the keyboard. */
export function keyNames(keys: string, mac: boolean): string[] {
  return keys
    .split('+')
    .map((key) => (key === 'mod' ? (mac ? '⌘' : 'Ctrl') : (NAMES[key] ?? key.toUpperCase())));
}
