import { useLoadOnUse } from '../load-on-use';

const load = () => import('./shortcut-list');

/** The list of keyboard shortcuts. Its code is loaded when it first opens. */
export function ShortcutsDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { open, onOpenChange } = props;
  const loaded = useLoadOnUse(load, open, () => onOpenChange(false));
  return loaded === undefined ? null : <loaded.ShortcutList {...props} />;
}
