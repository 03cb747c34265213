import { useLoadOnUse } from '~/ui/load-on-use';

const load = () => import('./archive-state');

/** Offers an archive before an account is deleted. */
export function LastExport() {
  const loaded = useLoadOnUse(load, true);
  return (
    <section aria-label="Keep a copy of your data" className="space-y-3">
      <p className="text-muted text-pretty">Want to keep a copy? Get everything in one ZIP file.</p>
      {/* As high as the button, so that nothing moves when it loads. */}
      <div className="min-h-10 touch:min-h-11">{loaded && <loaded.LastExportState />}</div>
    </section>
  );
}
