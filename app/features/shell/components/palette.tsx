import { SearchWindow } from '~/features/search';

import { usePaletteActions } from '../use-palette-actions';

export interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  showShortcuts: () => void;
}

/** Searches everything and goes everywhere. Not part of the first load. */
export function Palette({ showShortcuts, ...props }: PaletteProps) {
  return <SearchWindow {...props} actions={usePaletteActions(showShortcuts)} />;
}
