import { Check } from 'lucide-react';

import type { SavedText } from '../images/use-saved-text';

/** Whether what was typed is kept; its place is there all the time. */
export function SaveState({ state }: { state: SavedText['state'] }) {
  return (
    <p role="status" className="min-h-5 text-xs leading-5 text-muted">
      {state === 'typed' && <span aria-hidden="true">Not saved yet</span>}
      {state === 'saving' && 'Saving…'}
      {state === 'saved' && (
        <span className="inline-flex items-center gap-1">
          <Check className="size-3.5 text-success" aria-hidden="true" />
          Saved
        </span>
      )}
    </p>
  );
}
