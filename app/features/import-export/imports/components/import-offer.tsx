import { useLoadOnUse } from '~/ui/load-on-use';

import type { ImportOfferProps } from './import-offer-window';

const load = () => import('./import-offer-window');

/** Asks whether files that look like an export are to be imported. Its code is loaded when it first opens. */
export function ImportOffer(props: ImportOfferProps) {
  const loaded = useLoadOnUse(load, props.files !== null, props.onClose);
  return loaded === undefined ? null : <loaded.ImportOfferWindow {...props} />;
}
