import { Button } from '~/ui/button';
import { Check } from '~/ui/display/shared-icons';

import { type EditorState, isTitleMissing } from '../content-editor';

/** Says whether everything is saved, and offers to retry a failed save. */
export function SaveState({ state, onRetry }: { state: EditorState; onRetry: () => void }) {
  const { status } = state;
  const failed = status.type === 'failed' && !isTitleMissing(state);
  return (
    <div className="flex min-w-0 items-center gap-2 text-sm">
      <p
        role="status"
        className={`flex min-w-0 items-center gap-1.5 ${failed ? 'text-danger' : 'text-muted'}`}
      >
        {status.type === 'saved' && <Check className="size-4 shrink-0" aria-hidden="true" />}
        {status.type === 'saved' && 'Saved'}
        {status.type === 'saving' && 'Saving…'}
        {failed && status.reason}
        {(status.type === 'unsaved' || isTitleMissing(state)) && 'Not saved yet'}
        {(status.type === 'conflict' || status.type === 'gone') && 'Not saved'}
      </p>
      {failed && (
        <Button variant="secondary" size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
