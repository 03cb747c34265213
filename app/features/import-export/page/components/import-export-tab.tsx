import { useLoadOnUse } from '~/ui/load-on-use';
import { Spinner } from '~/ui/feedback/progress';

const load = () => import('./import-export-page');
const giveUp = () => undefined;

/** Settings, Import & Export. Few come here often: its code is loaded when it is opened. */
export function ImportExportTab() {
  const loaded = useLoadOnUse(load, true, giveUp);
  return loaded ? <loaded.ImportExportPage /> : <Spinner />;
}
