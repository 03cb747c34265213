import { useLoadOnUse } from '~/ui/load-on-use';

import type { Unreached } from '../failures/failure';

const load = () => import('./undelivered-notice');

/** On every page while email doesn't reach the person. Few people see it, so its code is loaded on use. */
export function UndeliveredBanner({ email, why }: { email: string; why: Unreached | null }) {
  const loaded = useLoadOnUse(load, why !== null);
  return why && loaded ? <loaded.UndeliveredNotice email={email} why={why} /> : null;
}
