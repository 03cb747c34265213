import { useLoadOnUse } from '~/ui/load-on-use';

const load = () => import('./archive-state');
const giveUp = () => undefined;

/** Offers an archive before an account is deleted. */
export function LastExport() {
  const loaded = useLoadOnUse(load, true, giveUp);
  return (
    <section aria-label="Take your data along" className="space-y-3">
      <p className="text-muted text-pretty">
        Take along what you want to keep: one ZIP file with everything that is yours.
      </p>
      {/* As high as the button, so that nothing moves when it loads. */}
      <div className="min-h-10 touch:min-h-11">{loaded && <loaded.LastExportState />}</div>
    </section>
  );
}
