import type { loadSearchWindow } from '~/features/chat';

import { usePaletteActions } from './use-palette-actions';

export interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  showShortcuts: () => void;
  Window: Awaited<ReturnType<typeof loadSearchWindow>>['SearchWindow'];
}

/** Searches everything and goes everywhere. Not part of the first load. */
export function Palette({ Window, showShortcuts, ...props }: PaletteProps) {
  return <Window {...props} actions={usePaletteActions(showShortcuts)} />;
}
