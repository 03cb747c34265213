import type { ReactNode } from 'react';

import type { IconName } from './icon-names';

export type MenuEntry =
  | { kind: 'action'; label: string; icon?: IconName; danger?: boolean; onSelect: () => void }
  /** One of several, of which one holds. */
  | { kind: 'choice'; label: string; hint?: string; checked: boolean; onSelect: () => void }
  | { kind: 'link'; label: string; icon?: IconName; to: string }
  | { kind: 'separator' };

export interface MenuProps {
  /** The accessible name of button and menu. */
  label: string;
  entries: MenuEntry[];
  /** The button's content and look. */
  children: ReactNode;
  className?: string;
  /** Shown above the entries, not selectable. */
  heading?: ReactNode;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
}
