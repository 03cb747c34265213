import { SHORTCUT_KEYS } from './shortcuts';

export interface Shortcut {
  keys: string;
  label: string;
}

export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

/** The list that "?" opens, including what browsers and text fields do by themselves. */
export const SHORTCUT_GROUPS: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: SHORTCUT_KEYS.search, label: 'Search everything or open any page' },
      { keys: SHORTCUT_KEYS.shortcuts, label: 'Show this list' },
      { keys: SHORTCUT_KEYS['new-chat'], label: 'Start a new chat' },
      { keys: SHORTCUT_KEYS.sidebar, label: 'Go to the sidebar' },
      { keys: 'escape', label: 'Close what’s open or cancel an edit' },
    ],
  },
  {
    title: 'Chat',
    shortcuts: [
      { keys: SHORTCUT_KEYS.write, label: 'Write a message' },
      { keys: SHORTCUT_KEYS['copy-answer'], label: 'Copy the last answer' },
      { keys: SHORTCUT_KEYS.stop, label: 'Stop the answer' },
      { keys: SHORTCUT_KEYS['next-conversation'], label: 'Open the next conversation' },
      { keys: SHORTCUT_KEYS['previous-conversation'], label: 'Open the previous conversation' },
    ],
  },
  {
    title: 'While writing',
    shortcuts: [
      { keys: 'enter', label: 'Send the message' },
      { keys: 'shift+enter', label: 'Start a new line' },
      { keys: 'mod+j', label: 'Rewrite the selected text' },
    ],
  },
];
