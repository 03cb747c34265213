import { useLoadOnUse } from '~/ui/load-on-use';
import { SkeletonList } from '~/ui/feedback/skeleton';

const load = () => import('./import-export-page');

/** Settings, Import & Export. Its code is loaded when the tab is opened. */
export function ImportExportTab() {
  const loaded = useLoadOnUse(load, true);
  if (loaded) return <loaded.ImportExportPage />;
  return <SkeletonList label="Loading…" count={2} shape="h-56 rounded-xl" className="space-y-12" />;
}
