import { useEffect, useRef, type KeyboardEvent } from 'react';

import { isComposing } from '~/ui/keyboard';

import type { ConversationItem } from '../../conversation';
import { displayTitle, editableTitle, MAX_TITLE_TYPED } from '../../settings/titles';

interface RenameFieldProps {
  item: ConversationItem;
  /** Called with a title other than the current one, or with null; on a key, or when the field loses the focus. */
  onEnd: (typed: string | null, byKey: boolean) => void;
}

/** The title as a field in its row: Enter or leaving it saves the text unless it is empty; Escape cancels. */
export function RenameField({ item, onEnd }: RenameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const over = useRef(false);
  const before = editableTitle(item.title);

  useEffect(() => {
    // In the next frame, because the menu returns the focus when it closes.
    const frame = requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.select();
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  function end(commit: boolean, byKey: boolean) {
    if (over.current) return;
    over.current = true;
    const typed = field.current?.value.trim() ?? '';
    onEnd(commit && typed !== '' && typed !== before ? typed : null, byKey);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === 'Enter') end(true, true);
    else if (event.key === 'Escape') {
      // Escape must not also close the drawer that contains the list.
      event.preventDefault();
      event.stopPropagation();
      end(false, true);
    }
  }

  return (
    <input
      ref={field}
      aria-label={`New title of ${displayTitle(item.title)}`}
      defaultValue={before}
      placeholder={displayTitle(item.title)}
      maxLength={MAX_TITLE_TYPED}
      autoComplete="off"
      enterKeyHint="done"
      onBlur={() => end(true, false)}
      onKeyDown={onKeyDown}
      className="block h-11 w-full rounded-md border border-border-strong bg-field px-3 text-sm focus:border-ring"
    />
  );
}
