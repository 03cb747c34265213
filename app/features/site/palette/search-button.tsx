import { useEffect, useRef, useState, type RefObject } from 'react';

import { loadSearchWindow, searchTexts, useNewChat } from '~/features/chat';
import { Search } from '~/ui/display/shared-icons';
import { isComposing } from '~/ui/keyboard';
import { Keys, useShortcut } from '~/ui/shortcuts/use-shortcut';
import { useLoadOnUse } from '~/ui/load-on-use';

async function load() {
  const [{ Palette }, { SearchWindow }] = await Promise.all([
    import('./palette'),
    loadSearchWindow(),
  ]);
  return { Palette, SearchWindow };
}

/** Loads the palette's code before the click. */
function preload(): void {
  load().catch(() => {
    // Opening the palette tries again, and shows when that fails.
  });
}

/** In UTF-16 units: more than anyone types while code loads. */
const MAX_TYPED = 200;

/**
 * Keeps what is typed while the palette's code is loading: otherwise it would go to the field that still has the focus, or
 * be taken for shortcuts.
 */
function useTypedEarly(
  isLoading: boolean,
  onOpenChange: (open: boolean) => void,
): RefObject<string> {
  const typed = useRef('');
  useEffect(() => {
    if (!isLoading) return;
    typed.current = '';
    const take = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (isComposing(event) || (isCommand && !event.getModifierState('AltGraph'))) return;
      const { key } = event;
      if (key === 'Escape') onOpenChange(false);
      else if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (key.length === 1) typed.current = (typed.current + key).slice(0, MAX_TYPED);
      else if (key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', take, true);
    return () => document.removeEventListener('keydown', take, true);
  }, [isLoading, onOpenChange]);
  return typed;
}

/** Opens the palette from the header, like Ctrl/Cmd+K. */
export function SearchButton({ showShortcuts }: { showShortcuts: () => void }) {
  const [open, setOpen] = useState(false);
  const palette = useLoadOnUse(load, open, () => setOpen(false));
  const typed = useTypedEarly(open && palette === undefined, setOpen);
  const { create } = useNewChat();
  useShortcut('new-chat', create);
  useShortcut('search', () => setOpen(!open));
  return (
    <>
      <button
        type="button"
        aria-label={searchTexts.label}
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
        className="flex h-9 items-center gap-2 rounded-md border border-border-strong/60 bg-field px-3 text-sm text-muted transition-colors hover:border-border-strong hover:text-text touch:size-11 touch:justify-center touch:border-transparent touch:bg-transparent touch:px-0"
      >
        <Search className="size-4 touch:size-5" aria-hidden="true" />
        <span className="pr-6 touch:hidden">Search everything</span>
        <Keys keys="mod+k" className="touch:hidden" />
      </button>
      {palette && (
        <palette.Palette
          Window={palette.SearchWindow}
          open={open}
          onOpenChange={setOpen}
          typed={typed}
          showShortcuts={showShortcuts}
        />
      )}
    </>
  );
}
