import { useLoadOnUse } from '~/ui/load-on-use';

import type { DeletionView } from '../deletion';

const load = () => import('./deletion-notice');
const giveUp = () => undefined;

/** On every page while the account's deletion is requested. Few people see it, so its code is loaded on use. */
export function DeletionBanner({ deletion }: { deletion: DeletionView | null }) {
  const loaded = useLoadOnUse(load, deletion !== null, giveUp);
  return deletion && loaded ? <loaded.DeletionNotice deletion={deletion} /> : null;
}
