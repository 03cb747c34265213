import { useLoadOnUse } from '~/ui/load-on-use';

import type { DeletionView } from '../deletion';

const load = () => import('./deletion-notice');

/** On every page while the account's deletion is requested. Few people see it, so its code is loaded on use. */
export function DeletionBanner({ deletion }: { deletion: DeletionView | null }) {
  const loaded = useLoadOnUse(load, deletion !== null);
  return deletion && loaded ? <loaded.DeletionNotice deletion={deletion} /> : null;
}
