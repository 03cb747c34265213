import { useEffect, useRef } from 'react';

import { Button } from '~/ui/button';
import { WindowedList } from '~/ui/windowed-list';

import type { ConversationGroup, ConversationItem } from '../../conversation';
import type { ListedGroup } from '../conversation-list';
import { ConversationRow, rowHeight, type RowActions } from './conversation-row';

/** What the rows of every part need. */
export interface RowContext {
  currentId: string | undefined;
  /** What is chosen; null while nothing is being chosen. */
  chosen: ReadonlySet<string> | null;
  on: RowActions;
  /** The last page asked for did not come: older rows wait for the button. */
  failed: boolean;
}

export interface ConversationGroupListProps {
  name: ConversationGroup;
  group: ListedGroup;
  rows: RowContext;
  /** Stable: it is asked with each page that is not loaded yet. */
  onMore: (name: ConversationGroup) => void;
}

const idOf = ({ id }: ConversationItem) => id;

/** The rows of one group; older ones are loaded as the end comes near. */
export function ConversationGroupList({ name, group, rows, onMore }: ConversationGroupListProps) {
  const end = useRef<HTMLDivElement>(null);
  const { items, cursor } = group;
  const hasMore = cursor !== null;
  const { currentId, chosen, on, failed } = rows;

  useEffect(() => {
    if (!end.current || !hasMore || failed) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && onMore(name),
      { rootMargin: '200px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
    // Observed anew with each page: an end that stays in view tells of itself only once.
  }, [hasMore, failed, onMore, name, cursor]);

  return (
    <>
      {items.length > 0 && (
        <WindowedList
          items={items}
          keyOf={idOf}
          heightOf={rowHeight}
          size={group.count ?? (hasMore ? null : items.length)}
        >
          {(item) => (
            <ConversationRow
              item={item}
              current={item.id === currentId}
              chosen={chosen?.has(item.id)}
              on={on}
            />
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
