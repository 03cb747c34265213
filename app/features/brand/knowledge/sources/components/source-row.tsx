import { Link } from '@remix-run/react';

import { DotsIcon, Menu } from '~/ui/overlays/menu';
import type { MenuEntry } from '~/ui/overlays/menu-window';
import { buttonClass } from '~/ui/button';

import { canPause, canResync, sourceHref, type SourceView } from '../source';
import { removeSource, requestAct } from '../use-sources';
import { FailedPages } from './failed-pages';
import { SourceFacts, SourceIcon, SourceName, SourceProgress } from './source-status';

/** A source in the list, with what can be done about it. */
export function SourceRow({ source, onDeleted }: { source: SourceView; onDeleted: () => void }) {
  const { id, profileId, name } = source;
  return (
    <li className="flex items-start gap-3 px-3 py-3 sm:px-4">
      <SourceIcon kind={source.kind} />
      <div className="min-w-0 flex-1">
        <Link
          to={sourceHref(profileId, id)}
          className="rounded-sm font-medium wrap-anywhere hover:underline touch:inline-flex touch:min-h-11 touch:items-center"
        >
          <span>
            <SourceName source={source} />
          </span>
        </Link>
        <SourceFacts source={source} />
        <SourceProgress source={source} />
        <FailedPages source={source} />
      </div>
      <Menu
        label={`Actions for ${name}`}
        entries={sourceEntries(source, () => {
          void removeSource(source).then((removed) => removed && onDeleted());
        })}
        className={buttonClass({ variant: 'ghost', size: 'icon' })}
      >
        <DotsIcon />
      </Menu>
    </li>
  );
}

/** What a person can do with a source, for its menu. */
export function sourceEntries(source: SourceView, remove: () => void): MenuEntry[] {
  const entries: MenuEntry[] = [];
  const act = (kind: 'resync' | 'pause' | 'resume', label: string) =>
    entries.push({
      kind: 'action',
      label,
      icon: kind === 'resync' ? 'refresh-cw' : undefined,
      onSelect: () => void requestAct(kind, source),
    });
  if (canResync(source)) act('resync', 'Resync');
  if (canPause(source)) act('pause', 'Pause');
  if (source.state === 'paused') act('resume', 'Continue reading');
  entries.push({
    kind: 'action',
    label: 'Delete',
    icon: 'trash-2',
    danger: true,
    onSelect: remove,
  });
  return entries;
}
