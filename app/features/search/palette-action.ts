import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface PaletteAction {
  id: string;
  label: string;
  icon: LucideIcon;
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
