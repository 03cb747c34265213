import { CircleAlert } from 'lucide-react';

import { Button } from '~/ui/button';
import { useOnline } from '~/ui/online';
import { Check } from '~/ui/display/shared-icons';
import { SpinnerIcon } from '~/ui/feedback/progress';

import type { SaveState } from '../component-editor';

export interface SaveStatusProps {
  state: SaveState;
  failure: string | null;
  /** What to say of texts that can't be saved as they are. */
  invalid?: string;
  retry: () => void;
}

export function SaveStatus({
  state,
  failure,
  invalid = 'Not saved. One of your texts is too long.',
  retry,
}: SaveStatusProps) {
  const online = useOnline();
  const lost = state === 'failed' || state === 'choose' || state === 'too-long';
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm touch:min-h-11">
      <p
        role="status"
        className={`inline-flex items-center gap-1.5 ${lost ? 'text-danger' : 'text-muted'}`}
      >
        {(state === 'saving' || state === 'waiting') && <SpinnerIcon />}
        {state === 'saved' && <Check className="size-4 text-success" aria-hidden="true" />}
        {lost && <CircleAlert className="size-4 shrink-0" aria-hidden="true" />}
        {state === 'too-long' ? invalid : textOf(state, failure, online)}
      </p>
      {state === 'failed' && (
        <Button variant="secondary" size="sm" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

function textOf(
  state: Exclude<SaveState, 'too-long'>,
  failure: string | null,
  online: boolean,
): string {
  switch (state) {
    case 'untouched':
      return 'Saved as you type.';
    case 'saved':
      return 'Saved';
    case 'saving':
    case 'waiting':
      return 'Saving…';
    case 'choose':
      return 'Not saved. Choose which version to keep below.';
    case 'failed':
      return online
        ? `Not saved. ${failure ?? ''} Your text is kept in this tab.`
        : 'You’re offline. Your text is kept in this tab and will be saved when you’re back.';
  }
}
