import { Archive, ArchiveRestore, FolderInput, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { Button } from '~/ui/button';

import type { ConversationItem } from '../../conversation';
import type { RowActions } from './conversation-row';

interface SelectionBarProps {
  items: ConversationItem[];
  /** These are archived conversations. */
  archive: boolean;
  on: RowActions;
  onAll: () => void;
  onDone: () => void;
}

/** The number of selected conversations and the actions on them. Loaded with the first selection. */
export function SelectionBar({ items, archive, on, onAll, onDone }: SelectionBarProps) {
  const all = useRef<HTMLButtonElement>(null);
  const none = items.length === 0;
  useEffect(() => {
    // The row whose menu started the selection is now a checkbox. This runs after the menu has returned the focus.
    const frame = requestAnimationFrame(() => all.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);

  return (
    <div
      role="group"
      aria-label="Selected conversations"
      className="sticky -top-4 z-10 -mx-1 rounded-lg border bg-raised p-1.5 shadow-raised"
    >
      <div className="flex items-center gap-1">
        <p role="status" className="min-w-0 flex-1 truncate pl-2 text-sm font-medium">
          {items.length} selected
        </p>
        <Button ref={all} variant="ghost" size="sm" onClick={onAll}>
          Select all
        </Button>
        <Button variant="secondary" size="sm" onClick={onDone}>
          Done
        </Button>
      </div>
      <div className="mt-1 flex flex-wrap gap-1">
        {archive ? (
          <Action disabled={none} onClick={() => on.unarchive(items)} icon={ArchiveRestore}>
            Unarchive
          </Action>
        ) : (
          <>
            <Action disabled={none} onClick={() => on.archive(items)} icon={Archive}>
              Archive
            </Action>
            <Action disabled={none} onClick={() => on.move(items)} icon={FolderInput}>
              Move
            </Action>
          </>
        )}
        <Action disabled={none} onClick={() => on.remove(items)} icon={Trash2}>
          Delete
        </Action>
      </div>
    </div>
  );
}

interface ActionProps {
  disabled: boolean;
  onClick: () => void;
  icon: typeof Archive;
  children: string;
}

function Action({ disabled, onClick, icon: Icon, children }: ActionProps) {
  return (
    <Button
      variant="ghost"
      size="sm"
      disabled={disabled}
      onClick={onClick}
      className="flex-1 px-2!"
    >
      <Icon className="size-4" aria-hidden="true" />
      {children}
    </Button>
  );
}
