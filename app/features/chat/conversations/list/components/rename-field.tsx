import { useEffect, useRef, type KeyboardEvent } from 'react';

import type { ConversationItem } from '../../conversation';
import { displayTitle, editableTitle, MAX_TITLE_TYPED } from '../../settings/titles';

interface RenameFieldProps {
  item: ConversationItem;
  /** With a title other than the present one, or null; by a key, or by leaving the field. */
  onEnd: (typed: string | null, byKey: boolean) => void;
}

/** The title as a field in its row: Enter or leaving it takes what was typed, unless that is empty; Escape gives up. */
export function RenameField({ item, onEnd }: RenameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const over = useRef(false);
  const before = editableTitle(item.title);

  useEffect(() => {
    // Next frame: the menu that was just used takes the focus back as it closes.
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
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') end(true, true);
    else if (event.key === 'Escape') {
      // It must not also close the drawer that the list is in.
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
