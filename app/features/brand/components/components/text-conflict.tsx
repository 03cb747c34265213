import { Button } from '~/ui/button';

/** Two people, or two tabs, wrote the same text: this one has to choose. */
export function TextConflict({
  id,
  label,
  theirs,
  keepMine,
  takeTheirs,
}: {
  id: string;
  label: string;
  theirs: string;
  keepMine: () => void;
  takeTheirs: () => void;
}) {
  return (
    <div
      id={id}
      role="alert"
      className="mt-2 rounded-lg border border-danger/40 bg-danger-soft px-4 py-3 text-sm"
    >
      <p className="font-medium text-danger">
        This was changed in another tab as well. Yours, above, is not saved yet.
      </p>
      <p className="mt-3 text-muted">In the other tab it says:</p>
      <blockquote className="mt-1 max-h-60 overflow-y-auto rounded-md border bg-surface px-3 py-2 wrap-anywhere whitespace-pre-wrap">
        {theirs === '' ? <em className="text-muted">Nothing: it was emptied.</em> : theirs}
      </blockquote>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={keepMine}>
          Keep mine<span className="sr-only"> for {label}</span>
        </Button>
        <Button variant="secondary" size="sm" onClick={takeTheirs}>
          Use the other<span className="sr-only"> for {label}</span>
        </Button>
      </div>
    </div>
  );
}
