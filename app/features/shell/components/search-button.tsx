import { Search } from 'lucide-react';
import { useState } from 'react';

import { preloadSearch, searchMessages, SearchPalette } from '~/features/search';
import { Keys, useShortcut } from '~/features/shortcuts';

import { usePaletteActions } from '../use-palette-actions';

/** The header's way to the search palette, which Ctrl/Cmd+K opens too. */
export function SearchButton({ showShortcuts }: { showShortcuts: () => void }) {
  const [open, setOpen] = useState(false);
  const actions = usePaletteActions(showShortcuts);
  useShortcut('search', () => setOpen(!open));
  return (
    <>
      <button
        type="button"
        aria-label={searchMessages.label}
        aria-haspopup="dialog"
        onPointerEnter={preloadSearch}
        onFocus={preloadSearch}
        onClick={() => setOpen(true)}
        className="flex h-9 items-center gap-2 rounded-md border border-border-strong/60 bg-field px-3 text-sm text-muted transition-colors hover:border-border-strong hover:text-text touch:size-11 touch:justify-center touch:border-transparent touch:bg-transparent touch:px-0"
      >
        <Search className="size-4 touch:size-5" aria-hidden="true" />
        <span className="pr-6 touch:hidden">Search everything</span>
        <Keys keys="mod+k" className="touch:hidden" />
      </button>
      <SearchPalette open={open} onOpenChange={setOpen} actions={actions} />
    </>
  );
}
