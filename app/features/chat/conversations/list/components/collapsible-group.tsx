import { useId, type ReactNode } from 'react';

import { ConversationGroupList, type ConversationGroupListProps } from './conversation-group-list';

import { ChevronRight } from '~/ui/shared-icons';

interface CollapsibleGroupProps extends ConversationGroupListProps {
  label: string;
  icon?: ReactNode;
  /** A menu of what can be done with the part itself. */
  menu?: ReactNode;
  open: boolean;
  onToggle: () => void;
  /** What stands there instead of rows when there are none. */
  empty?: string;
}

/** A part of the list that can be closed, with its count. */
export function CollapsibleGroup({
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
      <div className="group/heading relative">
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
              {group.count}
            </span>
          </button>
        </h2>
        {menu && (
          <span className="absolute top-0.5 right-1 opacity-0 transition-opacity group-focus-within/heading:opacity-100 group-hover/heading:opacity-100 has-aria-expanded:opacity-100 [@media(hover:none)]:opacity-100 touch:top-0">
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
