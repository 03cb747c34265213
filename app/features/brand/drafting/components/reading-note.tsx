import { Button } from '~/ui/button';
import { SpinnerIcon } from '~/ui/feedback/progress';

interface ReadingNoteProps {
  /** The address or the file's name. */
  name: string;
  onCancel: () => void;
}

/** What is being read about a business, until it is or the person cancels. */
export function ReadingNote({ name, onCancel }: ReadingNoteProps) {
  return (
    <div className="flex min-w-0 items-center gap-3 text-sm">
      <p role="status" className="flex min-w-0 items-center gap-2">
        <SpinnerIcon className="size-4 shrink-0 text-accent" />
        <span className="truncate">Reading {name}…</span>
      </p>
      <Button variant="ghost" size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
