import { useLoadOnUse } from '~/ui/load-on-use';

import type { SearchPaletteProps } from '../palette-action';

const load = () => import('./search-window');

/** Fetches the code ahead of the click, from a button's onPointerEnter or onFocus. */
export function preloadSearch(): void {
  load().catch(() => {
    // Not needed yet; opening tries again and says so when it fails.
  });
}

/** The palette that searches everything. Its code is loaded when it first opens. */
export function SearchPalette(props: SearchPaletteProps) {
  const { open, onOpenChange } = props;
  const loaded = useLoadOnUse(load, open, () => onOpenChange(false));
  return loaded === undefined ? null : <loaded.SearchWindow {...props} />;
}
