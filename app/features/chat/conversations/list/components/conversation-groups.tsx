import { useCallback, useEffect, useRef, useId, type ReactNode } from 'react';

import { formatNumber } from '~/lib/format/numbers';
import { Button } from '~/ui/button';
import { WindowedList } from '~/ui/display/windowed-list';
import { ChevronRight, Folder, Ellipsis } from '~/ui/display/shared-icons';
import { Menu } from '~/ui/overlays/menu';

import type { ConversationGroup, ConversationItem, ConversationFolder } from '../../conversation';
import { type ListedGroup, groupIn, type Listed } from '../conversation-list';
import type { DayHeadings } from '../day-groups';
import { ConversationRow, rowHeight, type RowActions } from './conversation-row';
import { chatTexts } from '../../../texts';

/** What the rows of every group need. */
export interface RowContext {
  currentId: string | undefined;
  /** The selection; null while the list isn't in selection mode. */
  chosen: ReadonlySet<string> | null;
  on: RowActions;
  /** The last page failed to load: older rows wait for the button. */
  failed: boolean;
}

export interface ConversationGroupListProps {
  name: ConversationGroup;
  group: ListedGroup;
  /** The labels above some of the rows. */
  headings?: DayHeadings;
  rows: RowContext;
  /** Must be stable: it is called for each page. */
  onMore: (name: ConversationGroup) => void;
}

const idOf = ({ id }: ConversationItem) => id;
const NO_HEADINGS: DayHeadings = new Map();
const HEADING_REM = 2;

/** The rows of one group; older ones are loaded when the end comes near. */
export function ConversationGroupList({
  name,
  group,
  headings = NO_HEADINGS,
  rows,
  onMore,
}: ConversationGroupListProps) {
  const end = useRef<HTMLDivElement>(null);
  const { items, cursor } = group;
  const hasMore = cursor !== null;
  const { currentId, chosen, on, failed } = rows;
  const heightOf = useCallback(
    (item: ConversationItem) => rowHeight(item) + (headings.has(item.id) ? HEADING_REM : 0),
    [headings],
  );

  useEffect(() => {
    if (!end.current || !hasMore || failed) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && onMore(name),
      { rootMargin: '200px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
    // Observed again with each page, because an end that stays in view is reported only once.
  }, [hasMore, failed, onMore, name, cursor]);

  return (
    <>
      {items.length > 0 && (
        <WindowedList
          items={items}
          keyOf={idOf}
          heightOf={heightOf}
          size={group.count ?? (hasMore ? null : items.length)}
        >
          {(item) => (
            <>
              {headings.has(item.id) && (
                <h2
                  style={{ height: `${HEADING_REM}rem` }}
                  className="flex items-end px-3 pb-1.5 text-xs font-medium text-muted"
                >
                  {headings.get(item.id)}
                </h2>
              )}
              <div style={{ height: `${rowHeight(item)}rem` }}>
                <ConversationRow
                  item={item}
                  current={item.id === currentId}
                  chosen={chosen?.has(item.id)}
                  on={on}
                />
              </div>
            </>
          )}
        </WindowedList>
      )}
      {hasMore && (
        <div ref={end} className="grid place-items-center py-3">
          <Button variant="ghost" size="sm" onClick={() => onMore(name)}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

interface CollapsibleGroupProps extends ConversationGroupListProps {
  label: string;
  icon?: ReactNode;
  /** A menu of the actions on the part itself. */
  menu?: ReactNode;
  open: boolean;
  onToggle: () => void;
  /** Shown in place of rows when there are none. */
  empty?: string;
}

/** A part of the list that can be collapsed, with its count. */
function CollapsibleGroup({
  label,
  icon,
  menu,
  open,
  onToggle,
  empty,
  ...list
}: CollapsibleGroupProps) {
  const heading = useId();
  const { group } = list;
  const isEmpty = group.items.length === 0 && group.cursor === null;
  return (
    <section aria-labelledby={heading}>
      <div className="group relative">
        <h2 id={heading}>
          <button
            type="button"
            aria-expanded={open}
            data-stop=""
            onClick={onToggle}
            className={`flex min-h-9 w-full items-center gap-2 rounded-md px-2 text-sm font-medium text-muted transition-colors hover:bg-hover hover:text-text touch:min-h-11 ${menu ? 'pr-11 touch:pr-13' : ''}`}
          >
            <ChevronRight
              aria-hidden="true"
              className={`size-4 shrink-0 transition-transform ${open ? 'rotate-90' : ''}`}
            />
            {icon}
            <span className="min-w-0 truncate">{label}</span>
            <span className="ml-auto rounded-full border px-2 py-0.5 text-xs tabular-nums">
              {group.count !== null && formatNumber(group.count)}
            </span>
          </button>
        </h2>
        {menu && (
          <span className="absolute top-0.5 right-1 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 has-aria-expanded:opacity-100 [@media(hover:none)]:opacity-100 touch:top-0">
            {menu}
          </span>
        )}
      </div>
      {open && (
        <div className="mt-1">
          {isEmpty && empty ? (
            <p className="px-3 py-2 text-sm text-muted">{empty}</p>
          ) : (
            <ConversationGroupList {...list} />
          )}
        </div>
      )}
    </section>
  );
}

interface ConversationPartsProps {
  listed: Listed;
  /** The days of the others. */
  headings: DayHeadings;
  /** The visible ones. */
  folders: ConversationFolder[];
  isOpen: (name: ConversationGroup) => boolean;
  onToggle: (name: ConversationGroup) => void;
  onRename: (folder: ConversationFolder) => void;
  onDelete: (folder: ConversationFolder) => void;
  rows: RowContext;
  onMore: (name: ConversationGroup) => void;
}

/** The parts of the list: pinned, folders, imports, and the others. */
export function ConversationParts({
  listed,
  headings,
  folders,
  isOpen,
  onToggle,
  onRename,
  onDelete,
  rows,
  onMore,
}: ConversationPartsProps) {
  const part = (name: ConversationGroup) => ({ name, group: groupIn(listed, name), rows, onMore });
  const closable = (name: ConversationGroup) => ({
    ...part(name),
    open: isOpen(name),
    onToggle: () => onToggle(name),
  });
  const pinned = part('pinned');
  const imports = closable('imports');
  const hasImports = (imports.group.count ?? 0) > 0;
  return (
    <>
      {pinned.group.items.length > 0 && (
        <section aria-labelledby="pinned-heading">
          <h2 id="pinned-heading" className="px-3 pb-1.5 text-xs font-medium text-muted">
            {chatTexts.pinned}
          </h2>
          <ConversationGroupList {...pinned} />
        </section>
      )}
      {(folders.length > 0 || hasImports) && (
        <div className="space-y-1">
          {folders.map((folder) => (
            <CollapsibleGroup
              key={folder.id}
              label={folder.name}
              icon={<Folder className="size-4 shrink-0" aria-hidden="true" />}
              empty={chatTexts.emptyFolder}
              menu={<FolderMenu folder={folder} onRename={onRename} onDelete={onDelete} />}
              {...closable(`folder:${folder.id}`)}
            />
          ))}
          {hasImports && <CollapsibleGroup label={chatTexts.imports} {...imports} />}
        </div>
      )}
      <ConversationGroupList {...part('others')} headings={headings} />
    </>
  );
}

function FolderMenu({
  folder,
  onRename,
  onDelete,
}: Pick<ConversationPartsProps, 'onRename' | 'onDelete'> & { folder: ConversationFolder }) {
  return (
    <Menu
      label={`Actions for folder ${folder.name}`}
      className="grid size-8 place-items-center rounded-md text-muted hover:bg-hover hover:text-text touch:size-11"
      entries={[
        {
          kind: 'action',
          label: 'Rename folder',
          icon: 'pencil',
          onSelect: () => onRename(folder),
        },
        {
          kind: 'action',
          label: 'Delete folder',
          icon: 'trash-2',
          danger: true,
          onSelect: () => onDelete(folder),
        },
      ]}
    >
      <Ellipsis className="size-4" aria-hidden="true" />
    </Menu>
  );
}
