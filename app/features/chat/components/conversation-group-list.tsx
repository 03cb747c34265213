import { useEffect, useRef } from 'react';

import { Button } from '~/ui/button';

import type { ConversationChange } from '../conversation';
import type { ListedGroup } from '../conversation-list';
import { ConversationRow } from './conversation-row';

export interface ConversationGroupListProps {
  group: ListedGroup;
  currentId: string | undefined;
  onMore: () => void;
  /** The last page asked for did not come: older rows wait for the button. */
  failed: boolean;
  /** What a row did, for the list to show at once. */
  apply: (change: ConversationChange) => void;
}

/** The rows of one group; older ones are loaded as the end comes near. */
export function ConversationGroupList({
  group,
  currentId,
  onMore,
  failed,
  apply,
}: ConversationGroupListProps) {
  const end = useRef<HTMLDivElement>(null);
  const hasMore = group.cursor !== null;

  useEffect(() => {
    if (!end.current || !hasMore || failed) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && onMore(),
      { rootMargin: '200px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
    // Observed anew with each page: an end that stays in view tells of itself only once.
  }, [hasMore, failed, onMore, group.cursor]);

  return (
    <>
      <ul className="space-y-0.5">
        {group.items.map((item) => (
          <ConversationRow
            key={item.id}
            item={item}
            current={item.id === currentId}
            apply={apply}
          />
        ))}
      </ul>
      {hasMore && (
        <div ref={end} className="grid place-items-center py-3">
          <Button variant="ghost" size="sm" onClick={onMore}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
