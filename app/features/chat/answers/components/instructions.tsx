import { useLoadOnUse } from '~/ui/load-on-use';

import type { InstructionsProps } from './instructions-dialog';

const load = () => import('./instructions-dialog');

/** Fetches the code ahead of the click. */
export function preloadInstructions(): void {
  load().catch(() => {
    // Not needed yet; opening tries again and says so when it fails.
  });
}

/** What the person tells the model for the whole conversation, and what is sent in all. */
export function Instructions(props: InstructionsProps) {
  const { open, onOpenChange } = props;
  const loaded = useLoadOnUse(load, open, () => onOpenChange(false));
  return loaded === undefined ? null : <loaded.InstructionsDialog {...props} />;
}
