import { useLoadOnUse } from '~/ui/load-on-use';

const load = () => import('./last-export-state');
const giveUp = () => undefined;

/** Before an account is deleted: everything of it, once more, in one file. */
export function LastExport() {
  const loaded = useLoadOnUse(load, true, giveUp);
  return (
    <section aria-label="Take your data along" className="space-y-3">
      <p className="text-muted text-pretty">
        Take along what you want to keep: one ZIP file with everything that is yours.
      </p>
      {/* As high as its button, so that nothing jumps. */}
      <div className="min-h-10 touch:min-h-11">{loaded && <loaded.LastExportState />}</div>
    </section>
  );
}
