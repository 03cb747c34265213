import { openedOnUse } from '../load-on-use';

const load = () => import('./dialog-window').then(({ DialogWindow }) => DialogWindow);

/** Fetches the code ahead of the click, from a button's onPointerEnter or onFocus. */
export function preloadDialog(): void {
  load().catch(() => {
    // Not needed yet: opening tries again and reports a failure.
  });
}

/** A modal dialog that traps the focus and returns it. Its code is loaded when it first opens. */
export const Dialog = openedOnUse(load);
