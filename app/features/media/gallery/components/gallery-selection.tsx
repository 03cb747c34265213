import { Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { Button } from '~/ui/button';

import type { MediaNoun } from '../../media-text';

interface GallerySelectionProps {
  count: number;
  noun: MediaNoun;
  pending: boolean;
  onAll: () => void;
  onDelete: () => void;
  onDone: () => void;
}

/** While several are chosen: how many, and what can be done with them. */
export function GallerySelection({
  count,
  noun,
  pending,
  onAll,
  onDelete,
  onDone,
}: GallerySelectionProps) {
  const all = useRef<HTMLButtonElement>(null);
  useEffect(() => all.current?.focus({ preventScroll: true }), []);
  return (
    <div
      role="group"
      aria-label={`Selected ${noun.many}`}
      className="-my-1.5 flex w-full items-center gap-1 rounded-lg border bg-raised p-1.5 shadow-raised"
    >
      <p role="status" className="min-w-0 flex-1 truncate pl-2 text-sm font-medium tabular-nums">
        {count} selected
      </p>
      <Button ref={all} variant="ghost" size="sm" onClick={onAll}>
        Select all
      </Button>
      <Button
        variant="danger"
        size="sm"
        disabled={count === 0}
        pending={pending}
        onClick={onDelete}
      >
        <Trash2 className="size-4" aria-hidden="true" />
        <span className="touch:sr-only">Delete</span>
      </Button>
      <Button variant="secondary" size="sm" onClick={onDone}>
        Done
      </Button>
    </div>
  );
}
