import { useLoadOnUse } from '~/ui/load-on-use';

import type { ImportOfferProps } from './import-offer-window';

/** For the composer: an export that is dropped there can be imported instead of attached. */
export const importOffer = { takes: isExport, Window: ImportOffer };

/** The names that services give their exports. */
const EXPORT_NAME = /\.zip$|^(conversations[^/]*|shared_conversations)\.json$/i;

/** Whether a file looks like the export of a chat service rather than something to talk about. */
export function isExport({ name }: { name: string }): boolean {
  return EXPORT_NAME.test(name);
}

const load = () => import('./import-offer-window');

/** Its code is loaded when it first opens. */
function ImportOffer(props: ImportOfferProps) {
  const loaded = useLoadOnUse(load, props.files !== null, props.onClose);
  return loaded === undefined ? null : <loaded.ImportOfferWindow {...props} />;
}
