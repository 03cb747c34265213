import type { DialogProps } from './dialog-window';
import { useLoadOnUse } from '../load-on-use';

const load = () => import('./dialog-window');

/** Fetches the code ahead of the click, from a button's onPointerEnter or onFocus. */
export function preloadDialog(): void {
  load().catch(() => {
    // Not needed yet: opening tries again and reports a failure.
  });
}

/** A modal dialog that traps the focus and returns it. Its code is loaded when it first opens. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange } = props;
  const loaded = useLoadOnUse(load, open, () => onOpenChange(false));
  return loaded === undefined ? null : <loaded.DialogWindow {...props} />;
}
