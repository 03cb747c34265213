import type { ReactNode } from 'react';

import type { IconName } from './icon-names';

export interface PaletteOption {
  /** Of this option among all of them. */
  id: string;
  icon?: IconName;
  content: ReactNode;
  /** At the right. */
  hint?: ReactNode;
  onSelect: () => void;
  /** The palette stays open, and the focus in its field. */
  stays?: boolean;
}

export interface PaletteGroup {
  label: string;
  options: PaletteOption[];
  /** Shown in the place of options, which are on their way. */
  placeholder?: ReactNode;
}

export interface PaletteProps {
  /** The accessible name of field and window. */
  label: string;
  placeholder: string;
  text: string;
  onTextChange: (text: string) => void;
  groups: PaletteGroup[];
  /** What is shown does not belong to the text yet. */
  busy: boolean;
  /** Read out when it changes. */
  status: string;
  /** Below the field, where there is nothing to choose from, or something is wrong. */
  note?: ReactNode;
}
