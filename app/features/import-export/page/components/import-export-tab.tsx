import { useLoadOnUse } from '~/ui/load-on-use';
import { Spinner } from '~/ui/feedback/progress';

const load = () => import('./import-export-page');
const giveUp = () => undefined;

/** Settings, Import & Export. Its code is loaded when the tab is opened. */
export function ImportExportTab() {
  const loaded = useLoadOnUse(load, true, giveUp);
  return loaded ? <loaded.ImportExportPage /> : <Spinner />;
}
