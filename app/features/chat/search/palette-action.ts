import type { ReactNode } from 'react';

import type { IconName } from '~/ui/icon-names';

export interface PaletteAction {
  id: string;
  label: string;
  icon: IconName;
  /** At the right: its shortcut. */
  hint?: ReactNode;
  run: () => void;
}

export interface SearchPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What can be done or gone to besides. */
  actions: readonly PaletteAction[];
}
