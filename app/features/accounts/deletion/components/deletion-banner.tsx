import { useLoadOnUse } from '~/ui/load-on-use';

import type { DeletionView } from '../deletion';

const load = () => import('./deletion-notice');
const giveUp = () => undefined;

/** On every page while there is a request for deletion. Hardly anyone has one: its code is loaded for who does. */
export function DeletionBanner({ deletion }: { deletion: DeletionView | null }) {
  const loaded = useLoadOnUse(load, deletion !== null, giveUp);
  return deletion && loaded ? <loaded.DeletionNotice deletion={deletion} /> : null;
}
