import { useLoadOnUse } from '~/ui/load-on-use';

import type { ShareWindowProps } from './share-window';

const load = () => import('./share-window');

/** Creates, shows, changes, and removes the public link of a conversation. Its code is loaded when it first opens. */
export function ShareDialog(props: ShareWindowProps) {
  const { open, onOpenChange } = props;
  const loaded = useLoadOnUse(load, open, () => onOpenChange(false));
  return loaded === undefined ? null : <loaded.ShareWindow {...props} />;
}
