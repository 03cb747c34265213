import { DialogWindow } from '../overlays/dialog-window';

import { SHORTCUT_GROUPS } from './shortcut-groups';
import { Keys, setSingleKeys, useSingleKeys } from './use-shortcut';

interface ShortcutListProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** All shortcuts, and the switch for single-key shortcuts. */
export function ShortcutList({ open, onOpenChange }: ShortcutListProps) {
  const single = useSingleKeys();
  return (
    <DialogWindow open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <div className="space-y-5">
        {SHORTCUT_GROUPS.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3 className="text-sm font-medium text-muted">{title}</h3>
            <dl className="mt-1.5 divide-y">
              {shortcuts.map(({ keys, label }) => (
                <div key={keys} className="flex items-center justify-between gap-4 py-1.5">
                  <dt className="text-sm">{label}</dt>
                  <dd className={isSingle(keys) && !single ? 'opacity-60 line-through' : undefined}>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <label className="flex min-h-10 cursor-pointer items-center gap-3 rounded-lg bg-sunken px-3 py-2 touch:min-h-11">
          <input
            type="checkbox"
            checked={single}
            onChange={(event) => setSingleKeys(event.target.checked)}
            className="size-4 shrink-0 accent-accent"
          />
          <span className="text-sm">
            Single-key shortcuts
            <span className="block text-muted">
              They work when you’re not typing. Applies to this device.
            </span>
          </span>
        </label>
      </div>
    </DialogWindow>
  );
}

function isSingle(keys: string): boolean {
  return keys.length === 1;
}
